import { afterEach, beforeEach, expect, it } from 'vitest';
import { MIGRATIONS } from '../../../src/service/shell/shell.ts';
import { type Database, migrate, openSqlite } from '../../../src/store/file/database.ts';
import { addPlayer } from '../../../src/store/people/players.ts';
import { challengeOf, challengesToAll, putChallenge } from '../../../src/store/play/challenges.ts';

let db: Database;
beforeEach(() => {
  db = openSqlite(':memory:');
  migrate(db, MIGRATIONS);
  for (const [id, userid] of ['alice', 'bob'].entries()) {
    addPlayer(db, { id: id + 1, userid, address: `${userid}@x.test`, language: 'en' }, 0);
  }
});
afterEach(() => db.close());

const OFFER = {
  number: 4,
  challenger: { id: 1, userid: 'alice' },
  challenged: undefined,
  rules: 'forms',
  size: { cols: 8, rows: 6 },
  first: 'me',
  state: 'open',
} as const;

it('a stored challenge is read back as it was, and ends once', () => {
  putChallenge(db, OFFER, 0);
  expect(challengeOf(db, 4)).toEqual(OFFER);
  expect(challengesToAll(db)).toEqual([OFFER]);
  const taken = { ...OFFER, challenged: { id: 2, userid: 'bob' }, state: 'accepted' } as const;
  putChallenge(db, taken, 1);
  expect(challengeOf(db, 4)).toEqual(taken);
  expect(challengesToAll(db)).toEqual([]);
  expect(() => putChallenge(db, { ...taken, state: 'withdrawn' }, 2)).toThrow('ended already');
});
