import { setTimeout as pause } from 'node:timers/promises';
import type { WorkerConfig } from '../../config.ts';
import { serviceManager } from '../../environment.ts';
import { type CrashPoints, noCrashPoints, systemTime } from '../../ports.ts';
import {
  AccessError,
  isTemporaryFailure,
  requestedWaitMs,
  troubleText,
} from '../../post/account.ts';
import { openSubmission, type Submission } from '../../post/smtp.ts';
import { stopLimits } from '../../server-limits.ts';
import { transact } from '../../store/file/database.ts';
import { type Lock, takeLock } from '../../store/file/lock.ts';
import {
  dropCondition,
  newDatabaseId,
  noteBackupFailure,
  setCondition,
} from '../../store/server/conditions.ts';
import { copyDatabaseNow } from '../backup/make.ts';
import { probeTaggedAddress } from '../due/reachable.ts';
import type { Health } from '../health/page.ts';
import {
  type HealthState,
  limitProblems,
  makeHealthCheck,
  processLimits,
} from '../health/troubles.ts';
import { makeAlertCommand, makeNotifier, startWatch } from '../health/watch.ts';
import { openLog } from '../shell/log.ts';
import { secretsTrouble } from '../shell/secret.ts';
import type { Shell } from '../shell/shell.ts';
import { makeThreadSolver } from '../thread/solver.ts';
import { startBackups } from './backups.ts';
import { copyBeforeUpgrade, renameOldSecret, startProblem, troubleOf } from './before-start.ts';
import { askerOf, type FenceState, type MailboxLease, makeFence } from './fence.ts';
import { holderText } from './fence-note.ts';
import { closeShell, openShell } from './open.ts';
import { startWorker } from './worker.ts';

/** A running server. */
export interface Server {
  /**
   * Aborted when the server has to stop: its database is lost, or another server has its mailbox. The log
   * says why.
   */
  readonly lost?: AbortSignal;
  /** Handles a non-fatal signal. */
  handleSignal?(signal: 'SIGHUP' | 'SIGUSR1'): void;
  stop(): Promise<void>;
}

/** Why the server cannot start: one line for the operator, without any password. */
export class StartError extends Error {}

/**
 * Locks the database for this process, logs in to both mail servers, so that a wrong host or password shows
 * at once, and starts the worker.
 *
 * @param startsAnyway starts with the database as it is, or a new one, even if a copy is newer
 * @throws StartError if another worker runs or reads the mailbox, or the database or a mail account does not
 *   work
 */
export async function serve(
  config: WorkerConfig,
  crash: CrashPoints = noCrashPoints,
  startsAnyway = false,
): Promise<Server> {
  const notifier = makeNotifier(serviceManager(), openLog(config.log));
  notifier.tellStart();
  const lock = lockDatabase(config.database);
  const closers: (() => void | Promise<void>)[] = [() => lock.release()];
  const stop = async () => {
    for (const close of closers.splice(0).reverse()) await close();
  };
  try {
    const wrong = databaseStep(config.database, () => startProblem(config));
    if (wrong !== undefined && !startsAnyway) {
      // A damaged secret is restored along with the database, and reported first.
      const why = secretsTrouble(config, systemTime) ?? wrong;
      throw new StartError(`${config.database}: ${why}`);
    }
    const submission = openSubmission(config.smtp);
    closers.push(() => submission.close());
    const temporaryFailure = await logIn('SMTP', config.smtp.host, temporaryFailureOf(submission));
    const newId = await copyBeforeUpgrade(config).catch((error) =>
      databaseStep(config.database, () => {
        throw error;
      }),
    );
    const baseShell = databaseStep(config.database, () => {
      if (wrong !== undefined) renameOldSecret(config);
      return openShell(config, crash, lock);
    });
    if (wrong !== undefined || newId !== undefined)
      transact(baseShell.db, () => newDatabaseId(baseShell.db, newId));
    closers.push(() => closeShell(baseShell));
    if (temporaryFailure)
      baseShell.log.warn({ error: `it ${troubleText(temporaryFailure)}` }, 'e-mails wait');
    for (const variable of config.gone ?? [])
      baseShell.log.warn({ variable }, 'this variable is obsolete; turnpost check says more');
    for (const lack of limitProblems(processLimits()).warnings) baseShell.log.warn(lack);
    const check = makeHealthCheck(baseShell);
    const health = await openHealthPage(baseShell, submission, config.healthPort, check);
    closers.push(() => health.stop());
    const { shell } = health;
    probeTaggedAddress(shell, config.imap?.host ?? PIPE_ONLY);
    const fence = config.imap && fenceOf(shell, lock);
    const worker = startWorker(shell, {
      imap: config.imap,
      submission: health.submission,
      ...(fence && { fence }),
      ...(temporaryFailure && { quietMs: requestedWaitMs(temporaryFailure) }),
      solver: makeThreadSolver(),
      copy: () => copyAtOnce(shell, config),
      poll: config.poll,
      keepDays: config.keepDays,
    });
    const running = await (config.imap ? logIn('IMAP', config.imap.host, worker) : worker);
    closers.push(() => running.stop());
    if (fence?.lost.aborted) throw new StartError(String(fence.lost.reason));
    fence?.lost.addEventListener('abort', () => shell.log.fatal(String(fence.lost.reason)));
    const watch = startWatch(shell, {
      check,
      command:
        config.alertCommand === undefined
          ? undefined
          : makeAlertCommand(config.alertCommand, shell.log),
      notifier,
      wake: () => void running.round(),
    });
    closers.push(() => watch.stop());
    const backups = startBackups(shell, config);
    closers.push(() => backups.stop());
    shell.log.info({ address: shell.address }, 'waiting for e-mail');
    return {
      lost: AbortSignal.any([shell.guard.lost, ...(fence ? [fence.lost] : [])]),
      handleSignal(signal) {
        if (signal === 'SIGUSR1') watch.logStatus();
        else shell.log.info('the terminal is gone; the server goes on');
      },
      async stop() {
        notifier.tellStop();
        const isLate = await Promise.race([stop(), pause(stopLimits.stopMs, true, { ref: false })]);
        // The state is then as after a crash.
        if (isLate) shell.log.warn('stopped: a task did not end');
        else shell.log.info('stopped');
      },
    };
  } catch (error) {
    await stop();
    throw error;
  }
}

/**
 * Opens the health page if a port is set. Its code is loaded on demand: most servers have no port, and
 * start sooner.
 */
async function openHealthPage(
  shell: Shell,
  submission: Submission,
  port: number | undefined,
  check: () => HealthState,
): Promise<Health> {
  if (port === undefined) return { shell, submission, stop: () => undefined };
  const { openHealth } = await import('../health/page.ts');
  return openHealth(shell, submission, port, check).catch(({ code }: NodeJS.ErrnoException) => {
    throw new StartError(`Port ${port} cannot be used (${code}); see TURNPOST_HEALTH_PORT.`);
  });
}

/** Copies the database after a change that no mailbox can restore; if that fails, the next copy has it. */
async function copyAtOnce({ db, time }: Shell, config: WorkerConfig): Promise<void> {
  const why = await copyDatabaseNow(config, db);
  if (why !== undefined) transact(db, () => noteBackupFailure(db, why, time.now()));
}

/** The fence of the mailbox. Its state is kept in the database, for `turnpost status`. */
function fenceOf({ db, address, time, random, log }: Shell, lock: Lock): MailboxLease {
  const tell = (state: FenceState): void => {
    const since = time.now();
    const { kind } = state;
    if (kind === 'ours') {
      transact(db, () => dropCondition(db, 'fence'));
      return;
    }
    const reason = kind === 'lost' ? holderText(state.to) : state.why;
    transact(db, () => {
      dropCondition(db, 'fence');
      setCondition(db, { kind: 'fence', state: kind, why: reason }, since);
    });
    if (kind === 'none') log.warn({ why: reason }, 'no note can be left in the mailbox: no fence');
  };
  return makeFence(askerOf(lock, address), { time, random, tell });
}

/** Replaces the mailbox host if letters come through a pipe alone. */
const PIPE_ONLY = 'pipe';

function lockDatabase(database: string): Lock {
  const lock = databaseStep(database, () => takeLock(database));
  if (lock.ok) return lock.value;
  throw new StartError(`Another worker runs on ${database}: ${holderText(lock.error)}.`);
}

/** Runs a step on the database; reports a full disk, a damaged file or a newer schema in one line. */
function databaseStep<T>(database: string, open: () => T): T {
  try {
    return open();
  } catch (error) {
    throw new StartError(`${database}: ${troubleOf(error)}`);
  }
}

/**
 * Why the submission server accepts no letters for now. This does not end the server, which a supervisor
 * would only restart at once.
 */
const temporaryFailureOf = (submission: Submission): Promise<Error | undefined> =>
  submission.verify().then(
    () => undefined,
    (error) => {
      if (!isTemporaryFailure(error)) throw error;
      return error as Error;
    },
  );

async function logIn<T>(protocol: 'IMAP' | 'SMTP', host: string, login: Promise<T>): Promise<T> {
  try {
    return await login;
  } catch (error) {
    const cause = error instanceof AccessError ? error.see : undefined;
    const variable = cause ?? `TURNPOST_${protocol}_URL`;
    throw new StartError(`The ${protocol} server ${host} ${troubleText(error)}; see ${variable}.`);
  }
}
