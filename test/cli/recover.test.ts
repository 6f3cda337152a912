import {
  cpSync,
  existsSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  renameSync,
  rmSync,
  statSync,
  writeFileSync,
} from 'node:fs';
import { join } from 'node:path';
import { beforeEach, describe, expect, it } from 'vitest';
import { recoverReport, tryReport } from '../../src/cli/recover.ts';
import type { WorkerConfig } from '../../src/config.ts';
import { makeToken, parseToken } from '../../src/mail/token.ts';
import { type KeptBackup, keptBackups } from '../../src/service/backup/copies.ts';
import { copyInto, keepPiped } from '../../src/service/backup/make.ts';
import { allSecrets } from '../../src/service/shell/secret.ts';
import { MIGRATIONS } from '../../src/service/shell/shell.ts';
import { migrate, openSqlite } from '../../src/store/file/database.ts';
import { takeLock } from '../../src/store/file/lock.ts';
import { databaseId, newDatabaseId, noteServerAddress } from '../../src/store/server/conditions.ts';
import { ALICE, BOB, GAMES, openDesk } from '../support/desk/desk.ts';
import { desk, eachDesk } from '../support/desk/each.ts';
import { answerTo, writeLetter } from '../support/post/letters.ts';
import { copyShared } from '../support/stored/damage.ts';
import { lettersOut } from '../support/stored/letters.ts';
import { boards, changeBoard } from '../support/stored/play.ts';

let database: string;
let root: string;
let folder: string;

eachDesk('forms -size=4x4');
beforeEach(async () => {
  database = join(desk.folder, 'turnpost.sqlite');
  root = join(desk.folder, 'backups');
  noteServerAddress(desk.shell.db, GAMES);
  await copy();
  folder = folderNow();
});

const folderNow = (): string => join(root, databaseId(desk.shell.db));
/** Makes a copy, a minute after the last. */
async function copy(): Promise<void> {
  desk.time.now += 60_000;
  const source = { database, secret: undefined };
  const made = await copyInto(source, { folder: folderNow(), days: 14 }, desk.shell.time);
  if (!made.ok) throw new Error(made.error);
}
const newest = (): KeptBackup => keptBackups(folder).at(-1) as KeptBackup;

/** A server without a mailbox. */
const configured = (changes: Partial<WorkerConfig> = {}): WorkerConfig => ({
  mode: 'worker',
  address: GAMES,
  imap: undefined,
  smtp: { host: '127.0.0.1', port: 9, secure: false, user: 'x', pass: 'x', path: '' },
  database,
  admins: new Set(),
  poll: '* * * * *',
  secret: undefined,
  plus: true,
  authserv: undefined,
  templates: undefined,
  quota: {},
  keepDays: 30,
  vacationDays: 30,
  backups: { folder: root, days: 14 },
  log: 'silent',
  ...changes,
});
const NOBODY = { isInteractive: false, confirm: async (_: string) => true };
const recover = (
  changes: Partial<WorkerConfig> = {},
  { copy: file, at }: { copy?: string; at?: string } = {},
  terminal = NOBODY,
) => recoverReport(configured(changes), file, at, terminal, desk.shell.time);
const saidBy = (done: Awaited<ReturnType<typeof recover>>): string =>
  done.ok ? done.value.join('\n') : done.error;
const movesIn = (file: string): unknown => {
  const db = openSqlite(file);
  try {
    return boards(db)[0]?.moves;
  } finally {
    db.close();
  }
};
const asideOf = (): readonly string[] =>
  readdirSync(desk.folder).filter((name) => name.includes('.before-'));
/** A letter of the pipe that no copy holds yet. */
const pipe = (text: string, id: number, board = desk.newest(ALICE)): void =>
  keepPiped(folder, writeLetter(answerTo(board, text), 900 + id), 900 + id, desk.time.now);

/** Writes a database anew as an older version of the program had it. */
function asBefore(file: string, version: number): void {
  const migrations = join(desk.folder, 'migrations');
  mkdirSync(migrations);
  for (const name of readdirSync(MIGRATIONS)) {
    if (Number(name.slice(0, 4)) <= version) {
      cpSync(join(MIGRATIONS, name), join(migrations, name));
    }
  }
  const path = `${file}.older`;
  const db = openSqlite(path);
  migrate(db, migrations);
  copyShared(db, file);
  db.close();
  renameSync(path, file);
}

describe('turnpost recover', () => {
  it('takes the newest copy and what came by the pipe since, and lays aside what is there', async () => {
    const board = desk.newest(ALICE);
    await desk.answer(ALICE, 'a2b2');
    desk.time.now += 60_000;
    pipe('a4b4', 1, board);
    const done = await recover();
    expect(saidBy(done)).toContain(
      'E-mails received since then and read: 1, 1 of them by the pipe.',
    );
    expect(saidBy(done)).toContain('E-mails about boards to be sent at the next start: 2.');
    expect(movesIn(database)).toBe('a4xb4');
    const [aside = ''] = asideOf();
    expect(movesIn(join(desk.folder, aside))).toBe('a2xb2');
    expect([database, `${database}.secret`].map((file) => statSync(file).mode & 0o777)).toEqual([
      0o600, 0o600,
    ]);
    expect(existsSync(`${database}.recovering`)).toBe(false);
  });

  it('comes to the same when it is run again, and has a number of its own', async () => {
    pipe('a4b4', 1);
    const before = databaseId(desk.shell.db);
    for (let time = 0; time < 2; time++) {
      rmSync(database);
      writeFileSync(`${database}.recovering`, 'half');
      expect(saidBy(await recover())).toContain('is restored');
      expect(movesIn(database)).toBe('a4xb4');
    }
    const db = openSqlite(database);
    expect(databaseId(db)).not.toBe(before);
    db.close();
  });

  it('reads nothing that came later than a time', async () => {
    pipe('a4b4', 1);
    desk.time.now += 3_600_000;
    keepPiped(
      folder,
      writeLetter({ from: 'x@y.test', subject: 'help', text: '' }, 990),
      990,
      desk.time.now,
    );
    const at = new Date(desk.time.now - 1_000).toISOString();
    expect(saidBy(await recover({}, { at }))).toContain('Later e-mails, which are not read: 1.');
    expect(movesIn(database)).toBe('a4xb4');
    expect(await recover({}, { at: 'yesterday' })).toMatchObject({
      ok: false,
      error: 'yesterday is not a time. Write it like 2026-11-22T13:30Z.',
    });
    expect(await recover({}, { at: '2020-01-01' })).toMatchObject({
      ok: false,
      error: expect.stringContaining('There is no copy of'),
    });
  });

  it('is done on another machine, from copies that lie elsewhere', async () => {
    pipe('a4b4', 1);
    const [place, copies] = ['machine', 'mounted'].map((name) => join(desk.folder, name)) as [
      string,
      string,
    ];
    cpSync(root, copies, { recursive: true });
    const there = join(place, 'turnpost.sqlite');
    mkdirSync(place);
    const changes = { database: there, backups: { folder: copies, days: 1 } };
    expect(saidBy(await recover(changes))).toContain('is restored');
    expect(movesIn(there)).toBe('a4xb4');
    const token = parseToken(
      /\+([a-z0-9]+)@/.exec(desk.newest(ALICE).raw)?.[1] ?? '',
      allSecrets(`${there}.secret`, desk.shell.time),
    );
    expect(token).toMatchObject({ purpose: 'board', number: 1 });
  });

  it('takes an older copy where the newest is torn or of a newer version, and says so', async () => {
    const first = newest().file;
    await copy();
    const torn = newest().file;
    writeFileSync(torn, readFileSync(torn).subarray(0, 20_000));
    await copy();
    const later = newest().file;
    const db = openSqlite(later);
    db.pragma('user_version = 9999');
    db.close();
    const said = saidBy(await recover());
    expect(said).toContain(`${torn} is skipped: `);
    expect(said).toMatch(
      new RegExp(`${later} is skipped: the database is newer than this program`),
    );
    expect(said).toContain(`Restored from: ${first}`);
    for (const file of [torn, later]) {
      expect(saidBy(await recover({}, { copy: file }))).toContain(`${file} cannot be restored: `);
    }
  });

  describe('where a board in the newest copy does not follow from its moves', () => {
    beforeEach(() => {
      const db = openSqlite(newest().file);
      changeBoard(db, { moves: 'a4xb4' });
      db.close();
    });
    const why = 'not as their moves lead to: board 1';

    it('says so, and changes nothing where there is no other', async () => {
      const before = readFileSync(database);
      const done = await recover();
      expect(done.ok).toBe(false);
      expect(saidBy(done)).toContain(`${newest().file} is skipped: ${why}.`);
      expect(readFileSync(database).equals(before)).toBe(true);
      expect(existsSync(`${database}.recovering`)).toBe(false);
    });

    it('takes the one before, and says so', async () => {
      const [bad, good] = [newest().file, join(folder, 'turnpost-20261121T080000Z.sqlite')];
      for (const end of ['', '.secret']) cpSync(`${bad}${end}`, `${good}${end}`);
      const db = openSqlite(good);
      changeBoard(db, { moves: '' });
      db.close();
      const said = saidBy(await recover());
      expect(said).toContain(`${bad} is skipped: ${why}.`);
      expect(said).toContain(`Restored from: ${good}`);
    });

    it('puts it back where it is named, and names the board', async () => {
      const said = saidBy(await recover({}, { copy: newest().file }));
      expect(said).toContain('is restored');
      expect(said).toContain(why);
    });
  });

  it('leaves out a copy that cannot be brought up to date, and leaves nothing behind', async () => {
    const good = newest().file;
    await copy();
    const bad = newest().file;
    const db = openSqlite(bad);
    db.pragma('user_version = 41');
    db.close();
    const said = saidBy(await recover({}, { copy: bad }));
    expect(said).toContain('duplicate column name');
    expect(existsSync(`${database}.recovering`)).toBe(false);
    const done = saidBy(await recover());
    expect(done).toContain(`${bad} is skipped: `);
    expect(done).toContain(`Restored from: ${good}`);
  });

  it('makes the first copy of what it has come to, and goes on from that one', async () => {
    pipe('a4b4', 1);
    const [, file = ''] = /^A new copy: (.*)$/m.exec(saidBy(await recover())) ?? [];
    expect(movesIn(file)).toBe('a4xb4');
    expect(existsSync(`${file}.secret`)).toBe(true);
    rmSync(folder, { recursive: true });
    rmSync(database);
    expect(saidBy(await recover())).toContain(`Restored from: ${file}`);
    expect(movesIn(database)).toBe('a4xb4');
  });

  it('goes on from before another recovery, which a time asks for', async () => {
    const first = newest().file;
    desk.time.now += 3_600_000;
    expect(saidBy(await recover())).toContain(`Restored from: ${first}`);
    const at = new Date(desk.time.now - 60_000).toISOString();
    expect(saidBy(await recover({}, { at }))).toContain(`Restored from: ${first}`);
  });

  it('asks where the database from before went on after all', async () => {
    expect(saidBy(await recover())).toContain('is restored');
    await copy();
    const done = await recover();
    expect(done.ok).toBe(false);
    expect(saidBy(done)).toContain('There are copies of 2 databases');
  });

  it('knows its own copies among strangers’ files and those of another server', async () => {
    writeFileSync(join(root, 'notes.txt'), 'x');
    writeFileSync(join(folder, 'turnpost-20990101T000000Z.sqlite.old'), 'x');
    writeFileSync(join(folder, 'letter-x.eml'), 'x');
    mkdirSync(join(root, 'ffffffffffffffff'));
    writeFileSync(join(root, 'eeeeeeeeeeeeeeee'), 'x');
    const other = openDesk();
    newDatabaseId(other.shell.db);
    noteServerAddress(other.shell.db, 'other@turnpost.test');
    const source = { database: join(other.folder, 'turnpost.sqlite'), secret: undefined };
    const place = { folder: join(root, databaseId(other.shell.db)), days: 14 };
    expect((await copyInto(source, place, desk.shell.time)).ok).toBe(true);
    other.close();
    expect(saidBy(await recover())).toContain(`Restored from: ${newest().file}`);
  });

  describe('with copies of two databases', () => {
    let fresh: string;
    beforeEach(async () => {
      await desk.answer(ALICE, 'a4b4');
      newDatabaseId(desk.shell.db);
      await copy();
      fresh = keptBackups(folderNow()).at(-1)?.file ?? '';
    });

    it('lists them and stops where nobody can be asked', async () => {
      const done = await recover();
      expect(done).toMatchObject({ ok: false });
      const said = saidBy(done);
      expect(said).toContain(`There are copies of 2 databases in ${root}:`);
      for (const file of [fresh, newest().file]) {
        expect(said).toContain(`  ${file}\n    players: 2, boards: 1, last move: 2026-11-21 09:`);
      }
      expect(said).toContain(`turnpost recover ${fresh}`);
      expect(saidBy(await recover({}, { copy: newest().file }))).toContain('is restored');
      expect(movesIn(database)).toBe('');
    });

    it('asks which one at a terminal', async () => {
      const asked: string[] = [];
      const confirm = async (question: string) => asked.push(question) === 2;
      expect(saidBy(await recover({}, {}, { isInteractive: true, confirm }))).toContain(
        'is restored',
      );
      expect(movesIn(database)).toBe('');
      expect(asked.map((each) => each.split('\n').at(-1))).toEqual([
        `Restore ${fresh}?`,
        `Restore ${newest().file}?`,
      ]);
    });

    it('leaves out those from which the other has gone on', async () => {
      writeFileSync(join(folder, `recovered-as-${databaseId(desk.shell.db)}`), '');
      expect(saidBy(await recover())).toContain(`Restored from: ${fresh}`);
    });
  });

  it('goes on without the secret, and says which answers do not count', async () => {
    for (const file of [`${newest().file}.secret`, `${database}.secret`]) rmSync(file);
    pipe('a4b4', 1);
    const said = saidBy(await recover());
    expect(said).toContain('replies to older e-mail do not count');
    expect(movesIn(database)).toBe('');
    const db = openSqlite(database);
    const told = lettersOut(db).filter((each) => each.board === null && each.state !== 'sent');
    expect(told).toHaveLength(1);
    db.close();
  });

  it.each<[string, string | undefined, () => unknown]>([
    ['another secret is in its place', undefined, () => [`${database}.secret`]],
    ['both are another', 'do not count', () => [`${database}.secret`, `${newest().file}.secret`]],
  ])('takes the secret that has signed its letters where %s', async (_, says, files) => {
    for (const file of files() as string[]) writeFileSync(file, `${'ab'.repeat(32)}\n`);
    pipe('a4b4', 1);
    const said = saidBy(await recover());
    if (says === undefined) expect(said).not.toContain('do not count');
    else expect(said).toContain(says);
    expect(movesIn(database)).toBe(says === undefined ? 'a4xb4' : '');
  });

  // Tokens did not tell what letters showed; databases had no number; nothing was noted of copies.
  it.each([41, 38, 22])(
    'puts back a copy of version %d, and counts the answers of that time',
    async (version) => {
      const token = { purpose: 'board', player: 1, number: 1, revision: 1 } as const;
      asBefore(newest().file, version);
      const older = makeToken(token, allSecrets(`${database}.secret`, desk.shell.time));
      const to = GAMES.replace('@', `+${older}@`);
      const answer = writeLetter({ from: ALICE, to, subject: 'Re: Board 1', text: 'a4b4' }, 901);
      keepPiped(folder, answer, 901, desk.time.now);
      expect(saidBy(await recover())).not.toContain('answers something that is missing');
      expect(movesIn(database)).toBe('a4xb4');
    },
  );

  it('names a board once for each letter that answers what it has never been', async () => {
    await desk.answer(ALICE, 'a4b4');
    pipe('d4c4', 1, desk.newest(BOB));
    const said = saidBy(await recover());
    expect(said.match(/answers something that is missing/g)).toHaveLength(1);
    expect(movesIn(database)).toBe('');
  });

  it('sends a copy with the journal of an older version to that version', async () => {
    const file = newest().file;
    const db = openSqlite(file);
    db.pragma('user_version = 41');
    db.close();
    writeFileSync(join(folder, 'turnpost-000001.journal'), '{}\n');
    expect(saidBy(await recover({}, { copy: file }))).toContain('recover with that version');
    expect(asideOf()).toEqual([]);
  });

  it.each<[string, (file: string) => unknown, RegExp]>([
    ['no file', (file) => rmSync(file), /^There is no copy /],
    [
      'none that SQLite can read',
      (file) => writeFileSync(file, 'x'.repeat(5000)),
      /cannot be restored/,
    ],
    ['an empty one', (file) => writeFileSync(file, ''), /cannot be restored/],
  ])('changes nothing where there is %s', async (_, spoil, says) => {
    const { file } = newest();
    spoil(file);
    const before = readFileSync(database);
    expect(saidBy(await recover({}, { copy: file }))).toMatch(says);
    expect(saidBy(await recover())).toMatch(/^There is no copy of /);
    expect(readFileSync(database).equals(before)).toBe(true);
    expect(asideOf()).toEqual([]);
  });

  it('does nothing while a server works on the database', async () => {
    const lock = takeLock(database, { pid: process.pid, host: 'here', since: 0 });
    try {
      expect(saidBy(await recover())).toContain('Stop the server first');
    } finally {
      if (lock.ok) lock.value.release();
    }
  });

  it('says where no copies are made', async () => {
    expect(saidBy(await recover({ backups: undefined }))).toContain('turnpost recover FILE');
  });

  it('changes nothing where the mailbox is unreachable', async () => {
    const imap = { host: '127.0.0.1', port: 9, secure: false, user: 'x', pass: 'x', path: '' };
    expect(saidBy(await recover({ imap }))).toMatch(/^Nothing was changed/);
    expect(asideOf()).toEqual([]);
    expect(existsSync(`${database}.recovering`)).toBe(false);
  });
});

describe('turnpost recover --try', () => {
  it('says whether the newest copy can be put back, and leaves nothing behind', async () => {
    const before = readdirSync(folder);
    expect(tryReport(configured(), undefined)).toMatchObject({
      ok: true,
      value: [expect.stringContaining('every board follows from its moves')],
    });
    const db = openSqlite(newest().file);
    changeBoard(db, { moves: 'a4xb4' });
    db.close();
    expect(tryReport(configured(), undefined)).toMatchObject({
      ok: false,
      error: expect.stringContaining('not as their moves lead to: board 1'),
    });
    expect(readdirSync(folder)).toEqual(before);
  });
});
