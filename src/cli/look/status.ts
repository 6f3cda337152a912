import type { WorkerConfig } from '../../config.ts';
import { minuteText, systemTime } from '../../ports.ts';
import { AMISS, isOldCopy } from '../../service/backup/amiss.ts';
import { holderText } from '../../service/process/holder.ts';
import type { Database } from '../../store/file/database.ts';
import type { Holder } from '../../store/file/lock.ts';
import { doorNow } from '../../store/letters/doors.ts';
import { lastBeat } from '../../store/play/downtimes.ts';
import {
  inboxCounts,
  oldestUnread,
  oldestUnsent,
  outboxCounts,
  type StateCount,
} from '../../store/reading/overview.ts';
import { type BackupsNow, backupsNow, lastCameAt } from '../../store/server/backups.ts';
import { isoTime } from './list.ts';
import { fenceTexts, hostsObject, quotaTexts } from './mail-hosts.ts';

/** What `turnpost status` prints: who is at work, what there is, and what has waited longest. */
export const statusReport = (
  db: Database,
  holder: Holder | 'unknown' | undefined,
  quota: WorkerConfig['quota'] = {},
  time = systemTime,
): readonly string[] => [
  `Worker: ${workerText(holder)}`,
  `Mailbox last read: ${readText(lastBeat(db))}`,
  `Letters in: ${countsText(inboxCounts(db))}`,
  `Letters out: ${countsText(outboxCounts(db))}`,
  `Oldest letter to be read: ${sinceText(oldestUnread(db))}`,
  `Oldest letter to be sent: ${sinceText(oldestUnsent(db))}`,
  ...doorTexts(db),
  ...fenceTexts(db),
  ...quotaTexts(db, quota, time),
  ...backupTexts(backupsNow(db), lastCameAt(db), time.now()),
];

/** The same for programs. */
export const statusObject = (
  db: Database,
  holder: Holder | 'unknown' | undefined,
  quota: WorkerConfig['quota'] = {},
  time = systemTime,
): object => {
  const door = doorNow(db);
  const backups = backupsNow(db);
  return {
    worker: workerObject(holder),
    mailboxLastRead: isoTime(lastBeat(db)),
    lettersIn: countsObject(inboxCounts(db)),
    lettersOut: countsObject(outboxCounts(db)),
    oldestUnread: isoTime(oldestUnread(db)),
    oldestUnsent: isoTime(oldestUnsent(db)),
    submission: door
      ? { state: door.state, since: isoTime(door.beganAt), said: door.error }
      : { state: 'open' },
    ...hostsObject(db, quota, time),
    backups: {
      file: backups.file,
      madeAt: isoTime(backups.madeAt ?? undefined),
      failingSince: isoTime(backups.failingSince ?? undefined),
      error: backups.error,
      amiss: backups.amiss,
    },
  };
};

/** Null where none runs. One that has not said yet who it is runs as well. */
function workerObject(holder: Holder | 'unknown' | undefined): object | null {
  if (!holder) return null;
  if (holder === 'unknown') return { pid: null, host: null, since: null };
  const { pid, host, since } = holder;
  return { pid, host, since: isoTime(since) };
}

const countsObject = (counts: readonly StateCount[]): object =>
  Object.fromEntries(counts.map(({ state, count }) => [state, count]));

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

function backupTexts(
  { file, madeAt, failingSince, error, amiss }: BackupsNow,
  cameAt: number | null,
  now: number,
): readonly string[] {
  return [
    madeAt === null ? 'Newest copy: none' : `Newest copy: ${minuteText(madeAt)}, ${file}`,
    ...(failingSince === null
      ? []
      : [`No copy can be made since ${minuteText(failingSince)}: ${error}`]),
    ...(isOldCopy(madeAt, cameAt, now) ? ['The newest copy is old: letters came after it'] : []),
    ...(amiss === null ? [] : [AMISS[amiss].what]),
  ];
}

const readText = (at: number | undefined): string => (at === undefined ? 'never' : minuteText(at));

const countsText = (counts: readonly StateCount[]): string =>
  counts.length === 0 ? 'none' : counts.map(({ state, count }) => `${count} ${state}`).join(', ');

const sinceText = (at: number | undefined): string =>
  at === undefined ? 'none waits' : `since ${minuteText(at)}`;
