import type { CrashPoints } from '../../../src/ports.ts';
import type { Desk } from './desk.ts';

/** A process that dies at a point. */
export interface Death extends CrashPoints {
  /** Where it died; undefined while it lives. */
  readonly at: string | undefined;
}

/** Dies at the n-th point that is reached: throws there, and nothing is written any more. */
export function dieAt(desk: Desk, count: number): Death {
  let reached = 0;
  let at: string | undefined;
  return {
    get at() {
      return at;
    },
    reach(point) {
      if (at === undefined && ++reached !== count) return;
      at ??= point;
      desk.shell.db.close();
      throw new Error(`died at ${at}`);
    },
  };
}
