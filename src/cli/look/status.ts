import type { WorkerConfig } from '../../config.ts';
import { minuteText, systemTime, type Time } from '../../ports.ts';
import { AMISS, isOldCopy } from '../../service/backup/kept.ts';
import { holderText } from '../../service/process/fence-note.ts';
import type { Database } from '../../store/file/database.ts';
import type { Holder } from '../../store/file/lock.ts';
import { lettersHeldBack, quotaUsed } from '../../store/letters/quota.ts';
import {
  inboxCounts,
  oldestUnread,
  oldestUnsent,
  outboxCounts,
  type StateCount,
} from '../../store/reading/overview.ts';
import { type BackupsNow, backupsNow, lastCameAt } from '../../store/server/backups.ts';
import { conditionNow } from '../../store/server/conditions.ts';
import { lastHeartbeat } from '../../store/server/values.ts';
import { isoTime } from './list.ts';

/** What `turnpost status` prints: who is at work, what there is, and what has waited longest. */
export const statusReport = (
  db: Database,
  holder: Holder | 'unknown' | undefined,
  quota: WorkerConfig['quota'] = {},
  time = systemTime,
): readonly string[] => [
  `Worker: ${workerText(holder)}`,
  `Mailbox last read: ${readText(lastHeartbeat(db))}`,
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
  const door = conditionNow(db, 'door');
  const backups = backupsNow(db);
  return {
    worker: workerObject(holder),
    mailboxLastRead: isoTime(lastHeartbeat(db)),
    lettersIn: countsObject(inboxCounts(db)),
    lettersOut: countsObject(outboxCounts(db)),
    oldestUnread: isoTime(oldestUnread(db)),
    oldestUnsent: isoTime(oldestUnsent(db)),
    submission: door
      ? { state: door.state, since: isoTime(door.beganAt), said: door.why }
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
  const door = conditionNow(db, 'door');
  if (!door) return [];
  const since = `${minuteText(door.beganAt)} (${door.why})`;
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

/** What `turnpost status` says of the mail hosts. */

/** One line, while not only this server reads the mailbox, or nobody knows. */
function fenceTexts(db: Database): readonly string[] {
  const fence = conditionNow(db, 'fence');
  if (!fence) return [];
  const { state, why, beganAt } = fence;
  return [
    state === 'lost'
      ? `Another server reads the mailbox: ${why}; found out ${minuteText(beganAt)}`
      : `Nothing keeps another server from the mailbox since ${minuteText(beganAt)} (${why})`,
  ];
}

/** One line for each count of the submission host, and how many letters wait for it. */
function quotaTexts(db: Database, quota: WorkerConfig['quota'], time: Time): readonly string[] {
  const spans = quotaUsed(db, quota, time.now()).map(
    ({ span: { name, most }, used }) => `Letters of the last ${name}: ${used} of ${most}`,
  );
  const waiting = spans.length > 0 ? lettersHeldBack(db) : 0;
  return waiting === 0 ? spans : [...spans, `Letters that wait for that: ${waiting}`];
}

/** The same for programs: null where there is nothing to say of the fence. */
function hostsObject(db: Database, quota: WorkerConfig['quota'], time: Time): object {
  const fence = conditionNow(db, 'fence');
  return {
    fence: fence ? { state: fence.state, said: fence.why, since: isoTime(fence.beganAt) } : null,
    quota: quotaUsed(db, quota, time.now()).map(({ span: { name, most }, used }) => ({
      span: name,
      most,
      used,
    })),
  };
}
