import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { challengeLimits } from '../../src/limits.ts';
import { isInBand, makeBand, parseBand } from '../../src/match/types.ts';

describe('a band of ratings', () => {
  it('is read as it is written', () => {
    const point = fc.integer({ min: 0, max: challengeLimits.bandRating });
    fc.assert(
      fc.property(point, point, (one, other) => {
        const band = { from: Math.min(one, other), to: Math.max(one, other) };
        expect(parseBand(makeBand(band))).toEqual(band);
      }),
    );
  });

  it.each(['1800-1500', '1500', '1500-', '-1500', '1500-4001', '1500 - 1800', '1.5-2', ''])(
    'is not %j',
    (text) => expect(parseBand(text)).toBeUndefined(),
  );

  it.each([
    [1499.4, false],
    [1499.5, true],
    [1800.4, true],
    [1800.5, false],
  ])('holds ratings as they are shown, with both ends: %d %s', (rating, inside) => {
    expect(isInBand({ from: 1500, to: 1800 }, { rating })).toBe(inside);
  });
});
