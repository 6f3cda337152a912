import { hostname } from 'node:os';
import { setTimeout as pause } from 'node:timers/promises';
import { serviceManager, type WorkerConfig } from '../../config.ts';
import { type CrashPoints, noCrashPoints, systemTime } from '../../ports.ts';
import { AccessError } from '../../post/access.ts';
import { openSubmission } from '../../post/smtp.ts';
import { troubleText } from '../../post/trouble.ts';
import { stopMsMax } from '../../server-limits.ts';
import { transact } from '../../store/file/database.ts';
import { type Lock, takeLock } from '../../store/file/lock.ts';
import { beginEra } from '../../store/play/eras.ts';
import { askPlus } from '../due/probe.ts';
import { makeAlertCommand } from '../health/command.ts';
import { lacksOf, meansHere } from '../health/means.ts';
import { makeNotifier } from '../health/notifier.ts';
import { makeDoctor } from '../health/troubles.ts';
import { startWatch, tellStart, tellStop } from '../health/watch.ts';
import { openLog } from '../shell/log.ts';
import { oneLine } from '../shell/one-line.ts';
import type { Shell } from '../shell/shell.ts';
import { makeThreadSolver } from '../thread/solver.ts';
import { openHealth } from './health.ts';
import { holderText } from './holder.ts';
import { closeShell, openShell } from './open.ts';
import { StartError } from './start-error.ts';
import { startWorker } from './worker.ts';

/** A running server. */
export interface Server {
  /** Aborted when it has to be stopped, because its database is lost; the log says why. */
  readonly lost?: AbortSignal;
  /** A signal that ends nothing. */
  note?(signal: 'SIGHUP' | 'SIGUSR1'): void;
  stop(): Promise<void>;
}

export { StartError };

/**
 * Takes the database for this process alone, logs in at both mail servers, so that a wrong host or
 * password shows at once, and starts the worker.
 *
 * @throws StartError when another worker runs, or the database or a mail account does not work
 */
export async function serve(
  config: WorkerConfig,
  crash: CrashPoints = noCrashPoints,
): Promise<Server> {
  const notifier = makeNotifier(serviceManager(), openLog(config.log));
  tellStart(notifier);
  const lock = locked(config.database);
  const opened: (() => void | Promise<void>)[] = [() => lock.release()];
  const stop = async () => {
    for (const close of opened.splice(0).reverse()) await close();
  };
  try {
    const submission = openSubmission(config.smtp);
    opened.push(() => submission.close());
    await loggedIn('SMTP', config.smtp.host, submission.verify());
    const opening = usable(config.database, () => openShell(config, crash, lock));
    opened.push(() => closeShell(opening));
    for (const lack of lacksOf(meansHere()).warns) opening.log.warn(lack);
    const doctor = makeDoctor(opening);
    const health = await openHealth(opening, submission, config.healthPort, () => doctor.look());
    opened.push(() => health.stop());
    const { shell } = health;
    usable(config.database, () => beginAnew(shell));
    askPlus(shell, config.imap?.host ?? PIPE_ONLY);
    const worker = startWorker(shell, {
      imap: config.imap,
      submission: health.submission,
      solver: makeThreadSolver(),
      poll: config.poll,
      keepDays: config.keepDays,
    });
    const running = await (config.imap ? loggedIn('IMAP', config.imap.host, worker) : worker);
    opened.push(() => running.stop());
    const watch = startWatch(shell, {
      doctor,
      command:
        config.alertCommand === undefined
          ? undefined
          : makeAlertCommand(config.alertCommand, shell.log),
      notifier,
      append: (raw) => running.leaveNote(raw),
      wake: () => void running.round(),
    });
    opened.push(() => watch.stop());
    shell.log.info({ address: shell.address }, 'waiting for letters');
    return {
      lost: shell.guard.lost,
      note(signal) {
        if (signal === 'SIGUSR1') watch.note();
        else shell.log.info('the terminal is gone; the server goes on');
      },
      async stop() {
        tellStop(notifier);
        const isLate = await Promise.race([stop(), pause(stopMsMax, true, { ref: false })]);
        // What a crash would leave is what is left then.
        if (isLate) shell.log.warn('stopped in the middle of something that does not end');
        else shell.log.info('stopped');
      },
    };
  } catch (error) {
    await stop();
    throw error;
  }
}

/** What was sent before a backup was put back is told by this from what is sent from now on. */
const beginAnew = ({ db, random, time }: Shell): void =>
  transact(db, () => beginEra(db, random, time.now()));

/** Stands for the host of the mailbox where letters come through a pipe alone. */
const PIPE_ONLY = 'pipe';

function locked(database: string): Lock {
  const holder = { pid: process.pid, host: hostname(), since: systemTime.now() };
  const lock = usable(database, () => takeLock(database, holder));
  if (lock.ok) return lock.value;
  throw new StartError(`Another worker runs on ${database}: ${holderText(lock.error)}.`);
}

/** What a full disk, a damaged file or a newer program has left is told in one line. */
function usable<T>(database: string, open: () => T): T {
  try {
    return open();
  } catch (error) {
    throw new StartError(`${database}: ${oneLine(error)}`);
  }
}

async function loggedIn<T>(protocol: 'IMAP' | 'SMTP', host: string, login: Promise<T>): Promise<T> {
  try {
    return await login;
  } catch (error) {
    const cause = error instanceof AccessError ? error.see : undefined;
    const variable = cause ?? `TURNPOST_${protocol}_URL`;
    throw new StartError(`The ${protocol} server ${host} ${troubleText(error)}; see ${variable}.`);
  }
}
