import { cpSync, mkdirSync, mkdtempSync, readdirSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { type Database, migrate, openDatabase } from '../../../src/store/file/database.ts';
import { addPlayer } from '../../../src/store/people/players.ts';
import { challengeOf, challengesToAll, putChallenge } from '../../../src/store/play/challenges.ts';

const MIGRATIONS = fileURLToPath(new URL('../../../migrations', import.meta.url));
let folder: string;
let db: Database;
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'turnpost-'));
  db = openDatabase(join(folder, 'a.sqlite'));
});
afterEach(() => {
  db.close();
  rmSync(folder, { recursive: true });
});

const people = () => {
  for (const [id, userid] of ['alice', 'bob'].entries()) {
    addPlayer(db, { id: id + 1, userid, address: `${userid}@x.test`, language: 'en' }, 0);
  }
};
const OFFER = {
  number: 4,
  challenger: { id: 1, userid: 'alice' },
  challenged: undefined,
  rules: 'forms',
  size: { cols: 8, rows: 6 },
  first: 'me',
  state: 'open',
} as const;

describe('stored challenges', () => {
  it('outlive the change of their table, with indexes and foreign keys', () => {
    const older = join(folder, 'older');
    mkdirSync(older);
    const later = readdirSync(MIGRATIONS).filter((name) => name >= '0009' && name < 'a');
    for (const name of readdirSync(MIGRATIONS).filter((each) => each < '0009')) {
      cpSync(join(MIGRATIONS, name), join(older, name));
    }
    migrate(db, older);
    people();
    db.exec(`insert into challenges values (3, 1, 2, 'forms', 8, 8, 'me', 'declined', 5, 6)`);
    expect(migrate(db, MIGRATIONS)).toEqual(later);
    expect(challengeOf(db, 3)).toMatchObject({ state: 'declined', challenged: { userid: 'bob' } });
    expect(db.prepare('select created_at, ended_at from challenges').get()).toEqual({
      created_at: 5,
      ended_at: 6,
    });
    expect(db.pragma('foreign_key_check')).toEqual([]);
    const indexes = db.pragma('index_list(challenges)') as { name: string }[];
    expect(indexes.map(({ name }) => name).sort()).toEqual([
      'challenges_by',
      'challenges_open_by',
      'challenges_open_since',
      'challenges_open_to',
      'challenges_to',
    ]);
    expect(() => putChallenge(db, { ...OFFER, challenger: { id: 9, userid: 'x' } }, 0)).toThrow(
      'FOREIGN KEY',
    );
  });

  it('are read back as they were, and end once', () => {
    migrate(db, MIGRATIONS);
    people();
    putChallenge(db, OFFER, 0);
    expect(challengeOf(db, 4)).toEqual(OFFER);
    expect(challengesToAll(db)).toEqual([OFFER]);
    const taken = { ...OFFER, challenged: { id: 2, userid: 'bob' }, state: 'accepted' } as const;
    putChallenge(db, taken, 1);
    expect(challengeOf(db, 4)).toEqual(taken);
    expect(challengesToAll(db)).toEqual([]);
    expect(() => putChallenge(db, { ...taken, state: 'withdrawn' }, 2)).toThrow('ended already');
  });
});
