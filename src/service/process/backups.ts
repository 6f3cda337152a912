import { rmSync } from 'node:fs';
import type { WorkerConfig } from '../../config.ts';
import { oneDayMs } from '../../limits.ts';
import { backupLimits, copyLimits, pollLimits } from '../../server-limits.ts';
import { transact } from '../../store/file/database.ts';
import {
  backupsNow,
  databaseId,
  lettersState,
  noteBackup,
  noteBackupFailure,
  noteBackupPlace,
} from '../../store/server/conditions.ts';
import {
  BACKUP_PLACE_PROBLEMS,
  backupPlaceProblem,
  copiesFolder,
  type KeptBackup,
  keptBackups,
  oldestBackupAt,
} from '../backup/copies.ts';
import { type BackupResult, type Copier, makeCopier } from '../backup/make.ts';
import { removeOldProcessed } from '../due/housekeeping.ts';
import { oneLine } from '../shell/log.ts';
import type { Shell } from '../shell/shell.ts';
import { attempted } from './round.ts';

type Config = Pick<WorkerConfig, 'database' | 'secret' | 'backups' | 'imap' | 'processedDays'>;

/**
 * Copies the database while the server runs, one copy at a time: every ten minutes, or less often for a large
 * one. Once a day, after a copy, it removes letters from `Processed` older than the oldest copy, and once a week it
 * restores a copy on trial.
 */
export function startBackups(shell: Shell, config: Config, copier: Copier = makeCopier()) {
  const { db, time } = shell;
  const { backups: plan, database, secret } = config;
  const folder = copiesFolder(config, databaseId(db));
  notePlaceProblem(shell, config);
  if (!plan || folder === undefined)
    return { copyIfDue: async () => undefined, stop: async () => undefined };
  const place = { folder, days: plan.days };
  const stop = new AbortController();
  const { signal } = stop;
  let making: Promise<unknown> | undefined;
  const newest = newestIn(folder, time.now());
  if (newest && newest.at > (backupsNow(db).madeAt ?? 0)) {
    transact(db, () => noteBackup(db, newest.file, newest.at));
  }
  let triedAt = newest?.at ?? Number.NEGATIVE_INFINITY;
  let pauseMs = copyLimits.everyMs;
  let seenAtLastCopy = '';
  let cleanedAt = Number.NEGATIVE_INFINITY;
  // Not at a start, which is busy: the first trial restore is due a day later.
  let triedToRestoreAt = time.now() - backupLimits.restoreEveryMs + oneDayMs;

  const make = async (): Promise<void> => {
    const seen = lettersState(db);
    const made = await copier.make({ database, secret }, place);
    if (signal.aborted) return;
    notePlaceProblem(shell, config);
    if (!shell.guard.isIntact()) {
      if (made.ok) rmSync(made.value.file);
      return;
    }
    if (!made.ok) {
      shell.log.error({ folder, error: made.error }, 'no copy of the database could be made');
      transact(db, () => noteBackupFailure(db, made.error, time.now()));
      return;
    }
    seenAtLastCopy = seen;
    pauseMs = pauseAfter(time.now() - triedAt, made.value.bytes);
    noteMade(shell, made.value);
    if (!isTooRecent(time.now(), triedToRestoreAt, backupLimits.restoreEveryMs)) {
      triedToRestoreAt = time.now();
      const trouble = await copier.try(made.value.file);
      if (trouble !== undefined && !signal.aborted) noteUseless(shell, made.value, trouble);
    }
    if (!isTooRecent(time.now(), cleanedAt, oneDayMs)) {
      cleanedAt = time.now();
      await keepProcessedShort(shell, config, folder, signal);
    }
  };
  const copyIfDue = async (): Promise<void> => {
    const now = time.now();
    if (!making && !isTooRecent(now, triedAt, pauseMs)) {
      making = attempted(shell, signal, 'backup', async () => {
        if (lettersState(db) === seenAtLastCopy) return;
        triedAt = now;
        await make();
      }).finally(() => {
        making = undefined;
      });
    }
    await making;
  };
  const timer = setInterval(() => void copyIfDue(), pollLimits.clockMs);
  void copyIfDue();
  return {
    copyIfDue,
    async stop(): Promise<void> {
      stop.abort();
      clearInterval(timer);
      await copier.stop();
      await making;
    },
  };
}

/** Whether less than `ms` has passed since then. False if the clock was set back. */
const isTooRecent = (now: number, since: number, ms: number): boolean =>
  now >= since && now - since < ms;

/** The pause in milliseconds after a copy, by its duration and size. */
export const pauseAfter = (tookMs: number, bytes: number): number =>
  Math.max(
    copyLimits.everyMs,
    tookMs / copyLimits.timeShare,
    (bytes / copyLimits.bytesPerDay) * oneDayMs,
  );

/** The newest copy; undefined if there is none, or the folder cannot be read: the next attempt says why. */
function newestIn(folder: string, now: number): KeptBackup | undefined {
  try {
    return keptBackups(folder).findLast(({ at }) => at <= now);
  } catch {
    return undefined;
  }
}

function notePlaceProblem({ db, time, log }: Shell, config: Config): void {
  try {
    const problem = backupPlaceProblem(config);
    if (problem !== undefined && problem !== backupsNow(db).placeProblem)
      log.warn(BACKUP_PLACE_PROBLEMS[problem].what);
    transact(db, () => noteBackupPlace(db, problem, time.now()));
  } catch (error) {
    log.warn({ error: oneLine(error) }, 'the backup folder cannot be examined');
  }
}

function noteMade({ db, log }: Shell, { file, at, removed }: BackupResult): void {
  transact(db, () => noteBackup(db, file, at));
  log.info({ file, removed }, 'copy of the database made');
}

/** Reports a copy that cannot be restored as a failure. */
function noteUseless({ db, time, log }: Shell, { file }: BackupResult, trouble: string): void {
  const error = `${file} cannot be restored: ${trouble}`;
  log.error({ file, error: trouble }, 'a backup cannot be restored');
  transact(db, () => noteBackupFailure(db, error, time.now()));
}

async function keepProcessedShort(
  shell: Shell,
  { imap, processedDays: days }: Config,
  folder: string,
  signal: AbortSignal,
): Promise<void> {
  if (!imap || days === undefined) return;
  await removeOldProcessed(shell, imap, { days, oldestBackupAt: oldestBackupAt(folder) }, signal);
}
