import { createServer, type Socket } from 'node:net';
import PostalMime from 'postal-mime';
import type { Arrived } from './acts.ts';

/** A step of a submission, at which the server may say no. `END` is the end of the data. */
export type SmtpStep = 'GREETING' | 'EHLO' | 'AUTH' | 'MAIL' | 'RCPT' | 'DATA' | 'END';

/** A submission server that says no once, and takes everything from then on. */
export interface ScriptedSmtp {
  readonly port: number;
  readonly sent: Arrived[];
  /** Whether it has said no. */
  readonly refused: boolean;
  stop(): Promise<void>;
}

const USUAL: Readonly<Record<string, string>> = {
  GREETING: '220 ready',
  EHLO: '250-mx.test\r\n250 AUTH PLAIN',
  AUTH: '235 2.7.0 welcome',
  DATA: '354 go on',
};

export async function startScriptedSmtp(step: SmtpStep, refusal: string): Promise<ScriptedSmtp> {
  const sent: Arrived[] = [];
  const sockets = new Set<Socket>();
  let refused = false;
  const replyTo = (verb: string): { readonly text: string; readonly no: boolean } => {
    const no = verb === step && !refused;
    refused ||= no;
    return { text: no ? refusal : (USUAL[verb] ?? '250 2.0.0 ok'), no };
  };
  const server = createServer((socket) => {
    sockets.add(socket);
    socket.on('error', () => undefined);
    socket.on('close', () => sockets.delete(socket));
    socket.write(`${replyTo('GREETING').text}\r\n`);
    let to = '';
    let data: string[] | undefined;
    let buffered = '';
    socket.on('data', async (chunk) => {
      const lines = (buffered + chunk.toString('latin1')).split('\r\n');
      buffered = lines.pop() ?? '';
      for (const line of lines) {
        if (data && line !== '.') {
          data.push(line.startsWith('.') ? line.slice(1) : line);
          continue;
        }
        const verb = data ? 'END' : (line.split(/[ :]/)[0] ?? '').toUpperCase();
        const { text, no } = replyTo(verb);
        if (verb === 'RCPT') to = /<(.*?)>/.exec(line)?.[1] ?? '';
        if (verb === 'END' && data && !no) sent.push(await letterTo(to, data.join('\r\n')));
        data = verb === 'DATA' && !no ? [] : undefined;
        socket.write(`${text}\r\n`);
      }
    });
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const address = server.address();
  return {
    port: typeof address === 'object' && address ? address.port : 0,
    sent,
    get refused() {
      return refused;
    },
    async stop() {
      for (const socket of sockets) socket.destroy();
      await new Promise((resolve) => server.close(resolve));
    },
  };
}

async function letterTo(to: string, raw: string): Promise<Arrived> {
  return { to, email: await PostalMime.parse(Buffer.from(raw, 'latin1')) };
}
