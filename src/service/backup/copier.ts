import { MessageChannel, receiveMessageOnPort, Worker } from 'node:worker_threads';
import type { BackupPlan } from '../../config.ts';
import { err, type Result } from '../../result.ts';
import { backupMsMax } from '../../server-limits.ts';
import type { Database } from '../../store/file/database.ts';
import { databaseId } from '../../store/server/backups.ts';
import { threadFile } from '../thread/thread-queue.ts';
import { copiesFolder } from './copies.ts';
import type { BackupResult, BackupTarget } from './make.ts';
import type { BackupSource } from './write.ts';

export type Copier = ReturnType<typeof makeCopier>;

/** A job of the thread: makes a copy, or tests one. */
export type CopierJob =
  | { readonly source: BackupSource; readonly place: BackupTarget }
  | { readonly copy: string };

/** Makes and tests copies, each in a thread with a connection of its own: no letter waits for it. */
export function makeCopier() {
  let thread: Worker | undefined;
  const inThread = <T>(job: CopierJob, failed: (why: string) => T, ms?: number): Promise<T> =>
    new Promise((resolve) => {
      const started = new Worker(threadFile('copier-thread'), { workerData: { job } });
      thread = started;
      const timer = ms && setTimeout(() => void started.terminate(), ms);
      started.once('message', resolve);
      started.once('error', ({ message }) => resolve(failed(message)));
      started.once('exit', () => {
        clearTimeout(timer);
        resolve(failed('the thread that copies was ended'));
      });
    });
  return {
    /** @returns why it failed, in one line, also after `stop` */
    make: (source: BackupSource, place: BackupTarget): Promise<Result<BackupResult, string>> =>
      inThread({ source, place }, err, backupMsMax),
    /** @returns why it cannot be restored or was not tested, in one line; undefined if it can be */
    try: (copy: string) => inThread<string | undefined>({ copy }, (why) => why),
    /** Ends the work; an unfinished copy never gets its final name. */
    async stop(): Promise<void> {
      await thread?.terminate();
    },
  };
}

/**
 * Makes a copy while the caller waits, for a change that rereading the mailbox cannot restore.
 *
 * @returns why it failed, in one line
 */
export function copyNow(source: BackupSource, place: BackupTarget): Result<BackupResult, string> {
  const done = new Int32Array(new SharedArrayBuffer(4));
  const { port1, port2 } = new MessageChannel();
  const thread = new Worker(threadFile('copier-thread'), {
    workerData: { job: { source, place }, waiting: { done, port: port2 } },
    transferList: [port2],
  });
  Atomics.wait(done, 0, 0, backupMsMax);
  const answer = receiveMessageOnPort(port1)?.message as Result<BackupResult, string> | undefined;
  port1.close();
  thread.unref();
  return answer ?? err('the copy took too long');
}

/**
 * Makes a copy at once in the folder of a database.
 *
 * @returns why it failed, in one line; undefined if it succeeded, or copies are off
 */
export function copyDatabaseNow(
  { database, secret, backups }: BackupSource & { readonly backups?: BackupPlan | undefined },
  db: Database,
): string | undefined {
  const folder = copiesFolder({ backups }, databaseId(db));
  if (!backups || folder === undefined) return undefined;
  const made = copyNow({ database, secret }, { folder, days: backups.days });
  return made.ok ? undefined : made.error;
}
