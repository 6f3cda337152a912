import { schedule } from 'node-cron';
import {
  lookAgainMs,
  lookBesideMs,
  oneDayMs,
  reconnectMsMax,
  reconnectMsMin,
  steadyMsMin,
} from '../limits.ts';
import type { Account } from '../post/account.ts';
import { type Mailbox, openMailbox } from '../post/imap.ts';
import type { Submission } from '../post/smtp.ts';
import { throttleMs } from '../post/throttle.ts';
import { versionSeen } from '../store/database.ts';
import { nextDueAt } from '../store/leases.ts';
import { analyse } from './analyse.ts';
import { makeBackoff } from './backoff.ts';
import { compose } from './compose.ts';
import { deliver } from './deliver.ts';
import { file } from './file.ts';
import { oneAtATime } from './one-at-a-time.ts';
import { prune } from './prune.ts';
import { readStored } from './read.ts';
import { receive } from './receive.ts';
import type { Shell } from './shell.ts';
import type { Solver } from './solver.ts';
import { tend } from './tend.ts';

/** What the worker needs beside its shell. */
export interface Posts {
  /** Undefined: there is no mailbox to poll. */
  readonly imap: Account | undefined;
  readonly submission: Submission;
  readonly solver: Solver;
  /** A cron expression. */
  readonly poll: string;
  /** After so many days letters are emptied, once a day; undefined: never. */
  readonly keepDays?: number;
}

/** A running worker. */
export interface Worker {
  /** Finishes the letter in hand, then stops. */
  stop(): Promise<void>;
}

/**
 * Starts the worker: cron polls, the server's hint about new mail polls sooner, and so does a letter
 * whose next try is due. Polls never overlap, nor do deliveries: a call in the middle of one asks for
 * one more.
 *
 * @throws Error when the mailbox cannot be opened now; later on, the worker tries again by itself
 */
export async function startWorker(shell: Shell, posts: Posts): Promise<Worker> {
  const { db, log, clock } = shell;
  const imapBackoff = makeBackoff(clock, reconnectMsMin, reconnectMsMax);
  const smtpBackoff = makeBackoff(clock, reconnectMsMin, reconnectMsMax);
  const stop = new AbortController();
  let open: Mailbox | undefined;
  /** Letters came in the last round, so that a hint may have been missed in the middle of it. */
  let busy = false;
  let analysing: Promise<void> | undefined;
  let pruning: Promise<void> | undefined;
  let prunedAt = Number.NEGATIVE_INFINITY;
  let timer: NodeJS.Timeout | undefined;

  const rounds = oneAtATime(
    () => round(),
    () => planNext(),
  );
  /** Letters go out while others are read and composed. */
  const deliveries = oneAtATime(
    () => guarded('deliver', deliverDue),
    () => planNext(),
  );

  const poll = (): void => {
    if (!stop.signal.aborted) rounds.ask();
  };

  const send = (): void => {
    if (!stop.signal.aborted && smtpBackoff.due) deliveries.ask();
  };

  const round = async (): Promise<void> => {
    // Also a mailbox that is open is left alone while its server wants to be.
    const box = imapBackoff.due ? (open ?? (await reconnect())) : undefined;
    busy = false;
    if (box) {
      await guarded('receive', async () => {
        busy = (await receive(shell, box)) > 0;
      });
    }
    await guarded('read', () => readStored(shell, stop.signal));
    await guarded('tend', async () => tend(shell));
    await guarded('compose', () => compose(shell, stop.signal, send));
    send();
    if (box && box === open && imapBackoff.due) await guarded('file', () => file(shell, box));
    // Not waited for: a letter that comes meanwhile is read at once.
    analysing ??= guarded('analyse', () => analyse(shell, posts.solver, stop.signal, poll)).finally(
      () => {
        analysing = undefined;
      },
    );
    pruneDaily();
  };

  /** Not waited for either. */
  const pruneDaily = (): void => {
    const { keepDays } = posts;
    if (keepDays === undefined || pruning || clock.now() - prunedAt < oneDayMs) return;
    prunedAt = clock.now();
    pruning = guarded('prune', () => prune(shell, keepDays, stop.signal)).finally(() => {
      pruning = undefined;
    });
  };

  const deliverDue = async (): Promise<void> => {
    if (await deliver(shell, posts.submission, stop.signal)) smtpBackoff.succeeded();
    else smtpBackoff.failed();
  };

  const connect = async (): Promise<Mailbox | undefined> => {
    if (!posts.imap) return undefined;
    const openedAt = clock.now();
    let box: Mailbox | undefined;
    box = await openMailbox(posts.imap, {
      signal: stop.signal,
      onMail: poll,
      onClose: (askedMs) => {
        if (open === undefined || open !== box) return;
        open = undefined;
        // A server that drops us soon after each login must not be hammered with logins.
        if (clock.now() - openedAt > steadyMsMin) imapBackoff.succeeded();
        imapBackoff.failed(askedMs);
        poll();
      },
    });
    open = box;
    return box;
  };

  const reconnect = async (): Promise<Mailbox | undefined> => {
    if (!imapBackoff.due) return undefined;
    try {
      return await connect();
    } catch (error) {
      const askedMs = throttleMs(error);
      imapBackoff.failed(askedMs);
      log.warn({ error: String(error), askedMs }, 'the mailbox is out of reach');
      return undefined;
    }
  };

  const guarded = async (step: string, work: () => Promise<unknown>): Promise<void> => {
    if (stop.signal.aborted) return;
    try {
      await work();
    } catch (error) {
      const askedMs = throttleMs(error);
      if (askedMs !== undefined) imapBackoff.failed(askedMs);
      log.error({ step, error: String(error), askedMs }, 'a step failed; it is done again');
    }
  };

  /** Sleeps until there is something to do or to try again; cron wakes it anyway. */
  const planNext = (): void => {
    clearTimeout(timer);
    if (stop.signal.aborted) return;
    const dueAt = nextDueAt(db);
    const times = [
      ...(dueAt === undefined ? [] : [Math.max(dueAt, smtpBackoff.nextAt)]),
      ...((open && imapBackoff.due) || !posts.imap ? [] : [imapBackoff.nextAt]),
      ...(busy ? [clock.now() + lookAgainMs] : []),
    ];
    if (times.length === 0) return;
    const waitMs = Math.max(Math.min(...times) - clock.now(), lookAgainMs);
    timer = setTimeout(poll, Math.min(waitMs, reconnectMsMax));
  };

  /**
   * `turnpost receive` puts letters in beside us. The counter is in memory that the processes share,
   * so a look costs next to nothing; to watch the file would also tell about our own commits, and
   * nothing at all on some file systems.
   */
  let seen = versionSeen(db);
  const lookBeside = (): void => {
    const version = versionSeen(db);
    if (version !== seen) poll();
    seen = version;
  };

  await connect().catch((error) => {
    // To give up now would only mean that whoever starts us knocks again at once.
    const askedMs = throttleMs(error);
    if (askedMs === undefined) throw error;
    imapBackoff.failed(askedMs);
    log.warn({ askedMs }, 'the IMAP server wants to be left alone for a while');
  });
  const cron = schedule(posts.poll, poll, { timezone: 'UTC' });
  const beside = setInterval(lookBeside, lookBesideMs);
  poll();

  return {
    async stop() {
      // The mailbox is let go at once: nothing there depends on a last word.
      stop.abort();
      clearTimeout(timer);
      clearInterval(beside);
      await cron.destroy();
      await rounds.settled();
      await deliveries.settled();
      await posts.solver.stop();
      await analysing;
      await pruning;
      posts.submission.close();
    },
  };
}
