import type { BackupPlan, WorkerConfig } from '../../config.ts';
import { makeCopier } from '../backup/copier.ts';
import { dropDrafts, keptBackups } from '../backup/kept.ts';
import { makeBackup } from '../backup/make.ts';
import type { Shell } from '../shell/shell.ts';
import { attempted } from './round.ts';
import { onSchedule, spanOf } from './schedule.ts';

/**
 * Makes backups at the times of a schedule, one at a time; and one at once where the newest is older
 * than it would be, had the server been running.
 *
 * @returns ends them
 */
export function startBackups(
  shell: Shell,
  config: Pick<WorkerConfig, 'database' | 'secret' | 'backups'>,
  copier = makeCopier(),
): () => Promise<void> {
  const { backups: plan, database, secret } = config;
  if (!plan) return async () => undefined;
  const stop = new AbortController();
  const { signal } = stop;
  let making: Promise<unknown> | undefined;
  const make = (): void => {
    making ??= attempted(shell, signal, 'backup', () =>
      makeBackup(shell, { database, secret }, plan, copier, signal),
    ).finally(() => {
      making = undefined;
    });
  };
  const end = onSchedule(plan.schedule, make);
  if (isOverdue(plan, shell.time.now())) make();
  return async () => {
    stop.abort();
    end();
    await copier.stop();
    await making;
    tries(() => dropDrafts(plan.folder));
  };
}

/** Whether the newest is older than it would be, or cannot be found: then an attempt says why. */
function isOverdue({ folder, schedule }: BackupPlan, now: number): boolean {
  const newest = tries(() => keptBackups(folder).findLast(({ at }) => at <= now));
  return !newest || now - newest.at > spanOf(schedule);
}

function tries<T>(look: () => T): T | undefined {
  try {
    return look();
  } catch {
    return undefined;
  }
}
