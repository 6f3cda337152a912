import { afterEach, beforeEach, expect, it } from 'vitest';
import { MIGRATIONS } from '../../../src/service/shell/shell.ts';
import { type Database, migrate, openSqlite } from '../../../src/store/file/database.ts';
import { addPlayerWithoutAddress, addRobots, useridOf } from '../../../src/store/people/players.ts';

let db: Database;
beforeEach(() => {
  db = openSqlite(':memory:');
  migrate(db, MIGRATIONS);
});
afterEach(() => db.close());

/** What people are called when the robot has come, who had these names before, with the ids from 1 on. */
function calledWith(...userids: readonly string[]): readonly (string | undefined)[] {
  for (const [index, userid] of userids.entries()) {
    addPlayerWithoutAddress(db, { id: index + 1, userid, language: 'en' }, 0);
  }
  addRobots(db, 0);
  return userids.map((_, index) => useridOf(db, index + 1));
}

it('is called robot, and whoever was called so before is called otherwise', () => {
  expect(calledWith('alice', ...Array.from({ length: 5 }, (_, n) => `b${n}b`), 'Robot')).toEqual(
    'alice b0b b1b b2b b3b b4b Robot-7'.split(' '),
  );
  expect(useridOf(db, -5)).toBe('robot');
  expect(useridOf(db, -3)).toBe('robot-3');
});

it('leaves alone what others are called, and its own names at each level', () => {
  const called = calledWith('alice', 'robot-3', 'robot', 'robot-2-2', 'R0BOT-3-3', 'robot-3-2');
  expect(new Set(called).size).toBe(6);
  expect(called.slice(0, 1)).toEqual(['alice']);
  // Nobody was called otherwise twice, nor like a robot.
  expect(called.slice(1)).toEqual([
    'robot-3-2-2',
    'robot-3-4',
    'robot-2-2',
    'R0BOT-3-3',
    'robot-3-2',
  ]);
});
