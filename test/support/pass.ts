import { oneHourMs } from '../../src/limits.ts';
import { tend } from '../../src/service/tend.ts';
import type { Desk, Sent } from './desk.ts';

/** Lets time go by while the server is at work, an hour at a time. Returns what was sent meanwhile. */
export async function letPass(desk: Desk, ms: number): Promise<readonly Sent[]> {
  const before = desk.sent.length;
  const end = desk.clock.now + ms;
  while (desk.clock.now < end) {
    desk.clock.now = Math.min(end, desk.clock.now + oneHourMs);
    tend(desk.shell);
    await desk.round();
  }
  return desk.sent.slice(before);
}
