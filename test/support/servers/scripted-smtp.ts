import { createServer } from 'node:net';
import PostalMime from 'postal-mime';
import type { Arrived } from '../desk/acts.ts';
import { type Listening, listening } from './listening.ts';

/** A step of a submission, at which the server may say no. `END` is the end of the data. */
export type SmtpStep = 'GREETING' | 'EHLO' | 'AUTH' | 'MAIL' | 'RCPT' | 'DATA' | 'END';

/** A submission server on loopback that says what it is told to say. */
export interface SmtpServer extends Listening {
  readonly sent: Arrived[];
  /** The letters that it has said something to at a step, with what it said: `from > to: reply`. */
  readonly said: string[];
}

/** The envelope of the letter that is being handed over, as far as it is known. */
export interface Envelope {
  readonly from: string;
  readonly to: string;
}

/** Undefined: the usual answer. One that has another code than the usual is a no. */
export type Reply = string | undefined | Promise<string | undefined>;

const USUAL: Readonly<Record<string, string>> = {
  GREETING: '220 ready',
  EHLO: '250-mx.test\r\n250 AUTH PLAIN',
  AUTH: '235 2.7.0 welcome',
  DATA: '354 go on',
};

/** @param replyTo what it says at each step; the order of the letters on a connection is kept */
export async function startSmtp(
  replyTo: (step: SmtpStep, envelope: Envelope) => Reply,
): Promise<SmtpServer> {
  const sent: Arrived[] = [];
  const said: string[] = [];
  const server = createServer((socket) => {
    let envelope: Envelope = { from: '', to: '' };
    let data: string[] | undefined;
    let buffered = '';
    const answer = async (step: SmtpStep): Promise<boolean> => {
      const usual = USUAL[step] ?? '250 2.0.0 ok';
      const text = (await replyTo(step, envelope)) ?? usual;
      if (text !== usual) said.push(`${envelope.from} > ${envelope.to}: ${text}`);
      if (socket.writable) socket.write(`${text}\r\n`);
      return text.startsWith(usual.slice(0, 1));
    };
    const take = async (line: string): Promise<void> => {
      if (data && line !== '.') {
        data.push(line.startsWith('.') ? line.slice(1) : line);
        return;
      }
      const verb = data ? 'END' : (line.split(/[ :]/)[0] ?? '').toUpperCase();
      const address = /<(.*?)>/.exec(line)?.[1] ?? '';
      if (verb === 'MAIL') envelope = { from: address, to: '' };
      if (verb === 'RCPT') envelope = { ...envelope, to: address };
      const whole = data;
      data = undefined;
      const letter = whole && (await letterTo(envelope.to, whole.join('\r\n')));
      const yes = await answer(verb as SmtpStep);
      if (letter && yes) sent.push(letter);
      if (verb === 'DATA' && yes) data = [];
    };
    let turn: Promise<void> = answer('GREETING').then(() => undefined);
    socket.on('data', (chunk) => {
      const lines = (buffered + chunk.toString('latin1')).split('\r\n');
      buffered = lines.pop() ?? '';
      for (const line of lines) turn = turn.then(() => take(line));
    });
  });
  return { ...(await listening(server)), sent, said };
}

async function letterTo(to: string, raw: string): Promise<Arrived> {
  return { to, email: await PostalMime.parse(Buffer.from(raw, 'latin1')) };
}
