import { beforeEach, expect, it } from 'vitest';
import { ratingsReport } from '../../src/cli/matches.ts';
import { BOB } from '../support/desk/desk.ts';
import { desk, eachDesk } from '../support/desk/each.ts';
import { newestBoard, play } from '../support/desk/play.ts';
import { answerTo } from '../support/post/letters.ts';
import { dropRatings, putRating, ratingChanges, ratings } from '../support/stored/play.ts';

eachDesk('forms -size=4x4');
beforeEach(async () => {
  await play(desk, 'a4b4', 'd4c4');
  await desk.post(answerTo(newestBoard(desk, BOB), 'resign'));
});

const stored = () => [ratings(desk.shell.db), ratingChanges(desk.shell.db)];

it('finds what was written along the way, and leaves it as it was', () => {
  const before = stored();
  expect(ratingsReport(desk.shell.db)).toEqual(['Unchanged ratings: 2', 'Corrected ratings: 0']);
  expect(stored()).toEqual(before);
});

it('mends what is damaged or missing, and says what it was', () => {
  const before = stored();
  const { db } = desk.shell;
  const wrong = { deviation: 50, matches: 3, at: 0 };
  putRating(db, 1, { ...wrong, rules: 'forms', rating: 2000 });
  dropRatings(db, 2);
  putRating(db, 1, { ...wrong, rules: 'minefield', rating: 1700 });
  expect(ratingsReport(db)).toEqual([
    'Unchanged ratings: 0',
    'Corrected ratings: 3',
    expect.stringMatching(
      /^forms alice: 2000 \(.*\) -> 1762\.\d+ \(deviation 290\.\d+, matches 1\)$/,
    ),
    expect.stringMatching(/^forms bob: none -> 1437\.\d+ \(/),
    'minefield alice: 1700 (deviation 50, matches 3) -> none',
  ]);
  expect(stored()).toEqual(before);
});
