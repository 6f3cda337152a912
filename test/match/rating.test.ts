import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import type { Colour } from '../../src/engine/shape/types.ts';
import { oneDayMs } from '../../src/limits.ts';
import {
  changesFrom,
  countsForRating,
  FIRST_RATING,
  isProvisional,
  makeRating,
  type Rating,
  ratePeriod,
  ratingAfter,
} from '../../src/match/rating.ts';
import { value } from '../engine/given.ts';
import { grow } from '../support/toy/grow.ts';
import { offerToys } from '../support/toy/offer-toys.ts';

offerToys(grow);

const rateMatch = (before: Record<Colour, Rating>, winner: Colour | undefined) => {
  const end = { board: 12, blackId: 1, whiteId: 2, winner, at: 0 };
  const [black = FIRST_RATING, white = FIRST_RATING] = changesFrom(end, before).map(
    ({ after }) => after,
  );
  return { black, white };
};

const anyRating: fc.Arbitrary<Rating> = fc.record({
  rating: fc.double({ min: 400, max: 3000, noNaN: true }),
  deviation: fc.double({ min: 20, max: 350, noNaN: true }),
  volatility: fc.double({ min: 0.03, max: 0.1, noNaN: true }),
  matches: fc.nat(1000),
});

describe('a rating period', () => {
  it('is the worked example of Glickman’s paper', () => {
    const before = { rating: 1500, deviation: 200, volatility: 0.06, matches: 0 };
    const after = ratePeriod(before, [
      { rating: 1400, deviation: 30, score: 1 },
      { rating: 1550, deviation: 100, score: 0 },
      { rating: 1700, deviation: 300, score: 0 },
    ]);
    expect(after.rating).toBeCloseTo(1464.06, 1);
    expect(after.deviation).toBeCloseTo(151.52, 1);
    expect(after.volatility).toBeCloseTo(0.05999, 4);
    expect(after.matches).toBe(3);
  });

  it('without a match leaves the rating and makes it less certain, as step 6 says', () => {
    const before = { rating: 1702, deviation: 50, volatility: 0.06, matches: 9 };
    const after = ratePeriod(before, []);
    expect(after).toEqual({ ...before, deviation: expect.any(Number) });
    expect(after.deviation).toBeCloseTo(Math.hypot(50, 0.06 * 173.7178), 4);
  });
});

describe('a match', () => {
  it('is computed for both from the values before it', () => {
    const black = { rating: 1500, deviation: 200, volatility: 0.06, matches: 4 };
    const white = { rating: 1700, deviation: 80, volatility: 0.05, matches: 30 };
    const after = rateMatch({ black, white }, 'white');
    expect(after.black).toEqual(ratePeriod(black, [{ ...white, score: 0 }]));
    expect(after.white).toEqual(ratePeriod(white, [{ ...black, score: 1 }]));
  });

  it('raises who wins, lowers who loses, and moves both towards each other when drawn', () => {
    fc.assert(
      fc.property(anyRating, anyRating, (black, white) => {
        const won = rateMatch({ black, white }, 'black');
        // Against somebody far weaker a win is worth less than is stored.
        expect(won.black.rating).toBeGreaterThanOrEqual(black.rating - 1e-6);
        expect(won.white.rating).toBeLessThanOrEqual(white.rating + 1e-6);
        const drawn = rateMatch({ black, white }, undefined);
        const gap = white.rating - black.rating;
        expect((drawn.black.rating - black.rating) * gap).toBeGreaterThanOrEqual(-1e-2);
        expect((drawn.white.rating - white.rating) * gap).toBeLessThanOrEqual(1e-2);
      }),
    );
  });

  it('gives numbers that are stored as they are', () => {
    fc.assert(
      fc.property(anyRating, anyRating, (black, white) => {
        for (const { rating, deviation, volatility } of Object.values(
          rateMatch({ black, white }, 'white'),
        )) {
          for (const number of [rating, deviation, volatility]) {
            expect(Number(number.toFixed(6))).toBe(number);
          }
          expect(deviation).toBeLessThanOrEqual(FIRST_RATING.deviation);
        }
      }),
    );
  });
});

describe('a rest', () => {
  const certain = { rating: 1800, deviation: 60, volatility: 0.06, matches: 40 };

  it('counts in whole periods of 30 days', () => {
    expect(ratingAfter(certain, 30 * oneDayMs - 1)).toBe(certain);
    expect(ratingAfter(certain, 30 * oneDayMs)).toEqual(ratePeriod(certain, []));
    expect(ratingAfter(certain, 89 * oneDayMs)).toEqual(ratePeriod(ratePeriod(certain, []), []));
  });

  it('is nothing when the clock was put back', () => {
    expect(ratingAfter(certain, -1e12)).toBe(certain);
  });

  it('makes nobody less certain than a beginner', () => {
    const forgotten = ratingAfter(certain, Number.MAX_SAFE_INTEGER);
    expect(forgotten).toEqual({ ...certain, deviation: FIRST_RATING.deviation });
    expect(ratingAfter(FIRST_RATING, 1e12)).toBe(FIRST_RATING);
  });
});

describe('a rating as it is shown', () => {
  it.each([
    [1661.5, 110, '1662'],
    [1661.4, 110.000001, '1661?'],
    [1600, 350, '1600?'],
  ])('%d with a deviation of %d is %s', (rating, deviation, shown) => {
    expect(makeRating({ rating, deviation })).toBe(shown);
    expect(isProvisional({ deviation })).toBe(shown.endsWith('?'));
  });
});

describe('a match counts', () => {
  const ended = {
    rules: grow.rules,
    start: value(grow.start({ cols: 6, rows: 1 })),
    moves: ['b1', 'd1'],
    rated: true,
    outcome: { winner: 'black', ending: 'resigned' },
  } as const;
  it.each<[boolean, string, Partial<Parameters<typeof countsForRating>[0]>]>([
    [true, 'when both have moved and one has won', {}],
    [true, 'when it is drawn', { outcome: { winner: undefined, ending: 'agreed' } }],
    [
      true,
      'when an admin has decided it',
      { outcome: { winner: 'white', ending: 'won-by-admin' } },
    ],
    [false, 'not when it was not rated', { rated: false }],
    [false, 'not when only one has moved', { moves: ['b1'] }],
    [
      false,
      'not when one of them only passed, without a move',
      { start: value(grow.start({ cols: 5, rows: 1 })), moves: ['pass', 'c1', 'pass', 'd1'] },
    ],
    [false, 'not while it goes on', { outcome: undefined }],
    [
      false,
      'not when an admin has called it off',
      { outcome: { winner: undefined, ending: 'cancelled-by-admin' } },
    ],
  ])('%s: %s', (counts, _, changes) => {
    expect(countsForRating({ ...ended, ...changes })).toBe(counts);
  });
});
