import { statfsSync } from 'node:fs';
import { dirname } from 'node:path';
import type { AlarmName } from '../../intent.ts';
import { alarmMsMin } from '../../limits.ts';
import { diskBytesMin, diskBytesWell } from '../../server-limits.ts';
import { type Database, transact } from '../../store/file/database.ts';
import { oldestDue } from '../../store/letters/leases.ts';
import { backupsNow, unreportedBackups } from '../../store/server/backups.ts';
import {
  alarmsIn,
  conditionNow,
  conditionsNow,
  endCondition,
  markTold,
  setCondition,
} from '../../store/server/conditions.ts';
import { nextSendAt } from '../out/quota.ts';
import type { Shell } from '../shell/shell.ts';

/** Something that is wrong now. */
export interface Problem {
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
  readonly troubles: readonly Problem[];
  readonly unknown: ReadonlySet<AlarmName>;
}

/** Looks at a running server. To be asked every half a minute or so, because it remembers a little. */
export interface Doctor {
  look(): State;
}

/** @param freeBytes the room on the disk of the database, for somebody without special rights */
export function makeHealthCheck(
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
    const now = conditionNow(db, 'door');
    if (!now || (now.state === 'doubted' && !isLong(now.beganAt))) return undefined;
    return { since: now.beganAt, why: now.why, calls: isLong(now.beganAt) };
  };
  /** The same letter has been due for so long, though the server takes others or is not asked. */
  const outbox = (): Found => {
    const now = time.now();
    const isHeld = pulse.submission !== undefined || conditionNow(db, 'door') !== undefined;
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
type Found = Omit<Problem, 'name'> | 'unknown' | undefined;

function freeBeside(database: string): number {
  const { bavail, bsize } = statfsSync(dirname(database));
  return bavail * bsize;
}

/** One call: for a trouble, or because one is over. */
export interface Call {
  readonly trouble: AlarmName;
  readonly state: 'began' | 'over';
  /** Since when it was so, in UTC milliseconds. */
  readonly since: number;
  readonly why: string;
}

/** Calls somebody: once for each trouble, and once more when it is over. */
interface Alarm {
  /** @returns whether anybody was called, or a call could be written down that could not be before */
  take(state: State): boolean;
}

/**
 * What was called for stands in the database, so that a new start calls for nothing a second time.
 * Where nothing can be written, because that is the trouble, it is remembered and written later.
 *
 * @param call must not throw
 */
export function makeAlarm({ db, time, log }: Shell, call: (call: Call) => void): Alarm {
  const unwritten: (() => void)[] = [];
  const calls = new Map<AlarmName, Pick<Call, 'since' | 'why'>>(
    alarmsIn(conditionsNow(db, 'alarm')).map(({ key, beganAt, why }) => [
      key,
      { since: beganAt, why },
    ]),
  );

  const begin = ({ name, since, why }: Problem): void => {
    calls.set(name, { since, why });
    log.error({ trouble: name, since, why }, 'something is wrong: somebody is called');
    const now = time.now();
    unwritten.push(() => raiseAlarm(db, { name, since, why }, now));
    call({ trouble: name, state: 'began', since, why });
  };
  const end = (name: AlarmName, { since, why }: Pick<Call, 'since' | 'why'>): void => {
    calls.delete(name);
    log.info({ trouble: name, since }, 'what was wrong is over');
    const now = time.now();
    unwritten.push(() => endCondition(db, 'alarm', name, now));
    call({ trouble: name, state: 'over', since, why });
  };
  /** @returns whether anything was written down */
  const write = (): boolean => {
    if (unwritten.length === 0) return false;
    try {
      transact(db, () => {
        for (const each of unwritten) each();
      });
      unwritten.length = 0;
      return true;
    } catch (error) {
      log.error({ error: String(error) }, 'an alarm cannot be written down');
      return false;
    }
  };

  return {
    take({ troubles, unknown }) {
      const known = new Set(calls.keys());
      for (const trouble of troubles) {
        if (trouble.calls && !known.has(trouble.name)) begin(trouble);
      }
      for (const [name, said] of [...calls]) {
        const goesOn = unknown.has(name) || troubles.some((each) => each.name === name);
        if (!goesOn) end(name, said);
      }
      return write();
    },
  };
}

/** Notes that somebody is called. A report may have told of a backup that failed, before anybody looked. */
function raiseAlarm(
  db: Database,
  { name, since, why }: Pick<Problem, 'name' | 'since' | 'why'>,
  now: number,
): void {
  setCondition(db, { kind: 'alarm', key: name, why }, since);
  const isTold = backupsNow(db).failingSince !== null && unreportedBackups(db) === undefined;
  if (name === 'backup' && isTold) {
    markTold(
      db,
      conditionsNow(db, 'alarm').filter(({ key }) => key === name),
      now,
    );
  }
}
