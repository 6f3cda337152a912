import { minuteText } from '../ports.ts';
import { holderText } from '../service/process/holder.ts';
import { type BackupsNow, backupsNow } from '../store/file/backups.ts';
import type { Database } from '../store/file/database.ts';
import type { Holder } from '../store/file/lock.ts';
import { doorNow } from '../store/letters/doors.ts';
import { lastBeat } from '../store/play/downtimes.ts';
import {
  inboxCounts,
  oldestUnread,
  oldestUnsent,
  outboxCounts,
  type StateCount,
} from '../store/reading/overview.ts';

/** What `turnpost status` prints: who is at work, what there is, and what has waited longest. */
export const statusReport = (
  db: Database,
  holder: Holder | 'unknown' | undefined,
): readonly string[] => [
  `Worker: ${workerText(holder)}`,
  `Mailbox last read: ${readText(lastBeat(db))}`,
  `Letters in: ${countsText(inboxCounts(db))}`,
  `Letters out: ${countsText(outboxCounts(db))}`,
  `Oldest letter to be read: ${sinceText(oldestUnread(db))}`,
  `Oldest letter to be sent: ${sinceText(oldestUnsent(db))}`,
  ...doorTexts(db),
  ...backupTexts(backupsNow(db)),
];

function workerText(holder: Holder | 'unknown' | undefined): string {
  if (!holder) return 'none runs on this database';
  return holderText(holder === 'unknown' ? undefined : holder);
}

/** One line, while there is something to say about it. */
function doorTexts(db: Database): readonly string[] {
  const door = doorNow(db);
  if (!door) return [];
  const since = `${minuteText(door.beganAt)} (${door.error})`;
  return [
    door.state === 'shut'
      ? `The submission server takes no letters since ${since}`
      : `Perhaps the submission server takes no letters since ${since}`,
  ];
}

/** Nothing where the server makes none. */
function backupTexts(backups: BackupsNow | undefined): readonly string[] {
  if (!backups) return [];
  const { file, madeAt, failingSince, error } = backups;
  const newest =
    madeAt === null ? 'Newest backup: none' : `Newest backup: ${minuteText(madeAt)}, ${file}`;
  if (failingSince === null) return [newest];
  return [newest, `No backup can be made since ${minuteText(failingSince)}: ${error}`];
}

const readText = (at: number | undefined): string => (at === undefined ? 'never' : minuteText(at));

const countsText = (counts: readonly StateCount[]): string =>
  counts.length === 0 ? 'none' : counts.map(({ state, count }) => `${count} ${state}`).join(', ');

const sinceText = (at: number | undefined): string =>
  at === undefined ? 'none waits' : `since ${minuteText(at)}`;
