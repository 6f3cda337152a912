import { createServer, type Server, type Socket } from 'node:net';
import { afterEach, describe, expect, it } from 'vitest';
import { openMailbox } from '../../src/post/imap.ts';
import { openVisit } from '../../src/post/visit.ts';
import { connectionLimits } from '../../src/server-limits.ts';
import { makeLink } from '../../src/service/process/link.ts';
import { openDesk } from '../support/desk/desk.ts';
import { present } from '../support/run/present.ts';
import { hasDovecot, startDovecot } from '../support/servers/dovecot.ts';
import { until } from '../support/servers/ports.ts';

const GAMES = 'games@turnpost.test';

let server: Server | undefined;
const sockets = new Set<Socket>();
afterEach(async () => {
  for (const socket of sockets) socket.destroy();
  if (server) await new Promise((resolve) => server?.close(resolve));
  server = undefined;
});

/**
 * Files letters at a server that says `no` to a command as often as it is told, and always to what is
 * `bad`.
 */
async function file(
  no: Readonly<Record<string, number>>,
  can = 'MOVE UIDPLUS',
  { uids = [1, 2], bad = /^$/ }: { uids?: readonly number[]; bad?: RegExp } = {},
) {
  const left = new Map(Object.entries(no));
  const asked: string[] = [];
  const answer = (line: string): string => {
    const [tag = '', ...rest] = line.split(' ');
    const command = rest.join(' ');
    const name = /^(?:UID )?\w+/.exec(command)?.[0] ?? '';
    if (/^(?:UID |CREATE)/.test(command)) asked.push(command);
    const refusals = left.get(name) ?? 0;
    left.set(name, refusals - 1);
    if (refusals > 0 || bad.test(command)) return `${tag} NO [TRYCREATE] it is not there`;
    if (name === 'SELECT') return `* 2 EXISTS\r\n* OK [UIDVALIDITY 1] ok\r\n${tag} OK done`;
    if (name === 'UID MOVE') return `* OK [COPYUID 7 1:2 5:6] moved\r\n${tag} OK done`;
    return name === 'IDLE' ? '+ idling' : `${tag} OK done`;
  };
  const listening = createServer((socket) => {
    sockets.add(socket);
    socket.on('error', () => undefined);
    socket.write(`* OK [CAPABILITY IMAP4rev1 ${can}] ready\r\n`);
    socket.on('data', (chunk) => {
      for (const line of chunk.toString('latin1').split('\r\n').slice(0, -1)) {
        socket.write(`${answer(line)}\r\n`);
      }
    });
  });
  server = listening;
  await new Promise<void>((resolve) => listening.listen(0, '127.0.0.1', resolve));
  const address = listening.address();
  const port = typeof address === 'object' && address ? address.port : 0;
  const mailbox = await openMailbox(
    { host: '127.0.0.1', port, secure: false, user: 'games', pass: 'secret', path: 'INBOX' },
    {
      signal: new AbortController().signal,
      onMail: () => undefined,
      onClose: () => undefined,
    },
  );
  const filed = await mailbox.file(uids);
  mailbox.close();
  return { filed, asked };
}

const STORE = 'UID STORE 1,2 +FLAGS (\\Seen)';
const MOVE = 'UID MOVE 1,2 Processed';
const CREATE = 'CREATE Processed';

const ONE_BY_ONE = [1, 2].flatMap((uid) => [
  `UID STORE ${uid} +FLAGS (\\Seen)`,
  `UID MOVE ${uid} Processed`,
]);

describe('letters that are done with', () => {
  it.each([
    ['are flagged and moved', {}, [1, 2], [STORE, MOVE]],
    [
      'wait for their folder to be made',
      { 'UID MOVE': 1 },
      [1, 2],
      [STORE, MOVE, CREATE, STORE, MOVE],
    ],
    [
      'stay when there is no way to move them',
      { 'UID MOVE': 9 },
      [],
      [STORE, MOVE, CREATE, STORE, MOVE, ...ONE_BY_ONE],
    ],
    [
      'stay when they cannot even be flagged',
      { 'UID STORE': 9 },
      [],
      [STORE, CREATE, STORE, ONE_BY_ONE[0], ONE_BY_ONE[2]],
    ],
  ] as const)('%s', async (_, no, filed, asked) => {
    expect(await file(no)).toEqual({ filed, asked });
  });

  it('stay, as read, where a plain EXPUNGE would be needed', async () => {
    expect(await file({}, 'IDLE')).toEqual({ filed: [1, 2], asked: [STORE] });
  });

  it('are not kept in the mailbox by one that the server refuses', async () => {
    const uids = Array.from({ length: 120 }, (_, index) => index + 1);
    const bad = /^UID MOVE (?:\d+,)*60[, ]/;
    const { filed } = await file({}, undefined, { uids, bad });
    expect(filed).toEqual(uids.filter((uid) => uid !== 60));
  });

  it('are not asked for one by one again and again where the server moves none', async () => {
    const uids = Array.from({ length: 500 }, (_, index) => index + 1);
    const { filed, asked } = await file({ 'UID MOVE': 9999 }, undefined, { uids });
    expect(filed).toEqual([]);
    expect(asked.length).toBeLessThan(150);
  });
});

const hasIt = present('dovecot-imapd, dovecot-lmtpd', hasDovecot());
describe.skipIf(!hasIt)('a folder that nobody may write to for a while', () => {
  it('gets the letters when it is writable again', async () => {
    const dovecot = await startDovecot([GAMES]);
    const desk = openDesk();
    const dropped = new AbortController();
    const { imapPort: port, password: pass } = dovecot;
    const account = { host: '127.0.0.1', port, secure: false, user: GAMES, pass, path: 'INBOX' };
    const link = makeLink(desk.shell, account, dropped.signal, () => undefined);
    const fileAll = async () => {
      const mailbox = await link.mailbox();
      if (!mailbox || !link.mayFile(mailbox)) return undefined;
      const filed = await mailbox.file([1, 2]);
      link.filed(filed.length === 2);
      return filed;
    };
    const lying = (path: string) =>
      dovecot.admin(GAMES, 'mailbox', 'status', 'messages', path).replace(/\D/g, '');
    const rights = (...given: readonly string[]) =>
      dovecot.admin(GAMES, 'acl', 'set', 'Processed', 'owner', ...given);
    try {
      rights('lookup', 'read');
      await link.mailbox();
      const put = await openVisit(account, 10_000);
      if (!put.ok) throw new Error(put.error.said);
      for (const word of ['one', 'two'])
        await put.value.append('INBOX', Buffer.from(`Subject: ${word}\n\n`));
      put.value.close();
      expect(await fileAll()).toEqual([]);
      expect(link.retryAt).toBe(desk.time.now + connectionLimits.refileMsMin);
      expect([lying('INBOX'), lying('Processed')]).toEqual(['2', '0']);
      rights('lookup', 'read', 'write', 'write-seen', 'insert', 'post', 'delete', 'expunge');
      expect(await fileAll()).toBeUndefined();
      // Dovecot looks at the rights once in a connection.
      dovecot.kick(GAMES);
      await until(
        'the connection is gone',
        () => link.retryAt !== desk.time.now + connectionLimits.refileMsMin,
      );
      desk.time.now += connectionLimits.refileMsMin;
      expect(await fileAll()).toEqual([1, 2]);
      expect(link.retryAt).toBeUndefined();
      expect([lying('INBOX'), lying('Processed')]).toEqual(['0', '2']);
    } finally {
      dropped.abort();
      desk.close();
      await dovecot.stop();
    }
  });
});
