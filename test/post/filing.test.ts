import { createServer, type Server, type Socket } from 'node:net';
import { afterEach, describe, expect, it } from 'vitest';
import { openMailbox } from '../../src/post/imap.ts';

let server: Server;
const sockets = new Set<Socket>();
afterEach(async () => {
  for (const socket of sockets) socket.destroy();
  await new Promise((resolve) => server.close(resolve));
});

/** Files two letters at a server that says `no` to a command as often as it is told, and can what it is told. */
async function file(no: Readonly<Record<string, number>>, can = 'MOVE UIDPLUS') {
  const left = new Map(Object.entries(no));
  const asked: string[] = [];
  const answer = (line: string): string => {
    const [tag = '', ...rest] = line.split(' ');
    const command = rest.join(' ');
    const name = /^(?:UID )?\w+/.exec(command)?.[0] ?? '';
    if (/^(?:UID |CREATE)/.test(command)) asked.push(command);
    const refusals = left.get(name) ?? 0;
    left.set(name, refusals - 1);
    if (refusals > 0) return `${tag} NO [TRYCREATE] it is not there`;
    if (name === 'SELECT') return `* 2 EXISTS\r\n* OK [UIDVALIDITY 1] ok\r\n${tag} OK done`;
    if (name === 'UID MOVE') return `* OK [COPYUID 7 1:2 5:6] moved\r\n${tag} OK done`;
    return name === 'IDLE' ? '+ idling' : `${tag} OK done`;
  };
  server = createServer((socket) => {
    sockets.add(socket);
    socket.on('error', () => undefined);
    socket.write(`* OK [CAPABILITY IMAP4rev1 ${can}] ready\r\n`);
    socket.on('data', (chunk) => {
      for (const line of chunk.toString('latin1').split('\r\n').slice(0, -1)) {
        socket.write(`${answer(line)}\r\n`);
      }
    });
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const address = server.address();
  const port = typeof address === 'object' && address ? address.port : 0;
  const mailbox = await openMailbox(
    { host: '127.0.0.1', port, secure: false, user: 'games', pass: 'secret', path: 'INBOX' },
    {
      signal: new AbortController().signal,
      onMail: () => undefined,
      onClose: () => undefined,
    },
  );
  const filed = await mailbox.file([1, 2]);
  mailbox.close();
  return { filed, asked };
}

const STORE = 'UID STORE 1,2 +FLAGS (\\Seen)';
const MOVE = 'UID MOVE 1,2 Processed';
const CREATE = 'CREATE Processed';

describe('letters that are done with', () => {
  it.each([
    ['are flagged and moved', {}, true, [STORE, MOVE]],
    ['wait for their folder to be made', { 'UID MOVE': 1 }, true, [STORE, MOVE, CREATE, MOVE]],
    [
      'stay when there is no way to move them',
      { 'UID MOVE': 9 },
      false,
      [STORE, MOVE, CREATE, MOVE],
    ],
    ['stay when they cannot even be flagged', { 'UID STORE': 1 }, false, [STORE]],
  ] as const)('%s', async (_, no, filed, asked) => {
    expect(await file(no)).toEqual({ filed, asked });
  });

  it('stay, as read, where a plain EXPUNGE would be needed', async () => {
    expect(await file({}, 'IDLE')).toEqual({ filed: true, asked: [STORE] });
  });
});
