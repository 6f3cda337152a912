/**
 * The time up to now in which something is counted, in UTC milliseconds. What is dated later does not
 * count: it was dated by a clock that has been put back since, and would be new for as long.
 */
export interface Lately {
  readonly since: number;
  readonly now: number;
}

/** The last so many milliseconds. */
export const lately = (now: number, ms: number): Lately => ({ since: now - ms, now });
