import type { Time } from '../../ports.ts';

/** When a failed action may be retried. */
export interface Backoff {
  /** UTC milliseconds of the next try; 0 without failures. */
  readonly nextAt: number;
  readonly due: boolean;
  /** @param msAtLeast wait that the other side asked for */
  failed(msAtLeast?: number): void;
  succeeded(): void;
}

/** A wait of `msMin` that doubles with every failure, up to `msMax`. */
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
      // A clock set back must not make the wait longer.
      return now >= nextAt || now < failedAt;
    },
    failed(msAtLeast = 0) {
      const now = time.now();
      // An earlier wait still holds, unless the clock was set back since.
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
