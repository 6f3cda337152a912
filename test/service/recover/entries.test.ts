import {
  appendFileSync,
  mkdtempSync,
  readFileSync,
  rmSync,
  statSync,
  utimesSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { systemRandom } from '../../../src/ports.ts';
import { NOTHING_TOLD, readJournal } from '../../../src/service/recover/entries.ts';
import { MIGRATIONS } from '../../../src/service/shell/folders.ts';
import { cutJournal, journalFiles, openJournal } from '../../../src/service/shell/journal.ts';
import { seal, unseal } from '../../../src/service/shell/seal.ts';
import {
  attempt,
  type Database,
  openDatabase,
  transact,
} from '../../../src/store/file/database.ts';
import { entriesOf, setEntries } from '../../../src/store/file/journal.ts';
import { migrate } from '../../../src/store/file/migrate.ts';

let folder: string;
let db: Database;
const time = { now: () => 1_000_000 };
const fail = (error: unknown): never => {
  throw error;
};
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'turnpost-'));
  db = openDatabase(join(folder, 'turnpost.sqlite'));
  migrate(db, MIGRATIONS);
});
afterEach(() => {
  db.close();
  rmSync(folder, { recursive: true });
});

const note = (board: number): void => {
  const journal = openJournal(folder, time, fail);
  transact(db, () => journal.note(db, { is: 'forfeit', board }, 5));
  journal.close();
};
const boardsAfter = (entries: number, era?: number): readonly unknown[] =>
  readJournal(folder, { entries, era }).entries.map(
    (entry) => entry.is === 'forfeit' && entry.board,
  );
const fileOf = (at = 0): string => journalFiles(folder).at(at) ?? '';

describe('the journal', () => {
  it('tells what came after a backup, for its owner alone', () => {
    for (const board of [1, 2, 3]) note(board);
    expect([boardsAfter(0), boardsAfter(2), boardsAfter(3)]).toEqual([[1, 2, 3], [3], []]);
    expect(readJournal(folder, { entries: 1, era: undefined })).toMatchObject({
      whole: true,
      aliveAt: 1_000_000,
    });
    expect(statSync(fileOf()).mode & 0o777).toBe(0o600);
  });

  it('knows nothing of what was undone', () => {
    const journal = openJournal(folder, time, fail);
    transact(db, () => {
      journal.note(db, { is: 'forfeit', board: 1 }, 5);
      attempt(db, () => {
        journal.note(db, { is: 'forfeit', board: 2 }, 5);
        throw new Error('undone');
      });
      journal.note(db, { is: 'forfeit', board: 3 }, 5);
    });
    journal.close();
    expect(boardsAfter(0)).toEqual([1, 3]);
  });

  it('goes on from an older database that was put back', () => {
    for (const board of [1, 2, 3]) note(board);
    setEntries(db, 1);
    openJournal(folder, time, fail).begin();
    note(4);
    expect(journalFiles(folder)).toHaveLength(2);
    expect(boardsAfter(0)).toEqual([1, 4]);
  });

  it('loses only the line that a crash has torn, and says so', () => {
    for (const board of [1, 2]) note(board);
    writeFileSync(fileOf(), readFileSync(fileOf(), 'utf8').slice(0, -10));
    note(3);
    expect(boardsAfter(0)).toEqual([1, 3]);
    expect(readJournal(folder, { entries: 0, era: undefined }).whole).toBe(false);
    expect(readJournal(folder, { entries: 2, era: undefined }).whole).toBe(true);
  });

  it('is not read where it is that of another course', () => {
    appendFileSync(
      join(folder, 'turnpost-000001.journal'),
      '{"n":1,"at":1,"on":1,"is":"start","era":7}\n',
    );
    setEntries(db, 1);
    note(1);
    expect(boardsAfter(1, 7)).toEqual([1]);
    expect(readJournal(folder, { entries: 1, era: 8 })).toBe(NOTHING_TOLD);
  });

  it('is cut where every backup has what is in a file, but for the newest one', () => {
    for (const board of [1, 2, 3]) {
      openJournal(folder, time, fail).begin();
      note(board);
    }
    for (const [at, file] of journalFiles(folder).entries()) utimesSync(file, at, at);
    cutJournal(folder, 1_000);
    expect(boardsAfter(2)).toEqual([3]);
    expect(journalFiles(folder)).toHaveLength(2);
    cutJournal(folder, 1_000_000);
    expect(journalFiles(folder)).toHaveLength(1);
  });

  it('lets nothing happen that no mailbox has, where it cannot be written, and all else', () => {
    writeFileSync(join(folder, 'file'), '');
    const told: unknown[] = [];
    const journal = openJournal(join(folder, 'file', 'x'), time, (error) => told.push(error));
    const piped = () => transact(db, () => journal.note(db, { is: 'pipe', id: 1, raw: '' }, 5));
    expect(piped).toThrow('ENOTDIR');
    expect(entriesOf(db)).toBe(0);
    transact(db, () => journal.note(db, { is: 'expired' }, 5));
    expect([entriesOf(db), told.length]).toEqual([1, 1]);
  });
});

describe('a seal', () => {
  it('is opened by who has the secret, also when there is a newer one, and by nobody else', () => {
    const [one, other] = [systemRandom.bytes(32), systemRandom.bytes(32)];
    const sealed = seal(Buffer.from('password sesame'), [one], systemRandom);
    expect(Buffer.from(sealed, 'base64').includes('sesame')).toBe(false);
    expect(Buffer.from(unseal(sealed, [other, one]) ?? []).toString()).toBe('password sesame');
    expect(unseal(sealed, [other])).toBeUndefined();
    expect(unseal(`${sealed.slice(0, -8)}AAAAAAA=`, [one])).toBeUndefined();
  });
});
