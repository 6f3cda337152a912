import { createTask } from 'node-cron';
import { systemTime } from '../../ports.ts';
import { lookAtClockMs } from '../../server-limits.ts';

/**
 * Calls at the times of a cron expression, in UTC. However many of them have gone by while the machine
 * slept or its clock was put forward, they are one call. So is a clock that was put back: what is
 * planned for a time after that would be as far away as it was put back.
 *
 * node-cron knows the times; its own timer works through every one that was missed, and reports each.
 *
 * @returns ends it
 * @throws Error when the expression is none, or names a day that never comes
 */
export function onSchedule(expression: string, due: () => void): () => void {
  const times = createTask(expression, () => undefined, { timezone: 'UTC' });
  const timeToCome = (): number => times.getNextRuns(1)[0]?.getTime() ?? Number.POSITIVE_INFINITY;
  let seenAt = systemTime.now();
  let nextAt = timeToCome();
  const timer = setInterval(() => {
    const now = systemTime.now();
    const isDue = now >= nextAt || now < seenAt;
    seenAt = now;
    if (!isDue) return;
    nextAt = timeToCome();
    due();
  }, lookAtClockMs);
  return () => {
    clearInterval(timer);
    void times.destroy();
  };
}
