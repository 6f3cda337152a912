import { hostname } from 'node:os';
import type { WorkerConfig } from '../../config.ts';
import { type CrashPoints, noCrashPoints, systemTime } from '../../ports.ts';
import { openSubmission } from '../../post/smtp.ts';
import { troubleText } from '../../post/trouble.ts';
import { transact } from '../../store/file/database.ts';
import { type Lock, takeLock } from '../../store/file/lock.ts';
import { beginEra } from '../../store/play/eras.ts';
import { askPlus } from '../due/probe.ts';
import { oneLine } from '../shell/one-line.ts';
import type { Shell } from '../shell/shell.ts';
import { makeThreadSolver } from '../thread/solver.ts';
import { startBackups } from './backups.ts';
import { holderText } from './holder.ts';
import { closeShell, openShell } from './open.ts';
import { startWorker } from './worker.ts';

/** A running server. */
export interface Server {
  /** Aborted when it has to be stopped, because its database is lost; the log says why. */
  readonly lost?: AbortSignal;
  stop(): Promise<void>;
}

/** What keeps the server from starting, in one line for the operator that names no password. */
export class StartError extends Error {}

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
  const lock = locked(config.database);
  const opened: (() => void | Promise<void>)[] = [() => lock.release()];
  const stop = async () => {
    for (const close of opened.splice(0).reverse()) await close();
  };
  try {
    const submission = openSubmission(config.smtp);
    opened.push(() => submission.close());
    await loggedIn('SMTP', config.smtp.host, submission.verify());
    const shell = usable(config.database, () => openShell(config, crash, lock));
    opened.push(() => closeShell(shell));
    usable(config.database, () => beginAnew(shell));
    askPlus(shell, config.imap?.host ?? PIPE_ONLY);
    const worker = startWorker(shell, {
      imap: config.imap,
      submission,
      solver: makeThreadSolver(),
      poll: config.poll,
      keepDays: config.keepDays,
    });
    const running = await (config.imap ? loggedIn('IMAP', config.imap.host, worker) : worker);
    opened.push(() => running.stop());
    opened.push(startBackups(shell, config));
    shell.log.info({ address: shell.address }, 'waiting for letters');
    return {
      lost: shell.guard.lost,
      async stop() {
        await stop();
        shell.log.info('stopped');
      },
    };
  } catch (error) {
    await stop();
    throw error;
  }
}

/** What was sent before a backup was put back is told by this from what is sent from now on. */
export function beginAnew({ db, random, time, journal }: Shell): void {
  journal.begin();
  transact(db, () => {
    const now = time.now();
    journal.note(db, { is: 'start', era: beginEra(db, random, now) }, now);
  });
}

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
    const variable = `TURNPOST_${protocol}_URL`;
    throw new StartError(`The ${protocol} server ${host} ${troubleText(error)}; see ${variable}.`);
  }
}
