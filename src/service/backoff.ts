import type { Clock } from '../ports.ts';

/** When something that failed may be tried again. */
export interface Backoff {
  /** UTC milliseconds of the next try; 0 while all is well. */
  readonly nextAt: number;
  readonly due: boolean;
  failed(): void;
  succeeded(): void;
}

/** Waiting that begins at `msMin`, doubles with every failure, and never exceeds `msMax`. */
export function makeBackoff(clock: Clock, msMin: number, msMax: number): Backoff {
  let waitMs = msMin;
  let nextAt = 0;
  return {
    get nextAt() {
      return nextAt;
    },
    get due() {
      return clock.now() >= nextAt;
    },
    failed() {
      nextAt = clock.now() + waitMs;
      waitMs = Math.min(waitMs * 2, msMax);
    },
    succeeded() {
      nextAt = 0;
      waitMs = msMin;
    },
  };
}
