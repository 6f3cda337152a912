import type { Time } from '../../ports.ts';

/** When something that failed may be tried again. */
export interface Backoff {
  /** UTC milliseconds of the next try; 0 while all is well. */
  readonly nextAt: number;
  readonly due: boolean;
  /** @param msAtLeast as long as the other side has asked for */
  failed(msAtLeast?: number): void;
  succeeded(): void;
}

/** Waiting that begins at `msMin`, doubles with every failure, and never exceeds `msMax`. */
export function makeBackoff(time: Time, msMin: number, msMax: number): Backoff {
  let waitMs = msMin;
  let failedAt = 0;
  let nextAt = 0;
  return {
    get nextAt() {
      return nextAt;
    },
    get due() {
      const now = time.now();
      // A clock that was set back must not make the wait longer.
      return now >= nextAt || now < failedAt;
    },
    failed(msAtLeast = 0) {
      const now = time.now();
      // What was asked for before still holds, unless the clock was set back since.
      const before = now < failedAt ? 0 : nextAt;
      failedAt = now;
      nextAt = Math.max(before, now + Math.max(waitMs, msAtLeast));
      waitMs = Math.min(waitMs * 2, msMax);
    },
    succeeded() {
      nextAt = 0;
      waitMs = msMin;
    },
  };
}

/** The same, and nothing may be tried but while something else holds. */
export const onlyWhile = (holds: () => boolean, backoff: Backoff): Backoff => ({
  get nextAt() {
    return holds() ? backoff.nextAt : Number.POSITIVE_INFINITY;
  },
  get due() {
    return holds() && backoff.due;
  },
  failed: backoff.failed,
  succeeded: backoff.succeeded,
});
