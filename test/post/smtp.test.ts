import { createServer, type Server, type Socket } from 'node:net';
import { afterEach, describe, expect, it } from 'vitest';
import { openSubmission } from '../../src/post/smtp.ts';

let server: Server;
const sockets = new Set<Socket>();
afterEach(async () => {
  for (const socket of sockets) socket.destroy();
  await new Promise((resolve) => server.close(resolve));
});

/** A submission server that answers each verb with the line it is given. */
async function startServer(replies: Readonly<Record<string, string>>): Promise<number> {
  server = createServer((socket) => {
    sockets.add(socket);
    socket.on('error', () => undefined);
    socket.write(`${replies['greeting'] ?? '220 ready'}\r\n`);
    let inData = false;
    socket.on('data', (chunk) => {
      for (const line of chunk.toString('latin1').split('\r\n').slice(0, -1)) {
        if (inData && line !== '.') continue;
        const verb = inData ? 'end' : (line.split(/[ :]/)[0] ?? '').toUpperCase();
        inData = verb === 'DATA' && !replies['DATA'];
        const usual = { EHLO: '250-x\r\n250 AUTH PLAIN', AUTH: '235 ok', DATA: '354 go' }[verb];
        socket.write(`${replies[verb] ?? usual ?? '250 ok'}\r\n`);
      }
    });
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const address = server.address();
  return typeof address === 'object' && address ? address.port : 0;
}

async function send(replies: Readonly<Record<string, string>>): Promise<string> {
  const port = await startServer(replies);
  const account = { host: '127.0.0.1', port, secure: false, user: 'u', pass: 'p', path: '' };
  const submission = openSubmission(account);
  const raw = Buffer.from('Subject: x\r\n\r\nHi\r\n');
  const { kind } = await submission.send({ from: 'games@x.test', to: 'alice@x.test', raw });
  submission.close();
  return kind;
}

describe('what a submission server says of a letter', () => {
  it.each([
    [{}, 'taken'],
    [{ greeting: '554 too many connections' }, 'unreachable'],
    [{ greeting: '421 come back later' }, 'unreachable'],
    [{ AUTH: '535 wrong password' }, 'unreachable'],
    [{ MAIL: '550 not your address' }, 'unreachable'],
    [{ RCPT: '550 no such user' }, 'refused'],
    [{ RCPT: '450 greylisted' }, 'later'],
    [{ DATA: '451 try again' }, 'later'],
    [{ end: '554 looks like spam' }, 'refused'],
    [{ end: '452 disk full' }, 'later'],
  ] as const)('%j is read as %s', async (replies, kind) => {
    expect(await send(replies)).toBe(kind);
  });
});
