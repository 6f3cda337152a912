import { beforeEach, describe, expect, it } from 'vitest';
import { gameOf } from '../../../src/engine/registry.ts';
import type { RulesId } from '../../../src/engine/shape/ground.ts';
import { playMove } from '../../../src/match/play.ts';
import { startMatch as newMatch } from '../../../src/match/start.ts';
import type { Match } from '../../../src/match/types.ts';
import { addPlayer } from '../../../src/store/people/players.ts';
import { advanceMatch, insertMatch, matchOf } from '../../../src/store/play/matches.ts';
import { desk, eachDesk } from '../../support/desk/each.ts';

const BLACK = { id: 1, userid: 'alice' };
const WHITE = { id: 2, userid: 'bob' };
eachDesk();
beforeEach(() => {
  for (const { id, userid } of [BLACK, WHITE]) {
    addPlayer(desk.shell.db, { id, userid, address: `${userid}@x.test`, language: 'en' }, 0);
  }
});

function begin(board: number, rules: RulesId = 'forms'): Match {
  const match = newMatch(board, rules, { cols: 8, rows: 8 }, { first: BLACK, second: WHITE });
  if (!match.ok) throw new Error(match.error.code);
  return match.value;
}

/** Plays the first legal move. */
function next(match: Match): Match {
  const game = gameOf(match.rules);
  const [move] = game.legalMoves(match.position);
  if (!move) throw new Error('no move');
  const moved = playMove(
    match,
    match[match.position.turn].id,
    game.makeMove(move, match.position),
    {},
  );
  if (!moved.ok) throw new Error(moved.error.code);
  return moved.value.match;
}

describe('a stored match', () => {
  it('is read back as it was, and knows how long each ply took', () => {
    const { db } = desk.shell;
    let match = begin(1);
    insertMatch(db, match, 0);
    for (const at of [60_000, 61_000, 3_661_000]) {
      match = next(match);
      advanceMatch(db, match, at);
    }
    expect(matchOf(db, 1)).toEqual(match);
    const times = db.prepare('select times from matches').pluck().get() as string;
    expect(times.split(' ').map((each) => Number.parseInt(each, 36))).toEqual([60, 1, 3600]);
  });

  it('is not written over another revision', () => {
    const { db } = desk.shell;
    const match = begin(1);
    insertMatch(db, match, 0);
    advanceMatch(db, next(match), 0);
    expect(() => advanceMatch(db, next(match), 0)).toThrow('not at revision 1');
  });

  it('takes less than 1 KiB for 50 plies', () => {
    const { db } = desk.shell;
    const pages = () => db.pragma('page_count', { simple: true }) as number;
    const before = pages();
    const count = 200;
    for (let board = 1; board <= count; board++) {
      let match = begin(board, 'minefield');
      insertMatch(db, match, 0);
      for (let ply = 1; ply <= 50 && !match.outcome; ply++) match = next(match);
      const long = { ...match, moves: Array.from({ length: 50 }, () => 'h7-h8'), revision: 2 };
      advanceMatch(db, long, 0);
      const times = Array.from({ length: 50 }, () => (86_400 * 3).toString(36)).join(' ');
      db.prepare('update matches set times = ? where board = ?').run(times, board);
    }
    const bytes = (pages() - before) * (db.pragma('page_size', { simple: true }) as number);
    expect(bytes / count).toBeLessThan(1024);
  });
});
