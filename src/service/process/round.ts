import { createTask } from 'node-cron';
import { systemTime } from '../../ports.ts';
import { troubleText } from '../../post/account.ts';
import { lookAtClockMs } from '../../server-limits.ts';
import { hasStored } from '../../store/letters/inbox.ts';
import { runDueClocks } from '../due/clocks.ts';
import { noteAbsence, noteHeartbeat, runHousekeeping } from '../due/tend.ts';
import { readStored } from '../in/read.ts';
import { file, receive } from '../in/receive.ts';
import { type OneAtATime, oneAtATime } from '../shell/one-at-a-time.ts';
import type { Shell } from '../shell/shell.ts';
import type { MailLink } from './link.ts';

/** What goes on beside a round. */
interface Beside {
  /** What one group of letters has caused is composed while the next one is read. */
  readonly compositions: OneAtATime;
  /** The robot answers what has been read. */
  readonly robot: OneAtATime;
  /** Is told when letters may be due; they go out meanwhile. */
  readonly send: () => void;
  /** Makes a copy of the database at once. */
  readonly copy?: () => void;
}

/**
 * One round of the worker: every letter goes as far as it can, up to the way out. A step that fails
 * stops no other.
 *
 * @returns whether letters have come in
 */
export async function runRound(
  shell: Shell,
  link: MailLink,
  { compositions, robot, send, copy }: Beside,
  signal: AbortSignal,
): Promise<boolean> {
  const step = (name: string, work: () => Promise<unknown>) => attempted(shell, signal, name, work);
  // Letters are read while more come in.
  const readings = oneAtATime(async () => {
    await step('read', () =>
      readStored(shell, signal, () => {
        compositions.ask();
        robot.ask();
      }),
    );
  });
  const box = await link.mailbox();
  // No letter tells that clocks stood still.
  if ((box || !link.polls) && noteAbsence(shell)) copy?.();
  let received = 0;
  /** Why the mailbox is not read to its end. */
  let unread = link.polls && !box ? (link.trouble ?? 'it is not asked yet') : undefined;
  if (box) {
    const error = await step('receive', async () => {
      received = await receive(shell, box, readings.ask);
    });
    link.failed(error);
    if (error !== undefined) unread = `it ${troubleText(error)}`;
  }
  readings.ask();
  await readings.settled();
  await step('tend', async () => {
    if (hasStored(shell.db)) unread ??= 'letters wait to be read';
    // Clocks look at what players have written up to now, or not at all.
    if (unread === undefined) {
      noteHeartbeat(shell);
      runDueClocks(shell);
    }
    runHousekeeping(shell);
  });
  if (!signal.aborted) shell.pulse.polled(shell.time.now(), unread);
  compositions.ask();
  robot.ask();
  await compositions.settled();
  send();
  if (box && link.files(box)) {
    link.failed(await step('file', async () => link.filed(await file(shell, box))));
  }
  return received > 0;
}

/** Does a piece of work that is done again in any case. Returns what it has thrown. */
export async function attempted(
  { guard, log, pulse, time }: Shell,
  signal: AbortSignal,
  step: string,
  work: () => Promise<unknown>,
): Promise<unknown> {
  if (signal.aborted) return undefined;
  try {
    await work();
    pulse.stepped(step, time.now(), undefined);
    return undefined;
  } catch (error) {
    // The mailbox is let go in the middle of whatever is said to it.
    if (!signal.aborted && !guard.blames(error)) {
      pulse.stepped(step, time.now(), codeOf(error));
      log.error({ step, error: String(error) }, 'a step failed; it is done again');
    }
    return error;
  }
}

/** What may be told of an error outside of the log: its words could be a letter's. */
const codeOf = (error: unknown): string => {
  const { code, name } = Object(error) as { code?: unknown; name?: unknown };
  return String(code ?? name ?? typeof error);
};

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
