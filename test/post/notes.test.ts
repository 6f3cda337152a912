import { afterEach, describe, expect, it } from 'vitest';
import { type PostOffice, startPostOffice } from '../../sandbox/postoffice.ts';
import { fenceFindings } from '../../src/cli/check/servers.ts';
import { letterLimits } from '../../src/limits.ts';
import { systemRandom, systemTime } from '../../src/ports.ts';
import { type Account, parseAccount } from '../../src/post/account.ts';
import { openMailbox } from '../../src/post/imap.ts';
import { openVisit } from '../../src/post/visit.ts';
import { noteLimits } from '../../src/server-limits.ts';
import { type FenceState, makeFence } from '../../src/service/process/fence.ts';
import { NOTE_FIELDS } from '../../src/service/process/fence-note.ts';
import { startWorker } from '../../src/service/process/worker.ts';
import { openDesk } from '../support/desk/desk.ts';
import { putLetters } from '../support/desk/outbox.ts';
import { present } from '../support/run/present.ts';
import { throwDice } from '../support/run/seed.ts';
import { hasDovecot, startDovecot } from '../support/servers/dovecot.ts';
import { startFakeImap } from '../support/servers/fake-imap.ts';
import { until } from '../support/servers/ports.ts';

const dice = throwDice('notes');
const GAMES = 'games@turnpost.test';
const ends: (() => unknown)[] = [];
afterEach(async () => {
  for (const end of ends.splice(0).reverse()) await end();
});

const open = async (account: Account) => {
  const mailbox = await openMailbox(account, {
    onMail: () => undefined,
    onClose: () => undefined,
    signal: new AbortController().signal,
  });
  ends.push(() => mailbox.close());
  return mailbox;
};
function fenceAs(lock: string, tell: (state: FenceState) => void = () => undefined) {
  const asker = { lock, host: lock, pid: 1, since: 0, address: GAMES };
  return makeFence(asker, { time: systemTime, random: systemRandom, tell });
}

async function inDovecot(without: readonly string[]): Promise<Account> {
  const dovecot = await startDovecot([GAMES], { without });
  ends.push(() => dovecot.stop());
  const { imapPort: port, password: pass } = dovecot;
  return { host: '127.0.0.1', port, secure: false, user: GAMES, pass, path: 'INBOX' };
}

async function inMemory(): Promise<Account> {
  const people = [{ address: GAMES, password: 'hunter2' }];
  const office: PostOffice = await startPostOffice({
    domain: 'turnpost.test',
    people,
    now: () => Date.now(),
  });
  ends.push(() => office.stop());
  const account = parseAccount(office.imapUrl(GAMES), 'imap');
  if (!account.ok) throw new Error(account.error);
  return account.value;
}

const hasIt = present('dovecot-imapd, dovecot-lmtpd', hasDovecot());
const SERVERS: readonly (readonly [string, () => Promise<Account>])[] = [
  ['in memory', inMemory],
  ...(hasIt
    ? ([
        ['Dovecot', () => inDovecot([])],
        ['Dovecot without UIDPLUS', () => inDovecot(['UIDPLUS'])],
      ] as const)
    : []),
];

describe.each(dice.sample(SERVERS, 2))('the folder of notes at %s', (_, begin) => {
  it('keeps the note of the first, and none that is done with', async () => {
    const account = await begin();
    const [one, other] = [await open(account), await open(account)];
    const states: FenceState[] = [];
    const first = fenceAs('mars', (state) => states.push(state));
    expect(await first.look(one.notes)).toBe(true);
    expect(states).toEqual([{ kind: 'ours' }]);
    expect(await fenceAs('venus').look(other.notes)).toBe(false);
    expect(await first.look(one.notes)).toBe(true);
    expect(await fenceAs('mars').look(other.notes)).toBe(true);
    const [kept, ...more] = await other.notes.list(NOTE_FIELDS);
    expect(more).toEqual([]);
    // The clock of the server, which is that of this machine.
    expect(Math.abs((kept?.at ?? 0) - Date.now())).toBeLessThan(120_000);
    // The mailbox is open all the while.
    await one.fetchAbove(0, 1, () => expect.unreachable());
  });

  it('holds none of a server that was stopped, and letters wait for a note', async () => {
    const account = await begin();
    const desk = openDesk({ log: 'silent', plus: false, now: Date.now() });
    ends.push(() => desk.close());
    const fence = fenceAs('mars');
    let sent = 0;
    let holds = false;
    const worker = await startWorker(desk.shell, {
      imap: account,
      submission: {
        async send() {
          sent++;
          return { kind: 'taken' };
        },
        verify: async () => undefined,
        close: () => undefined,
      },
      solver: {
        solve: () => Promise.reject(new Error('no')),
        hint: () => Promise.reject(new Error('no')),
        findPuzzle: async () => null,
        stop: async () => undefined,
      },
      poll: '0 0 1 1 *',
      fence: {
        look: fence.look,
        leave: fence.leave,
        lost: fence.lost,
        get holds() {
          return holds && fence.holds;
        },
      },
    });
    await putLetters(desk, 'alice@x.test');
    await worker.round();
    expect(sent).toBe(0);
    holds = true;
    await worker.round();
    await until('it is sent', () => sent === 1);
    const beside = await open(account);
    expect(await beside.notes.list(NOTE_FIELDS)).toHaveLength(1);
    await worker.stop();
    expect(await beside.notes.list(NOTE_FIELDS)).toEqual([]);
  });
});

describe('strange letters in the folder of notes', () => {
  /** @returns all that the server was asked, and the sizes of what it gave */
  async function asked(work: (account: Account) => Promise<unknown>) {
    const lines: string[] = [];
    const server = await startFakeImap(
      [],
      () => false,
      undefined,
      (command, tag, socket) => {
        lines.push(command);
        if (command.startsWith('LIST') || command.startsWith('LSUB')) {
          const name = /"?(INBOX|TURNPOST)"?$/.exec(command)?.[1] ?? 'INBOX';
          socket.write(`* LIST () "/" ${name}\r\n${tag} OK done\r\n`);
          return true;
        }
        const uids = Array.from({ length: 220 }, (_, index) => index + 1);
        if (command.startsWith('UID FETCH 3:*')) {
          const all = uids.map((uid) => `* ${uid} FETCH (UID ${uid})\r\n`);
          socket.write(`${all.join('')}${tag} OK done\r\n`);
          return true;
        }
        if (!command.startsWith('UID SEARCH')) return false;
        socket.write(`* SEARCH ${uids.join(' ')}\r\n${tag} OK done\r\n`);
        return true;
      },
    );
    ends.push(() => server.stop());
    const account = { host: '127.0.0.1', port: server.port, secure: false, user: GAMES, pass: 'x' };
    await work({ ...account, path: 'INBOX' });
    return lines;
  }
  const atWork = async (account: Account) => (await open(account)).notes.list(NOTE_FIELDS);
  const atCheck = async (account: Account) => {
    const visit = await openVisit(account, 10_000);
    if (!visit.ok) throw new Error(visit.error.said);
    ends.push(() => visit.value.close());
    await fenceFindings(visit.value, 'INBOX', ['Turnpost'], undefined, 0);
  };
  it.each([
    ['the server', atWork],
    ['check', atCheck],
  ])('cost %s no more than the fields of the newest small ones', async (_, look) => {
    const lines = await asked(look);
    expect(lines.filter((line) => line.startsWith('UID SEARCH'))).toEqual([
      `UID SEARCH UNDELETED SMALLER ${noteLimits.bytes}`,
    ]);
    const fetches = lines.filter((line) => line.startsWith('UID FETCH'));
    expect(fetches).toHaveLength(1);
    const uids = (/^UID FETCH (\S+) /.exec(fetches[0] ?? '')?.[1] ?? '').split(',');
    expect(uids).toHaveLength(noteLimits.read);
    expect(uids.at(-1)).toBe('220');
    const fields = NOTE_FIELDS.join(' ').toUpperCase();
    expect(fetches[0]?.match(/BODY.*/)?.[0]).toBe(`BODY.PEEK[HEADER.FIELDS (${fields})])`);
  });

  it('are given up when an awaited letter is looked for among too many', async () => {
    const lines = await asked(async (account) => {
      const visit = await openVisit(account, 10_000);
      if (!visit.ok) throw new Error(visit.error.said);
      ends.push(() => visit.value.close());
      await visit.value.heads('INBOX', 3);
    });
    const [uids, ...fetches] = lines.filter((line) => line.startsWith('UID FETCH'));
    expect(uids).toBe('UID FETCH 3:* UID');
    expect(fetches).toHaveLength(200);
    for (const fetch of fetches)
      expect(fetch).toContain(`BODY.PEEK[HEADER]<0.${letterLimits.headerBytes}>`);
  });
});
