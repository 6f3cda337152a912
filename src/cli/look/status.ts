import type { StateCount } from '../../command/shape/by-subject.ts';
import type { WorkerConfig } from '../../config.ts';
import { minuteText, systemTime } from '../../ports.ts';
import { BACKUP_PLACE_PROBLEMS, isOldCopy } from '../../service/backup/copies.ts';
import { holderText } from '../../service/process/fence-note.ts';
import type { Database } from '../../store/file/database.ts';
import type { Holder } from '../../store/file/lock.ts';
import { lettersWaitingForQuota, quotaUsed } from '../../store/letters/charges.ts';
import { letterCounts } from '../../store/reading/overview.ts';
import {
  backupsNow,
  currentCondition,
  lastHeartbeat,
  lastLetterAt,
} from '../../store/server/conditions.ts';
import { isoTime } from './lists.ts';

/** The report of `turnpost status`: the worker, the counts, and the longest waits. */
export function statusReport(
  db: Database,
  holder: Holder | 'unknown' | undefined,
  quota: WorkerConfig['quota'] = {},
  time = systemTime,
): readonly string[] {
  const [door, fence] = [currentCondition(db, 'door'), currentCondition(db, 'fence')];
  const spans = quotaUsed(db, quota, time.now());
  const waiting = spans.length > 0 ? lettersWaitingForQuota(db) : 0;
  const { file, madeAt, failingSince, error, placeProblem } = backupsNow(db);
  const lastRead = lastHeartbeat(db);
  const { inbox, outbox, unreadSince, unsentSince } = letterCounts(db);
  const shutText =
    door && `submission server has accepted no e-mail since ${beganText(door)} (${door.why})`;
  return [
    `Server: ${holder ? holderText(holder === 'unknown' ? undefined : holder) : 'not running'}`,
    `Mailbox last read: ${lastRead === undefined ? 'never' : minuteText(lastRead)}`,
    `Incoming e-mails: ${countsText(inbox)}`,
    `Outgoing e-mails: ${countsText(outbox)}`,
    `Oldest unread e-mail: ${sinceText(unreadSince)}`,
    `Oldest unsent e-mail: ${sinceText(unsentSince)}`,
    ...(shutText ? [`${door.state === 'shut' ? 'The' : 'Perhaps the'} ${shutText}`] : []),
    ...(fence?.state === 'lost'
      ? [`Another server reads the mailbox: ${fence.why}; detected ${beganText(fence)}`]
      : fence
        ? [
            `The mailbox is not protected from a second server since ${beganText(fence)} (${fence.why})`,
          ]
        : []),
    ...spans.map(
      ({ span, used }) => `E-mails sent in the last ${span.name}: ${used} of ${span.limit}`,
    ),
    ...(waiting === 0 ? [] : [`E-mails waiting for the quota: ${waiting}`]),
    madeAt === undefined ? 'Newest copy: none' : `Newest copy: ${minuteText(madeAt)}, ${file}`,
    ...(failingSince === undefined
      ? []
      : [`Copies have failed since ${minuteText(failingSince)}: ${error}`]),
    ...(isOldCopy(madeAt, lastLetterAt(db), time.now())
      ? ['The newest copy is old: e-mails have arrived since']
      : []),
    ...(placeProblem === undefined ? [] : [BACKUP_PLACE_PROBLEMS[placeProblem].what]),
  ];
}

const beganText = ({ beganAt }: { readonly beganAt: number }): string => minuteText(beganAt);

const countsText = (counts: readonly StateCount[]): string =>
  counts.length === 0 ? 'none' : counts.map(({ state, count }) => `${count} ${state}`).join(', ');

const sinceText = (since: number | undefined): string =>
  since === undefined ? 'none' : `since ${minuteText(since)}`;

export function statusObject(
  db: Database,
  holder: Holder | 'unknown' | undefined,
  quota: WorkerConfig['quota'] = {},
  time = systemTime,
): object {
  const [door, fence] = [currentCondition(db, 'door'), currentCondition(db, 'fence')];
  const { file, madeAt, failingSince, error, placeProblem } = backupsNow(db);
  const { inbox, outbox, unreadSince, unsentSince } = letterCounts(db);
  // A worker that has not identified itself is running, too.
  const { pid, host, since } = holder === 'unknown' || !holder ? {} : holder;
  return {
    worker: holder ? { pid, host, since: isoTime(since) } : undefined,
    mailboxLastRead: isoTime(lastHeartbeat(db)),
    lettersIn: countsObject(inbox),
    lettersOut: countsObject(outbox),
    oldestUnread: isoTime(unreadSince),
    oldestUnsent: isoTime(unsentSince),
    submission: door
      ? { state: door.state, since: isoTime(door.beganAt), said: door.why }
      : { state: 'open' },
    fence: fence
      ? { state: fence.state, said: fence.why, since: isoTime(fence.beganAt) }
      : undefined,
    quota: quotaUsed(db, quota, time.now()).map(({ span: { name, limit }, used }) => ({
      span: name,
      most: limit,
      used,
    })),
    backups: {
      file,
      madeAt: isoTime(madeAt),
      failingSince: isoTime(failingSince),
      error,
      amiss: placeProblem,
    },
  };
}

const countsObject = (counts: readonly StateCount[]): object =>
  Object.fromEntries(counts.map(({ state, count }) => [state, count]));
