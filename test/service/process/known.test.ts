import { copyFileSync, existsSync, mkdirSync, readdirSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { beforeEach, describe, expect, it } from 'vitest';
import { err } from '../../../src/result.ts';
import { keptBackups } from '../../../src/service/backup/copies.ts';
import { copyInto, makeCopier } from '../../../src/service/backup/make.ts';
import {
  copyBeforeUpgrade,
  type Installation,
  renameOldSecret,
  startProblem,
} from '../../../src/service/process/before-start.ts';
import { openDatabase } from '../../../src/store/file/database.ts';
import { databaseId, newDatabaseId } from '../../../src/store/server/conditions.ts';
import { ALICE, openBoard } from '../../support/desk/desk.ts';
import { desk, eachDesk } from '../../support/desk/each.ts';
import { asBeforeNumbers } from '../../support/stored/damage.ts';

let root: string;
let place: Installation;
eachDesk();
beforeEach(async () => {
  root = join(desk.folder, 'backups');
  const database = join(desk.folder, 'turnpost.sqlite');
  const { address } = desk.shell;
  place = { database, secret: undefined, address, backups: { folder: root, days: 2 } };
  await openBoard(desk, 'forms -size=4x4');
});

const id = () => databaseId(desk.shell.db);
const copy = async () => {
  const made = await copyInto(place, { folder: join(root, id()), days: 2 }, desk.shell.time);
  if (!made.ok) throw new Error(made.error);
  return made.value.file;
};
/** The same place, of a server whose database is elsewhere. */
const elsewhere = (): Installation => ({
  ...place,
  database: join(desk.folder, 'other', 'new.sqlite'),
});
/** A database in another place, as a copy of a file. */
const putBack = (file: string): Installation => {
  const there = elsewhere();
  mkdirSync(join(desk.folder, 'other'));
  copyFileSync(file, there.database);
  return there;
};

describe('a start', () => {
  it('is right with the newest database, and with a new one where nobody has ever worked', async () => {
    expect(startProblem(place)).toBeUndefined();
    await copy();
    expect(startProblem(place)).toBeUndefined();
    await desk.answer(ALICE, 'a4b4');
    expect(startProblem(place)).toBeUndefined();
    const nowhere = { folder: join(desk.folder, 'nowhere'), days: 2 };
    expect(startProblem({ ...elsewhere(), backups: nowhere })).toBeUndefined();
    expect(startProblem({ ...elsewhere(), backups: undefined })).toBeUndefined();
  });

  it.each([
    ['no database', () => undefined],
    ['an empty file', (path: string) => writeFileSync(path, '')],
    ['a database without tables', (path: string) => openDatabase(path).close()],
  ])('is wrong with %s beside copies of its mailbox', async (_, make) => {
    const file = await copy();
    const there = elsewhere();
    mkdirSync(join(desk.folder, 'other'));
    make(there.database);
    expect(startProblem(there)).toMatch(/a server has worked here \(\S+\): run turnpost recover, /);
    expect(startProblem(there)).toContain('turnpost start --new');
    // Those of another server are none of its business.
    expect(startProblem({ ...there, address: 'chess@example.org' })).toBeUndefined();
    writeFileSync(file, 'torn');
    expect(startProblem({ ...there, address: 'chess@example.org' })).toContain('recover');
  });

  it('is wrong without a database beside copies of a version that put them into one folder', () => {
    mkdirSync(root);
    writeFileSync(join(root, 'turnpost-20261119T180000Z.sqlite'), 'a copy');
    expect(startProblem(elsewhere())).toContain(`a server has worked here (${root}): `);
    expect(startProblem(place)).toBeUndefined();
  });

  it('is wrong with a database that is older than its copy', async () => {
    const old = await copy();
    await desk.answer(ALICE, 'a4b4');
    desk.time.now += 60_000;
    const newer = await copy();
    const there = putBack(old);
    expect(startProblem(there)).toMatch(
      `the database is older than its copy ${newer}: run turnpost recover, `,
    );
    // It was begun with on purpose, or put back by `recover`.
    const db = openDatabase(there.database);
    newDatabaseId(db);
    db.close();
    expect(startProblem(there)).toBeUndefined();
  });

  it('is wrong where the secret of a database is left, which is laid aside for a new one', () => {
    desk.shell.guard.close();
    rmSync(place.database);
    expect(startProblem(place)).toContain('turnpost.sqlite.secret): run turnpost recover');
    renameOldSecret(place);
    expect(existsSync(`${place.database}.secret`)).toBe(false);
    const aside = readdirSync(desk.folder).filter((name) => name.includes('.secret.before-'));
    expect(aside).toHaveLength(1);
    expect(startProblem(place)).toBeUndefined();
  });
});

describe('an upgrade that writes tables anew', () => {
  /** Makes the database one of a version that had no numbers, and an upgrade one that drops a table. */
  const older = () => {
    asBeforeNumbers(desk.shell.db);
  };

  it('has a copy from before', async () => {
    expect(await copyBeforeUpgrade(place)).toBeUndefined();
    older();
    const given = await copyBeforeUpgrade(place);
    expect(given).toMatch(/^[0-9a-f]{16}$/);
    const [made] = keptBackups(join(root, given ?? ''));
    const db = openDatabase(made?.file ?? '');
    expect(db.pragma('user_version', { simple: true })).toBe(8);
    db.close();
    expect(await copyBeforeUpgrade({ ...place, backups: undefined })).toBeUndefined();
  });

  it('is refused without one', async () => {
    older();
    const copier = { ...makeCopier(), make: async () => err('there is no room') };
    await expect(copyBeforeUpgrade(place, copier)).rejects.toThrow(
      /no backup could be made first: there is no room\. Make room, or let TURNPOST_BACKUP_DIR/,
    );
  });
});
