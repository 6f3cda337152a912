const DAY_MS = 86_400_000;

/** No tokens were ended before. */
const FIRST_DAY = Date.UTC(2026, 0, 1) / DAY_MS;

/**
 * The epoch of a player's tokens after the one that ends: the day on which it begins, counted from
 * the first of 2026, so that one which a restored backup has forgotten is not given again.
 *
 * @param now UTC milliseconds
 */
export const nextEpoch = (epoch: number, now: number): number =>
  Math.max(epoch + 1, Math.floor(now / DAY_MS) - FIRST_DAY);
