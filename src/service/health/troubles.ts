import { statfsSync } from 'node:fs';
import { dirname } from 'node:path';
import type { AlarmName } from '../../intent.ts';
import { alarmMsMin } from '../../limits.ts';
import { diskBytesMin, diskBytesWell } from '../../server-limits.ts';
import { doorNow } from '../../store/letters/doors.ts';
import { oldestDue } from '../../store/letters/leases.ts';
import { backupsNow } from '../../store/server/backups.ts';
import { nextSendAt } from '../out/quota.ts';
import type { Shell } from '../shell/shell.ts';

/** Something that is wrong now. */
export interface Trouble {
  readonly name: AlarmName;
  /** UTC milliseconds. */
  readonly since: number;
  /** Codes and numbers; no address, and no word that anybody has written. */
  readonly why: string;
  /** Whether it has gone on for so long, or is such, that somebody is to be called. */
  readonly calls: boolean;
}

/** What is wrong, and of what nothing is known yet, so that it is not known to be over either. */
export interface State {
  readonly troubles: readonly Trouble[];
  readonly unknown: ReadonlySet<AlarmName>;
}

/** Looks at a running server. To be asked every half a minute or so, because it remembers a little. */
export interface Doctor {
  look(): State;
}

/** @param freeBytes the room on the disk of the database, for somebody without special rights */
export function makeDoctor(
  shell: Shell,
  freeBytes: () => number = () => freeBeside(shell.db.name),
): Doctor {
  const { db, time, pulse } = shell;
  let due: { readonly id: number; readonly since: number } | undefined;
  let isFull = false;
  let fullSince = 0;

  /** What went on while the machine was asleep, or before the process began, is nobody's fault. */
  const isLong = (since: number): boolean =>
    time.now() - Math.max(since, pulse.awakeSince) >= alarmMsMin;

  const mailbox = (): Found => {
    const { polledAt, mailbox: failing, awakeSince } = pulse;
    const since = polledAt ?? awakeSince;
    if (failing) return { since: failing.since, why: failing.why, calls: isLong(failing.since) };
    if (isLong(since)) return { since, why: 'no poll has come to its end', calls: true };
    return polledAt === undefined ? 'unknown' : undefined;
  };
  const submission = (): Found => {
    const { submission: away } = pulse;
    return away && { ...away, calls: isLong(away.since) };
  };
  const door = (): Found => {
    const now = doorNow(db);
    if (!now || (now.state === 'doubted' && !isLong(now.beganAt))) return undefined;
    return { since: now.beganAt, why: now.error, calls: isLong(now.beganAt) };
  };
  /** The same letter has been due for so long, though the server takes others or is not asked. */
  const outbox = (): Found => {
    const now = time.now();
    const isHeld = pulse.submission !== undefined || doorNow(db) !== undefined;
    const dueAt = isHeld ? undefined : nextSendAt(shell);
    const id = dueAt !== undefined && dueAt <= now ? oldestDue(db, now) : undefined;
    if (id === undefined) due = undefined;
    else if (due?.id !== id || due.since > now) due = { id, since: now };
    if (!due) return isHeld ? 'unknown' : undefined;
    if (!isLong(due.since)) return 'unknown';
    return { since: due.since, why: `letter ${due.id} is due`, calls: true };
  };
  const work = (): Found => {
    const { step, polledAt } = pulse;
    if (!step) return polledAt === undefined ? 'unknown' : undefined;
    const { name, since, why } = step;
    return { since, why: `${name}: ${why}`, calls: isLong(since) };
  };
  const backup = (): Found => {
    const { failingSince = null, error = null } = backupsNow(db) ?? {};
    return failingSince === null
      ? undefined
      : { since: failingSince, why: String(error), calls: true };
  };
  const disk = (): Found => {
    const bytes = freeBytes();
    const isFuller = bytes < (isFull ? diskBytesWell : diskBytesMin);
    if (isFuller && !isFull) fullSince = time.now();
    isFull = isFuller;
    const mebibytes = Math.floor(bytes / 1024 ** 2);
    return isFull ? { since: fullSince, why: `${mebibytes} MiB are left`, calls: true } : undefined;
  };
  const looks: Readonly<Record<AlarmName, () => Found>> = {
    mailbox,
    submission,
    door,
    outbox,
    work,
    backup,
    disk,
  };

  return {
    look() {
      pulse.look(time.now());
      const found = Object.entries(looks).map(
        ([name, look]) => [name as AlarmName, look()] as const,
      );
      return {
        troubles: found.flatMap(([name, each]) =>
          typeof each === 'object' ? [{ name, ...each }] : [],
        ),
        unknown: new Set(found.flatMap(([name, each]) => (each === 'unknown' ? [name] : []))),
      };
    },
  };
}

/** What one look has found: nothing wrong, or nothing that is known yet, or a trouble. */
type Found = Omit<Trouble, 'name'> | 'unknown' | undefined;

function freeBeside(database: string): number {
  const { bavail, bsize } = statfsSync(dirname(database));
  return bavail * bsize;
}
