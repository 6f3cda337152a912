import { absenceLimits } from '../../../src/server-limits.ts';
import { runHousekeeping } from '../../../src/service/due/housekeeping.ts';
import type { Desk, Sent } from './desk.ts';

/** The longest that a server may rest, counted from a heartbeat that is not the newest. */
const STEP_MS = absenceLimits.absentMs - absenceLimits.heartbeatMs;

/** Lets time go by while the server is at work. Returns what was sent meanwhile. */
export async function letPass(desk: Desk, ms: number): Promise<readonly Sent[]> {
  const before = desk.sent.length;
  const end = desk.time.now + ms;
  while (desk.time.now < end) {
    desk.time.now = Math.min(end, desk.time.now + STEP_MS);
    runHousekeeping(desk.shell);
    await desk.round();
  }
  return desk.sent.slice(before);
}
