import { troubleText } from '../../post/account.ts';
import { syncCommits } from '../../store/file/database.ts';
import { hasWaitingLetters } from '../../store/letters/inbox.ts';
import { runDueClocks } from '../due/clocks.ts';
import { noteAbsence, noteHeartbeat, runHousekeeping } from '../due/housekeeping.ts';
import { readStored } from '../in/read.ts';
import { fileDecidedLetters, receive } from '../in/receive.ts';
import { oneAtATime } from '../shell/one-at-a-time.ts';
import type { Shell } from '../shell/shell.ts';
import type { makeLink } from './link.ts';

interface RoundWork {
  /** Composes the letters of one group while the next group is read. */
  readonly compositions: OneAtATime;
  /** Plays the robot's turns after each group. */
  readonly robot: OneAtATime;
  /** Called when letters may be due; they are sent meanwhile. */
  readonly send: () => void;
  /** Makes a copy of the database at once. */
  readonly copy?: () => Promise<void>;
}

/**
 * One round of the worker: receives, reads, composes and files letters, and runs what is due. Sending runs
 * alongside. A failed step stops no other.
 *
 * @returns whether letters came in
 */
export async function runRound(
  shell: Shell,
  link: MailLink,
  { compositions, robot, send, copy }: RoundWork,
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
  // An absence, which stops clocks, is recorded in the database only, so it is copied.
  if ((box || !link.hasMailbox) && noteAbsence(shell)) await copy?.();
  let received = 0;
  /** Why the mailbox is not read to its end. */
  let unread = link.hasMailbox && !box ? (link.trouble ?? 'it is not asked yet') : undefined;
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
    if (hasWaitingLetters(shell.db)) unread ??= 'e-mails wait to be read';
    // Clocks run only when everything received so far is read.
    if (unread === undefined) {
      noteHeartbeat(shell);
      runDueClocks(shell);
    }
    runHousekeeping(shell);
  });
  if (!signal.aborted) shell.pulse.pollEnded(shell.time.now(), unread);
  compositions.ask();
  robot.ask();
  await compositions.settled();
  send();
  const error = await step('file', async () => {
    if (box && link.mayFile(box)) link.filed(await fileDecidedLetters(shell, box));
    else syncCommits(shell.db);
  });
  link.failed(error);
  return received > 0;
}

/** Runs a step that is retried in any case. @returns its error */
export async function attempted(
  { guard, log, pulse, time }: Shell,
  signal: AbortSignal,
  step: string,
  work: () => Promise<unknown>,
): Promise<unknown> {
  if (signal.aborted) return undefined;
  try {
    await work();
    pulse.stepEnded(step, time.now(), undefined);
    return undefined;
  } catch (error) {
    // Errors of a stop or of a lost database are expected.
    if (!signal.aborted && !guard.isFromLostDatabase(error)) {
      pulse.stepEnded(step, time.now(), codeOf(error));
      log.error({ step, error: String(error) }, 'a step failed; it is retried');
    }
    return error;
  }
}

/** The part of an error that may leave the log: its message could quote a letter. */
const codeOf = (error: unknown): string => {
  const { code, name } = Object(error) as { code?: unknown; name?: unknown };
  return String(code ?? name ?? typeof error);
};

type MailLink = ReturnType<typeof makeLink>;

type OneAtATime = ReturnType<typeof oneAtATime>;
