import type { WorkerConfig } from '../config.ts';
import { minuteText } from '../ports.ts';
import { AMISS, amissWith, isOldCopy } from '../service/backup/kept.ts';
import { oneLine } from '../service/shell/log.ts';
import type { Known } from './database.ts';
import { type Finding, findingsOf } from './finding.ts';

const { ok, warn, wrong } = findingsOf('copies');

/** Looks at the place where copies of the database lie, or will lie. */
export function copiesFindings(
  place: Pick<WorkerConfig, 'database' | 'backups'>,
  known: Known | undefined,
  now: number,
): readonly Finding[] {
  const { copiedAt = null, cameAt = null } = known ?? {};
  const old =
    copiedAt !== null && isOldCopy(copiedAt, cameAt, now)
      ? [
          warn(
            `The newest copy of the database is of ${minuteText(copiedAt)}, and letters came after it.`,
            'Start the server, and look into its log for why it makes none.',
          ),
        ]
      : [];
  try {
    const amiss = amissWith(place);
    if (amiss !== undefined) return [warn(AMISS[amiss].what, AMISS[amiss].remedy), ...old];
    return old.length > 0 ? old : [ok(`Copies of the database lie in ${place.backups?.folder}.`)];
  } catch (error) {
    return [
      wrong(
        `Nothing can be found out about ${place.backups?.folder} (${oneLine(error)}).`,
        'Let TURNPOST_BACKUP_DIR name a folder that the server may write to.',
      ),
    ];
  }
}
