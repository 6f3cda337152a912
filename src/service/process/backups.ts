import { rmSync } from 'node:fs';
import type { WorkerConfig } from '../../config.ts';
import { oneDayMs } from '../../limits.ts';
import {
  copyBytesPerDay,
  copyEveryMs,
  copyTimeShare,
  lookAtClockMs,
  restoreEveryMs,
} from '../../server-limits.ts';
import { transact } from '../../store/file/database.ts';
import {
  backupsNow,
  databaseId,
  lettersSeen,
  noteAmiss,
  noteBackup,
  noteBackupFailure,
} from '../../store/server/backups.ts';
import { type Copier, makeCopier } from '../backup/copier.ts';
import {
  AMISS,
  amissWith,
  copiesFolder,
  type KeptBackup,
  keptBackups,
  oldestBackupAt,
} from '../backup/kept.ts';
import type { Made } from '../backup/make.ts';
import { emptyProcessed } from '../due/prune.ts';
import { oneLine } from '../shell/log.ts';
import type { Shell } from '../shell/shell.ts';
import { attempted } from './round.ts';

/** The copies of a running server. */
interface Backups {
  /** Makes a copy, where one is due. */
  look(): Promise<void>;
  stop(): Promise<void>;
}

type Config = Pick<WorkerConfig, 'database' | 'secret' | 'backups' | 'imap' | 'processedDays'>;

/**
 * Copies the database while it changes, one copy at a time, every ten minutes, or as seldom as its size
 * asks for. Once a day, what is old in `Processed` is removed after a copy: which is the oldest is known
 * then.
 */
export function startBackups(shell: Shell, config: Config, copier: Copier = makeCopier()): Backups {
  const { db, time } = shell;
  const { backups: plan, database, secret } = config;
  const folder = copiesFolder(config, databaseId(db));
  noteWhatIsAmiss(shell, config);
  if (!plan || folder === undefined)
    return { look: async () => undefined, stop: async () => undefined };
  const place = { folder, days: plan.days };
  const stop = new AbortController();
  const { signal } = stop;
  let making: Promise<unknown> | undefined;
  const newest = newestIn(folder, time.now());
  if (newest && newest.at > (backupsNow(db).madeAt ?? 0)) {
    transact(db, () => noteBackup(db, newest.file, newest.at));
  }
  let triedAt = newest?.at ?? Number.NEGATIVE_INFINITY;
  let pauseMs = copyEveryMs;
  let copied = '';
  let emptiedAt = Number.NEGATIVE_INFINITY;
  // A start has enough to do; a day later the first one is due.
  let triedToRestoreAt = time.now() - restoreEveryMs + oneDayMs;

  const make = async (): Promise<void> => {
    const seen = lettersSeen(db);
    const made = await copier.make({ database, secret }, place);
    if (signal.aborted) return;
    noteWhatIsAmiss(shell, config);
    if (!shell.guard.isWhole()) {
      if (made.ok) rmSync(made.value.file);
      return;
    }
    if (!made.ok) {
      shell.log.error({ folder, error: made.error }, 'no copy of the database could be made');
      transact(db, () => noteBackupFailure(db, made.error, time.now()));
      return;
    }
    copied = seen;
    pauseMs = pauseAfter(time.now() - triedAt, made.value.bytes);
    noteMade(shell, made.value);
    if (!isSoon(time.now(), triedToRestoreAt, restoreEveryMs)) {
      triedToRestoreAt = time.now();
      const trouble = await copier.try(made.value.file);
      if (trouble !== undefined && !signal.aborted) noteUseless(shell, made.value, trouble);
    }
    if (!isSoon(time.now(), emptiedAt, oneDayMs)) {
      emptiedAt = time.now();
      await empty(shell, config, folder, signal);
    }
  };
  const look = async (): Promise<void> => {
    const now = time.now();
    if (!making && !isSoon(now, triedAt, pauseMs)) {
      making = attempted(shell, signal, 'backup', async () => {
        if (lettersSeen(db) === copied) return;
        triedAt = now;
        await make();
      }).finally(() => {
        making = undefined;
      });
    }
    await making;
  };
  const timer = setInterval(() => void look(), lookAtClockMs);
  void look();
  return {
    look,
    async stop() {
      stop.abort();
      clearInterval(timer);
      await copier.stop();
      await making;
    },
  };
}

/** Whether so long has not gone by yet. A clock that was put back makes nobody wait. */
const isSoon = (now: number, since: number, ms: number): boolean =>
  now >= since && now - since < ms;

/** How long to wait after a copy of this size that has taken so long. */
export const pauseAfter = (tookMs: number, bytes: number): number =>
  Math.max(copyEveryMs, tookMs / copyTimeShare, (bytes / copyBytesPerDay) * oneDayMs);

/** The newest copy, as far as that can be found; otherwise an attempt says why not. */
function newestIn(folder: string, now: number): KeptBackup | undefined {
  try {
    return keptBackups(folder).findLast(({ at }) => at <= now);
  } catch {
    return undefined;
  }
}

function noteWhatIsAmiss({ db, log }: Shell, config: Config): void {
  try {
    const amiss = amissWith(config);
    if (amiss !== undefined && amiss !== backupsNow(db).amiss) log.warn(AMISS[amiss].what);
    transact(db, () => noteAmiss(db, amiss));
  } catch (error) {
    log.warn({ error: oneLine(error) }, 'nothing is known of the place for copies');
  }
}

function noteMade({ db, log }: Shell, { file, at, removed }: Made): void {
  transact(db, () => noteBackup(db, file, at));
  log.info({ file, removed }, 'copy of the database made');
}

/** A copy that cannot be put back is none. */
function noteUseless({ db, time, log }: Shell, { file }: Made, trouble: string): void {
  const error = `${file} cannot be put back: ${trouble}`;
  log.error({ file, error: trouble }, 'a copy of the database cannot be put back');
  transact(db, () => noteBackupFailure(db, error, time.now()));
}

async function empty(
  shell: Shell,
  { imap, processedDays: days }: Config,
  folder: string,
  signal: AbortSignal,
): Promise<void> {
  if (!imap || days === undefined) return;
  await emptyProcessed(shell, imap, { days, oldestBackupAt: oldestBackupAt(folder) }, signal);
}
