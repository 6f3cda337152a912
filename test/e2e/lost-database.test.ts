import { spawnSync } from 'node:child_process';
import {
  closeSync,
  copyFileSync,
  cpSync,
  existsSync,
  openSync,
  readFileSync,
  renameSync,
  rmSync,
  truncateSync,
  writeFileSync,
  writeSync,
} from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { type Database, openSqlite } from '../../src/store/file/database.ts';
import { answerTo, type Draft, writeLetter } from '../support/post/letters.ts';
import { type Program, startProgram } from '../support/process/process.ts';
import { settings } from '../support/process/settings.ts';
import { newFolder } from '../support/run/folder.ts';
import { present } from '../support/run/present.ts';
import { full, throwDice } from '../support/run/seed.ts';
import { type Dovecot, hasDovecot, startDovecot } from '../support/servers/dovecot.ts';
import { type Lmtp, openLmtp } from '../support/servers/lmtp.ts';
import { until } from '../support/servers/ports.ts';
import { type Sink, startSink } from '../support/servers/sink.ts';
import { dropInbox, emptyTables, rootPageOfAddresses } from '../support/stored/damage.ts';
import { fill } from '../support/stored/filler.ts';
import { lettersIn } from '../support/stored/letters.ts';

const MAIN = fileURLToPath(new URL('../../dist/main.js', import.meta.url));
const ALICE = 'alice@home.test';
const here = present('dovecot-imapd, dovecot-lmtpd', hasDovecot());

/** What happens to the files, and what the server says of it. `older` is a copy from before. */
interface Loss {
  readonly name: string;
  readonly happens: (path: string, older: string) => void;
  readonly line: string;
}

const overwrite = (path: string, bytes: Buffer, at: number): void => {
  const file = openSync(path, 'r+');
  writeSync(file, bytes, 0, bytes.length, at);
  closeSync(file);
};
const by = (path: string, change: (db: Database) => void): void => {
  const db = openSqlite(path);
  db.pragma('foreign_keys = off');
  change(db);
  db.close();
};

const LOSSES: readonly Loss[] = [
  { name: 'deleted', happens: (path) => rmSync(path), line: 'is gone' },
  {
    name: 'moved away',
    happens: (path) => renameSync(path, `${path}.away`),
    line: 'is gone',
  },
  {
    name: 'replaced by a copy that takes its name',
    happens: (path, older) => renameSync(older, path),
    line: 'was replaced',
  },
  {
    name: 'replaced by an empty file',
    happens: (path) => {
      writeFileSync(`${path}.new`, '');
      renameSync(`${path}.new`, path);
    },
    line: 'was replaced',
  },
  { name: 'cut to nothing', happens: (path) => truncateSync(path, 0), line: 'was emptied' },
  {
    name: 'cut short',
    happens: (path) => truncateSync(path, 8192),
    line: 'was overwritten',
  },
  {
    name: 'overwritten with an older copy',
    happens: (path, older) => copyFileSync(older, path),
    line: 'was overwritten',
  },
  {
    name: 'overwritten with another database',
    happens: (path) => {
      const other = openSqlite(`${path}.other`);
      fill(other, 1, 100_000);
      other.close();
      copyFileSync(`${path}.other`, path);
    },
    line: 'was overwritten',
  },
  {
    name: 'given another header',
    happens: (path) => overwrite(path, Buffer.alloc(100, 'x'), 0),
    line: 'was overwritten',
  },
  {
    name: 'filled with zeros',
    happens: (path) => overwrite(path, Buffer.alloc(readFileSync(path).length), 0),
    line: 'was overwritten',
  },
  { name: 'robbed of its log', happens: (path) => rmSync(`${path}-wal`), line: 'has lost its log' },
  {
    name: 'robbed of the index of its log',
    happens: (path) => rmSync(`${path}-shm`),
    line: 'has lost its log',
  },
  {
    name: 'robbed of what is in its log',
    happens: (path) => truncateSync(`${path}-wal`, 0),
    line: 'has lost its log',
  },
  {
    name: 'emptied by statements',
    happens: (path) => by(path, emptyTables),
    line: 'has lost rows',
  },
  {
    name: 'robbed of its tables',
    happens: (path) => by(path, dropInbox),
    line: 'has lost rows',
  },
  {
    name: 'robbed of the lock',
    happens: (path) => rmSync(`${path}.lock`),
    line: 'lock was removed',
  },
];

describe.skipIf(!here)('a database that is lost under a running server', () => {
  const mailboxes = Array.from({ length: 40 }, (_, index) => `box${index}@game.test`);
  let dovecot: Dovecot;
  let lmtp: Lmtp;
  let used = 0;
  let mailbox: string;
  let folder: string;
  let path: string;
  let sink: Sink;
  let worker: Program;
  let letters = 0;
  const dice = throwDice('lost databases');
  let extra: Record<string, string>;

  const begin = async () => {
    mailbox = mailboxes[used++] ?? '';
    folder = newFolder();
    path = join(folder, 'turnpost.sqlite');
    sink = await startSink('games', dovecot.password);
    extra = {};
  };
  const end = async () => {
    worker.signal('SIGKILL');
    await worker.ended();
    await sink.stop();
  };
  beforeAll(async () => {
    dovecot = await startDovecot(mailboxes);
    lmtp = openLmtp(dovecot.lmtpPort);
    await begin();
    await workBefore();
    await end();
  });
  afterAll(async () => {
    lmtp.close();
    await dovecot.stop();
  });
  beforeEach(begin);
  afterEach(end);

  const environment = () => ({
    ...settings(path, sink.port, { mailbox: mailbox, port: dovecot.imapPort }),
    TURNPOST_POLL: '* * * * * *',
    ...extra,
  });
  const start = (...options: readonly string[]): Program =>
    startProgram('dist/main.js', ['start', ...options], environment(), folder);
  const startWell = async (...options: readonly string[]): Promise<void> => {
    worker = start(...options);
    await worker.prints('waiting for e-mail');
  };
  const stop = async (): Promise<void> => {
    worker.signal('SIGTERM');
    expect(await worker.ended()).toEqual({ code: 0, signal: null });
  };
  const write = (draft: Draft) => lmtp.deliver(mailbox, writeLetter(draft, ++letters));
  const countIn = (box: string): number =>
    Number(
      /messages=(\d+)/.exec(dovecot.admin(mailbox, 'mailbox', 'status', 'messages', box))?.[1],
    );
  const pipe = () =>
    spawnSync(process.execPath, [MAIN, 'receive'], {
      input: writeLetter({ from: ALICE, subject: 'games', text: '' }, ++letters),
      env: environment(),
      cwd: folder,
      encoding: 'utf8',
    });
  /** A server that has worked, in a folder of its own, and a copy of its database from before that. */
  let worked: string;
  const OLDER = 'older.sqlite';
  const workBefore = async (): Promise<void> => {
    await startWell();
    await write({ from: ALICE, subject: 'signup alice', text: '' });
    const confirm = await sink.next(ALICE);
    await until('the sign-up is filed', () => countIn('Processed') === 1);
    await stop();
    copyFileSync(path, join(folder, OLDER));
    await startWell();
    await write(answerTo(confirm, 'yes'));
    await sink.next(ALICE);
    await until('the yes is filed', () => countIn('Processed') === 2);
    await stop();
    worked = newFolder();
    cpSync(folder, worked, { recursive: true });
  };
  /** Has such a server at work on a mailbox of its own, with a letter answered. */
  const play = async (): Promise<string> => {
    cpSync(worked, folder, { recursive: true });
    await startWell();
    await write({ from: ALICE, subject: 'games', text: '' });
    await sink.next(ALICE);
    await until('the letter is filed', () => countIn('Processed') === 1);
    return join(folder, OLDER);
  };

  // They are told apart by the same look at the files.
  it.each(dice.sample(LOSSES, 1))(
    '$name ends it before a letter is filed or sent',
    async (loss) => {
      const older = await play();
      const before = sink.sent.length;
      // It does not look while a file is written, which may be empty then.
      worker.signal('SIGSTOP');
      loss.happens(path, older);
      worker.signal('SIGCONT');
      for (let count = 0; count < 3; count++) {
        await write({ from: ALICE, subject: 'games', text: '' });
      }
      expect(await worker.ended()).toEqual({ code: 1, signal: null });
      const said = worker.output().split('\n');
      const lines = said.filter((line) => line.includes('safe in the mailbox'));
      expect(lines).toHaveLength(1);
      expect(JSON.parse(lines[0] ?? '').msg).toContain(loss.line);
      expect(said.filter((line) => line !== '' && !line.startsWith('{'))).toEqual([]);
      expect(countIn('Processed')).toBe(1);
      expect(countIn('INBOX')).toBe(3);
      expect(sink.sent).toHaveLength(before);
    },
  );

  it.runIf(dice.takes())(
    'goes on where it was when the file comes back, and sends nothing twice',
    async () => {
      await play();
      renameSync(path, `${path}.away`);
      await write({ from: ALICE, subject: 'games', text: '' });
      expect((await worker.ended()).code).toBe(1);
      renameSync(`${path}.away`, path);
      await startWell();
      await sink.next(ALICE);
      await until('the letter is filed', () => countIn('Processed') === 2);
      await stop();
      const ids = sink.sent.map(({ email }) => email.messageId);
      expect(new Set(ids).size).toBe(ids.length);
      expect(checked(path)).toEqual(['ok', 4]);
    },
  );

  it.runIf(dice.takes())(
    'begins with the older copy that was put over it, and with nothing of the log',
    async () => {
      const older = await play();
      copyFileSync(older, path);
      expect((await worker.ended()).code).toBe(1);
      expect(checked(path)).toEqual(['ok', 1]);
      // There may be a newer copy.
      await startWell('--new');
      await stop();
      expect(checked(path)).toEqual(['ok', 1]);
    },
  );

  it.runIf(dice.takes())(
    'that is damaged ends it, and is not held against the letter',
    async () => {
      await play();
      await stop();
      const db = openSqlite(path);
      const page = rootPageOfAddresses(db);
      db.close();
      overwrite(path, Buffer.alloc(4096, 0xff), (page - 1) * 4096);
      await write({ from: ALICE, subject: 'games', text: '' });
      for (let count = 0; count < (full ? 4 : 1); count++) {
        worker = start();
        expect(await worker.ended()).toEqual({ code: 1, signal: null });
        const lines = worker.output().split('\n').slice(0, -1);
        expect(lines.filter((line) => line.includes('is damaged'))).toHaveLength(1);
        expect(lines.filter((line) => line.includes('SQLITE_CORRUPT'))).toEqual([]);
      }
      expect(countIn('Processed')).toBe(1);
      const after = openSqlite(path);
      const letter = lettersIn(after)[3];
      after.close();
      expect(letter).toMatchObject({ id: 4, state: 'stored', attempts: 0 });
    },
  );

  const SECRETS: readonly (readonly [string, Record<string, string>, string])[] = [
    ['a secret in a file', {}, '.secret'],
    ['a configured secret', { TURNPOST_SECRET: 'long enough to be a secret of tokens' }, '.worker'],
  ];
  it.runIf(dice.takes()).each(dice.sample(SECRETS, 1))(
    'is not taken for a new one with %s',
    async (_, env, trace) => {
      extra = env;
      await play();
      await stop();
      // What worked before had none configured.
      if (trace !== '.secret') rmSync(`${path}.secret`);
      for (const lose of [() => rmSync(path), () => writeFileSync(path, '')]) {
        lose();
        worker = start();
        expect(await worker.ended()).toEqual({ code: 1, signal: null });
        expect(worker.output()).toMatch(
          `${path}: there is no database here, or an empty one, but a server has worked here`,
        );
        expect(worker.output()).toContain(`${path}${trace}`);
        expect(worker.output()).toMatch(/run turnpost recover, .*turnpost start --new\n$/);
        expect(pipe().status).toBe(75);
      }
      expect(readFileSync(path)).toHaveLength(0);
      worker = start('--new');
      await worker.prints('waiting for e-mail');
      expect(existsSync(`${path}.secret`)).toBe(trace === '.secret');
      expect(pipe().status).toBe(0);
      await stop();
      // What was begun on purpose goes on.
      await startWell();
    },
  );

  const BESIDE: readonly [string, (now: string, older: string) => void][] = [
    ['was deleted', (now) => rmSync(now)],
    ['was cut to nothing', (now) => truncateSync(now, 0)],
    ['was replaced', (now, older) => renameSync(older, now)],
    ['was overwritten', (now, older) => copyFileSync(older, now)],
  ];
  it.runIf(dice.takes()).each(dice.sample(BESIDE, 1))(
    'takes no letter by the pipe when it %s',
    async (_, happens) => {
      const older = await play();
      // The worker does not look.
      worker.signal('SIGSTOP');
      expect(pipe().status).toBe(0);
      happens(path, older);
      const isThere = existsSync(path);
      expect(pipe().status).toBe(75);
      expect(existsSync(path)).toBe(isThere);
      worker.signal('SIGCONT');
      expect((await worker.ended()).code).toBe(1);
    },
  );
});

/** What SQLite says of a file, and how many letters are in it. */
function checked(path: string): unknown[] {
  const db = openSqlite(path);
  const found = [db.pragma('integrity_check', { simple: true }), lettersIn(db).length];
  db.close();
  return found;
}
