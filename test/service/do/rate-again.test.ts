import { beforeEach, expect, it } from 'vitest';
import { oneHourMs, ratingLimits } from '../../../src/limits.ts';
import { endMatch, takeBackLast } from '../../../src/match/offer.ts';
import { startMatch as newMatch } from '../../../src/match/start.ts';
import type { Match } from '../../../src/match/types.ts';
import { advance } from '../../../src/service/do/advance.ts';
import { recomputeRatings } from '../../../src/service/do/rate.ts';
import { transact } from '../../../src/store/file/database.ts';
import { addPlayer } from '../../../src/store/people/players.ts';
import { putArchived } from '../../../src/store/play/finished.ts';
import { matchOf } from '../../../src/store/play/matches.ts';
import { value } from '../../engine/given.ts';
import { desk, eachDesk } from '../../support/desk/each.ts';
import { ratingChanges, ratings } from '../../support/stored/play.ts';

/** More ends than are read at a time, and then some. */
const BOARDS = 2 * ratingLimits.batch + 50;
/** The first ones play with each other, and so do the last two. */
const PLAYERS = 6;

eachDesk();
beforeEach(() => {
  const { db } = desk.shell;
  const seats = { first: { id: 1, userid: 'alice' }, second: { id: 2, userid: 'bob' } };
  const begun = value(newMatch(1, 'forms', { cols: 4, rows: 4 }, seats));
  for (let id = 1; id <= PLAYERS; id++) {
    addPlayer(
      db,
      { id, userid: `p-${'abcdef'[id - 1]}`, address: `${id}@x.test`, language: 'en' },
      0,
    );
  }
  for (let board = 1; board <= BOARDS; board++) {
    // Three of them end at a moment, across what is read at a time.
    const endedAt = desk.time.now + Math.floor(board / 3) * oneHourMs;
    const apart = board % 5 === 0;
    const black = apart ? PLAYERS : 1 + (board % 4);
    putArchived(
      db,
      {
        ...begun,
        board,
        moves: ['a4xb4', 'd4xc4'],
        times: [1, 1],
        days: undefined,
        pace: undefined,
        rated: true,
        revision: 4,
        outcome: { winner: board % 2 === 0 ? 'black' : 'white', ending: 'resigned' },
        startedAt: endedAt,
        endedAt,
        events: [],
      },
      black,
      apart ? PLAYERS - 1 : 1 + ((black + (board % 3)) % 4),
    );
  }
  transact(db, () => recomputeRatings(db, 'forms'));
  desk.time.now += BOARDS * oneHourMs;
});

const written = () => [ratings(desk.shell.db), ratingChanges(desk.shell.db)];
const write = (match: Match) =>
  transact(desk.shell.db, () => advance(desk.shell, match, undefined, undefined));
const boardOf = (board: number) => {
  const match = matchOf(desk.shell.db, board);
  if (!match) throw new Error(`no board ${board}`);
  return match;
};
const anew = () => {
  transact(desk.shell.db, () => recomputeRatings(desk.shell.db, 'forms'));
  return written();
};

it.each([1, 5, ratingLimits.batch, BOARDS - 1, BOARDS])(
  'an end of many that is taken back, on board %d, leaves the ratings of the others',
  (board) => {
    const before = written();
    write(value(takeBackLast(boardOf(board))).match);
    const after = written();
    expect(after).not.toEqual(before);
    expect(after).toEqual(anew());
    // And another end on the same board is the last of all now.
    write(value(endMatch(boardOf(board), { winner: undefined, ending: 'drawn-by-admin' })));
    expect(written()).toEqual(anew());
  },
);

it('an end that a clock puts before others is rated in its place', () => {
  write(value(takeBackLast(boardOf(7))).match);
  desk.time.now -= (BOARDS * 5 * oneHourMs) / 4;
  write(value(endMatch(boardOf(7), { winner: 'black', ending: 'won-by-admin' })));
  const [, changes] = written() as [unknown, { board: number; at: number }[]];
  const own = changes.find(({ board }) => board === 7);
  expect(changes.filter(({ at }) => at > (own?.at ?? 0)).length).toBeGreaterThan(
    ratingLimits.batch,
  );
  expect(written()).toEqual(anew());
});
