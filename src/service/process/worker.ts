import { createTask } from 'node-cron';
import { oneDayMs } from '../../limits.ts';
import { systemTime } from '../../ports.ts';
import type { Account } from '../../post/account.ts';
import type { Submission } from '../../post/smtp.ts';
import {
  absenceLimits,
  connectionLimits,
  pollLimits,
  stopLimits,
  threadLimits,
} from '../../server-limits.ts';
import { dataVersion } from '../../store/file/file-watch.ts';
import { nextAnalysis } from '../../store/play/jobs.ts';
import { compose } from '../delivery/compose.ts';
import { deliver } from '../delivery/deliver.ts';
import { nextSendAt } from '../delivery/quota.ts';
import { analyse } from '../due/analyse.ts';
import { prune } from '../due/housekeeping.ts';
import { makePuzzles } from '../due/make-puzzles.ts';
import { runRobotTurns } from '../due/robot.ts';
import { type Backoff, makeBackoff } from '../shell/backoff.ts';
import { oneAtATime } from '../shell/one-at-a-time.ts';
import type { Shell } from '../shell/shell.ts';
import { makeThreadRobot } from '../thread/robot.ts';
import type { Solver } from '../thread/solver.ts';
import type { MailboxLease } from './fence.ts';
import { makeLink } from './link.ts';
import { attempted, runRound } from './round.ts';

/** What the worker needs besides its shell. */
interface WorkerPorts {
  /** Undefined if letters come by the pipe alone. */
  readonly imap: Account | undefined;
  readonly submission: Submission;
  readonly solver: Solver;
  /** Keeps other servers from the mailbox, if there is one. */
  readonly fence?: MailboxLease;
  /** Milliseconds that the submission server, busy at the login, asks to wait; 0 if it names none. */
  readonly quietMs?: number;
  /** Makes a copy of the database at once. */
  readonly copy?: () => Promise<void>;
  /** A cron expression. */
  readonly poll: string;
  /** Days until the content of a letter is deleted, checked once a day; undefined: never. */
  readonly keepDays?: number;
}

/** A running worker. */
export interface Worker {
  /** Does a round now; resolves when it is over and all due letters are handed over. */
  round(): Promise<void>;
  /** Finishes the letter in hand, then stops. */
  stop(): Promise<void>;
}

/**
 * Starts the worker. Polls by cron, and sooner at a hint of new mail or when a letter's next try is due.
 * Neither polls nor deliveries overlap: a call during one asks for one more.
 *
 * @throws Error if the mailbox cannot be opened now; later on, the worker retries by itself
 */
export async function startWorker(shell: Shell, ports: WorkerPorts): Promise<Worker> {
  const { guard, time, log, pulse } = shell;
  const submission = watched(ports.submission, shell);
  const stop = new AbortController();
  const { fence } = ports;
  const losses = AbortSignal.any([guard.lost, ...(fence ? [fence.lost] : [])]);
  const signal = AbortSignal.any([stop.signal, losses]);
  const dropMailbox = new AbortController();
  // Without the mailbox nothing is sent: another server may have begun to send it.
  const backoff = pausedUnless(
    () => fence?.holds ?? true,
    makeBackoff(time, connectionLimits.reconnectMsMin, connectionLimits.reconnectMsMax),
  );
  if (ports.quietMs !== undefined) backoff.failed(ports.quietMs);
  const link = makeLink(
    shell,
    ports.imap,
    AbortSignal.any([dropMailbox.signal, losses]),
    () => poll(),
    fence,
  );
  const side = makeSideWork(shell, ports, signal, () => poll());
  /** Letters came in, during which a hint of more may have been missed. */
  let busy = false;
  let timer: NodeJS.Timeout | undefined;

  /** Letters go out while others are read and composed. */
  const deliveries = oneAtATime(
    async () => {
      pulse.begin('deliver');
      await attempted(shell, signal, 'deliver', async () => {
        await deliver(shell, submission, signal, backoff);
      });
      pulse.end('deliver');
    },
    () => planNext(),
  );
  const send = (): void => {
    if (!signal.aborted && backoff.due) deliveries.ask();
  };

  const compositions = oneAtATime(async () => {
    await attempted(shell, signal, 'compose', () => compose(shell, signal, send));
  });
  const robotThread = makeThreadRobot();
  const robot = oneAtATime(async () => {
    await attempted(shell, signal, 'robot', () =>
      runRobotTurns(shell, robotThread, signal, compositions.ask),
    );
  });

  const rounds = oneAtATime(
    async () => {
      pulse.begin('round');
      const { copy } = ports;
      const tasks = { compositions, robot, send, ...(copy && { copy }) };
      busy = await runRound(shell, link, tasks, signal);
      pulse.end('round');
      // After the first poll, which needs the processor, and before the first letter.
      shell.parser.warm?.();
      shell.writer.warm?.();
      side.go();
    },
    () => planNext(),
  );
  const poll = (): void => {
    if (!signal.aborted) rounds.ask();
  };

  /** Sleeps until there is something to do or to retry; cron wakes it as well. */
  const planNext = (): void => {
    clearTimeout(timer);
    if (signal.aborted) return;
    try {
      const waitMs = Math.max(nextRoundAt() - time.now(), pollLimits.mailboxAgainMs);
      timer = setTimeout(
        poll,
        Number.isFinite(waitMs)
          ? Math.min(waitMs, connectionLimits.reconnectMsMax)
          : absenceLimits.sleepMs,
      );
    } catch (error) {
      if (!guard.isFromLostDatabase(error))
        log.error({ error: String(error) }, 'the database cannot be examined');
    }
  };
  const nextRoundAt = (): number => {
    const dueAt = backoff.nextAt === Number.POSITIVE_INFINITY ? undefined : nextSendAt(shell);
    return Math.min(
      dueAt === undefined ? Number.POSITIVE_INFINITY : Math.max(dueAt, backoff.nextAt),
      link.retryAt ?? Number.POSITIVE_INFINITY,
      busy ? time.now() + pollLimits.mailboxAgainMs : Number.POSITIVE_INFINITY,
    );
  };

  await link.open();
  const endPolls = onSchedule(ports.poll, poll);
  const changeWatch = watchForChanges(shell, poll);
  poll();

  return {
    async round() {
      poll();
      await rounds.settled();
      await robot.settled();
      await compositions.settled();
      await deliveries.settled();
    },
    async stop() {
      stop.abort();
      // Without a fence there is no note to remove: the connection is dropped at once.
      const readTimeout = setTimeout(() => dropMailbox.abort(), fence ? stopLimits.leaveNoteMs : 0);
      clearInterval(changeWatch);
      endPolls();
      const deadline = setTimeout(() => void shell.parser.stop(), threadLimits.stopReadingMs);
      const sendTimeout = setTimeout(() => ports.submission.close(), stopLimits.sendingMs);
      await rounds.settled();
      clearTimeout(readTimeout);
      clearTimeout(deadline);
      await deliveries.settled();
      clearTimeout(sendTimeout);
      clearTimeout(timer);
      const leaveTimeout = setTimeout(() => dropMailbox.abort(), stopLimits.leaveNoteMs);
      await link.leave();
      clearTimeout(leaveTimeout);
      dropMailbox.abort();
      await Promise.all([ports.solver.stop(), robotThread.stop()]);
      await side.end();
      await robot.settled();
      await compositions.settled();
      ports.submission.close();
    },
  };
}

/** Records whether the server is in reach: any answer of it says so. */
const watched = (submission: Submission, { pulse, time }: Shell): Submission => ({
  ...submission,
  async send(letter) {
    const handover = await submission.send(letter);
    const { kind } = handover;
    pulse.handOverEnded(time.now(), kind === 'unreachable' ? handover.error : undefined);
    return handover;
  },
});

/**
 * Looks for changes by other processes, such as `turnpost receive`. The counter is in shared memory, so a
 * look costs next to nothing; watching the file would also report our own commits, and nothing at all on some
 * file systems. Checks as well that the database is still in place.
 */
function watchForChanges({ db, guard, log }: Shell, changed: () => void): NodeJS.Timeout {
  let lastVersion = dataVersion(db);
  return setInterval(() => {
    try {
      if (!guard.isIntact()) return;
      const version = dataVersion(db);
      if (version !== lastVersion) changed();
      lastVersion = version;
    } catch (error) {
      if (!guard.isFromLostDatabase(error))
        log.error({ error: String(error) }, 'the database cannot be examined');
    }
  }, pollLimits.databaseMs);
}

/** Work that no letter waits for: positions to solve, and once a day the deletion of old content. */
function makeSideWork(shell: Shell, ports: WorkerPorts, signal: AbortSignal, poll: () => void) {
  const { time } = shell;
  const { solver, keepDays } = ports;
  let analysing: Promise<unknown> | undefined;
  let pruning: Promise<unknown> | undefined;
  let prunedAt = Number.NEGATIVE_INFINITY;

  const pruneDaily = (days: number): void => {
    const now = time.now();
    // A clock set back does not keep old letters for longer.
    if (pruning || (now >= prunedAt && now - prunedAt < oneDayMs)) return;
    pruning = attempted(shell, signal, 'prune', async () => {
      await prune(shell, days, signal);
      prunedAt = now;
    }).finally(() => {
      pruning = undefined;
    });
  };

  return {
    go(): void {
      analysing ??= attempted(shell, signal, 'analyse', async () => {
        do {
          await analyse(shell, solver, signal, poll);
          await makePuzzles(shell, solver, signal);
          // Analyses asked for meanwhile go first again.
        } while (!signal.aborted && nextAnalysis(shell.db));
      }).finally(() => {
        analysing = undefined;
      });
      if (keepDays !== undefined) pruneDaily(keepDays);
    },
    async end(): Promise<void> {
      await analysing;
      await pruning;
    },
  };
}

/** A backoff that allows no try while `holds` is false. */
const pausedUnless = (holds: () => boolean, backoff: Backoff): Backoff => ({
  get nextAt() {
    return holds() ? backoff.nextAt : Number.POSITIVE_INFINITY;
  },
  get due() {
    return holds() && backoff.due;
  },
  failed: backoff.failed,
  succeeded: backoff.succeeded,
});

/**
 * Calls `due` at the times of a cron expression, in UTC. All times missed while the machine slept or its
 * clock was set forward make one call. A clock set back makes one call, too: the next planned time would be
 * too far away.
 *
 * node-cron computes the times; its own timer works through every missed one, and reports each.
 *
 * @returns a function that ends it
 * @throws Error if the expression is invalid, or names a day that never comes
 */
function onSchedule(expression: string, due: () => void): () => void {
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
  }, pollLimits.clockMs);
  return () => {
    clearInterval(timer);
    void times.destroy();
  };
}
