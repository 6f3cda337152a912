import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { type Database, migrate, openDatabase } from '../../../src/store/file/database.ts';
import { finishLetter, storePiped, waitingLetters } from '../../../src/store/letters/inbox.ts';
import { newFolder } from '../../support/run/folder.ts';

const MIGRATIONS = fileURLToPath(new URL('../../../migrations', import.meta.url));
let folder: string;
let db: Database;
beforeEach(() => {
  folder = newFolder();
  db = openDatabase(join(folder, 'a.sqlite'));
  migrate(db, MIGRATIONS);
});
afterEach(() => db.close());

describe('a letter that is stored', () => {
  it('ends once', () => {
    storePiped(db, Buffer.from('Subject: help'), Buffer.from([1]), 1);
    const [letter] = waitingLetters(db);
    const id = letter?.id ?? 0;
    finishLetter(db, id, { state: 'done' }, 2);
    expect(waitingLetters(db)).toEqual([]);
    expect(() => finishLetter(db, id, { state: 'refused', reason: 'late' }, 3)).toThrow(
      'was finished by somebody else',
    );
    expect(db.prepare('select state, reason, finished_at from inbox').get()).toEqual({
      state: 'done',
      reason: null,
      finished_at: 2,
    });
  });
});
