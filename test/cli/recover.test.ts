import {
  copyFileSync,
  existsSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  rmSync,
  statSync,
  writeFileSync,
} from 'node:fs';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { recoverReport } from '../../src/cli/recover.ts';
import type { WorkerConfig } from '../../src/config.ts';
import { writeBackup } from '../../src/service/backup/write.ts';
import { takeLock } from '../../src/store/file/lock.ts';
import { openSqlite } from '../../src/store/file/sqlite.ts';
import { ALICE, type Desk, GAMES, openBoard, openDesk } from '../support/desk/desk.ts';

let desk: Desk;
let backup: string;
let database: string;

beforeEach(async () => {
  desk = openDesk({ log: 'silent' });
  await openBoard(desk, 'forms -size=4x4');
  database = join(desk.folder, 'turnpost.sqlite');
  backup = join(desk.folder, 'copy.sqlite');
  expect((await writeBackup({ database, secret: undefined }, backup, desk.shell.time)).ok).toBe(
    true,
  );
});
afterEach(() => desk.close());

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
  log: 'silent',
  ...changes,
});
const recover = (changes: Partial<WorkerConfig> = {}, file = backup) =>
  recoverReport(configured(changes), file, false, desk.shell.time);
const movesIn = (file: string): unknown => {
  const db = openSqlite(file);
  try {
    return db.prepare('select moves from matches').pluck().get();
  } finally {
    db.close();
  }
};
const asideOf = (): readonly string[] =>
  readdirSync(desk.folder).filter((name) => name.includes('.before-'));

describe('turnpost recover', () => {
  it('lays a newer database aside, with its log and its secret, and can be run again', async () => {
    await desk.answer(ALICE, 'a4b4');
    expect(await recover()).toMatchObject({ ok: true });
    expect(movesIn(database)).toBe('');
    const [aside = ''] = asideOf();
    expect(movesIn(join(desk.folder, aside))).toBe('a4xb4');
    expect([database, `${database}.secret`].map((file) => statSync(file).mode & 0o777)).toEqual([
      0o600, 0o600,
    ]);
    desk.time.now += 60_000;
    expect(await recover()).toMatchObject({ ok: true });
    expect(existsSync(`${database}.recovering`)).toBe(false);
    expect(asideOf().filter((name) => name.endsWith('Z'))).toHaveLength(2);
  });

  it('takes the newest copy of this server where none is named', async () => {
    const backups = { folder: join(desk.folder, 'backups'), days: 1 };
    const newest = () => recoverReport(configured({ backups }), undefined, false, desk.shell.time);
    expect(await newest()).toEqual({
      ok: false,
      error: 'There is no copy of this server: name the file of one.',
    });
    const copied = async (id: string, second: number) => {
      const folder = join(backups.folder, id);
      mkdirSync(folder, { recursive: true });
      const file = join(folder, `turnpost-20261121T09000${second}Z.sqlite`);
      const source = { database, secret: undefined };
      expect(await writeBackup(source, file, desk.shell.time)).toMatchObject({ ok: true });
      return file;
    };
    await copied('0123456789abcdef', 1);
    await desk.answer(ALICE, 'a4b4');
    const two = await copied('0123456789abcdef', 2);
    rmSync(database);
    expect(await newest()).toMatchObject({ ok: true });
    expect(movesIn(database)).toBe('a4xb4');
    const other = await copied('fedcba9876543210', 3);
    expect(await newest()).toEqual({
      ok: false,
      error: `There are copies of several databases: name one.\n${[two, other].join('\n')}`,
    });
  });

  it('says what cannot be known where there is no journal', async () => {
    rmSync(database);
    const done = await recover();
    expect(done.ok && done.value.join('\n')).toContain('There is no journal of this time.');
    expect(done.ok && done.value.join('\n')).toContain('Boards to be sent when it starts: 2.');
  });

  it('makes again what a try has left that did not come to its end', async () => {
    rmSync(database);
    copyFileSync(backup, `${database}.x`);
    writeFileSync(`${database}.recovering`, 'half');
    expect(await recover()).toMatchObject({ ok: true });
  });

  it.each<[string, () => Promise<unknown> | unknown, RegExp]>([
    ['no file', () => rmSync(backup), /^There is no backup /],
    [
      'none that SQLite can read',
      () => writeFileSync(backup, 'x'.repeat(5000)),
      /cannot be put back: /,
    ],
    [
      'one that is cut',
      () => writeFileSync(backup, readFileSync(backup).subarray(0, 20_000)),
      /cannot be put back: /,
    ],
    [
      'one without its secret',
      () => [`${backup}.secret`, `${database}.secret`].map((file) => rmSync(file)),
      /without its secret a backup is of no use/,
    ],
    [
      'one of another secret',
      () => writeFileSync(`${backup}.secret`, `${'ab'.repeat(32)}\n`),
      /of another secret than/,
    ],
    [
      'one whose letters another secret has signed',
      () => {
        rmSync(`${database}.secret`);
        writeFileSync(`${backup}.secret`, `${'ab'.repeat(32)}\n`);
      },
      /were signed with another secret/,
    ],
  ])('changes nothing where there is %s', async (_, spoil, says) => {
    await spoil();
    const before = readFileSync(database);
    const done = await recover();
    expect(done).toMatchObject({ ok: false, error: expect.stringMatching(says) });
    expect(readFileSync(database).equals(before)).toBe(true);
    expect(asideOf()).toEqual([]);
  });

  it('does nothing while a server works on the database', async () => {
    const lock = takeLock(database, { pid: process.pid, host: 'here', since: 0 });
    try {
      expect(await recover()).toMatchObject({
        ok: false,
        error: expect.stringContaining('Stop the server first'),
      });
    } finally {
      if (lock.ok) lock.value.release();
    }
  });

  it('changes nothing where the mailbox is out of reach', async () => {
    const imap = { host: '127.0.0.1', port: 9, secure: false, user: 'x', pass: 'x', path: '' };
    expect(await recover({ imap })).toMatchObject({
      ok: false,
      error: expect.stringMatching(/^Nothing was changed/),
    });
    expect(asideOf()).toEqual([]);
    expect(existsSync(`${database}.recovering`)).toBe(false);
  });
});
