import type { AlarmName, Listed, ReportFacts } from '../../intent.ts';
import { minuteIn } from '../../match/calendar.ts';
import { doubtToldMs, reportEveryMs, reportLinesMax } from '../../server-limits.ts';
import { type Database, transact } from '../../store/file/database.ts';
import { markCapsReported, unreportedCaps } from '../../store/letters/caps-met.ts';
import {
  type Closure,
  markClosuresReported,
  unreportedClosure,
} from '../../store/letters/doors.ts';
import { markProbesReported, unreportedProbe } from '../../store/letters/probes.ts';
import { markShortagesReported, unreportedShortages } from '../../store/letters/quota.ts';
import {
  lastReportAt,
  markAsideReported,
  markFailuresReported,
  markTroublesReported,
  unreportedAside,
  unreportedFailures,
  unreportedTroubles,
} from '../../store/letters/reports.ts';
import { markSuspensionsReported, unreportedSuspensions } from '../../store/letters/suspensions.ts';
import { playerByAddress } from '../../store/people/players.ts';
import { markNamesReported, unreportedNames } from '../../store/people/rename.ts';
import { type Alarm, alarmsNow, markAlarmsTold, untoldAlarms } from '../../store/server/alarms.ts';
import {
  markAmissReported,
  markBackupsReported,
  unreportedAmiss,
  unreportedBackups,
} from '../../store/server/backups.ts';
import { intendLetter } from '../do/intend.ts';
import { LANGUAGE_BY_DEFAULT } from '../do/sender.ts';
import { withClockAt } from '../shell/moment.ts';
import type { Shell } from '../shell/shell.ts';

/**
 * Tells the admins what needs a person, a few times a day at most: the first trouble at once, what
 * follows in one letter; but what somebody is called for, each time. A report that does not arrive is in
 * the log and nowhere else.
 */
export function reportToAdmins(working: Shell): void {
  const now = working.time.now();
  const shell = withClockAt(working, now, `report ${now}`);
  const { db, admins, crash } = shell;
  if (admins.size === 0) return;
  // Where no letter goes out, a note in the mailbox tells of them.
  const alarms = isWayOutOpen(db) ? untoldAlarms(db) : [];
  // What tells that few letters are left must go out with one of them.
  const isUrgent = alarms.length > 0 || unreportedShortages(db).length > 0;
  if (!isUrgent && now - lastReportAt(db, now) < reportEveryMs) return;
  const facts = gather(shell, alarms);
  if (isEmpty(facts)) return;
  crash.reach('report: before commit');
  transact(db, () => {
    for (const address of admins) {
      const player = playerByAddress(db, address);
      const language = player?.language ?? LANGUAGE_BY_DEFAULT;
      intendLetter(
        shell,
        {
          to: { playerId: player?.id, userid: undefined, address, language },
          message: { kind: 'report', facts },
          // An answer to it is proven, like one to any other letter.
          reply: { purpose: 'account', number: 0 },
        },
        'clock',
      );
    }
    markFailuresReported(db, now);
    markAsideReported(db, now);
    markSuspensionsReported(db, now);
    markCapsReported(db);
    markShortagesReported(db, now);
    markProbesReported(db, now);
    markTroublesReported(db, now);
    markClosuresReported(db, now, doubtToldMs);
    markNamesReported(db, now);
    markAlarmsTold(db, alarms, now);
    markBackupsReported(db, now);
    markAmissReported(db, now);
  });
  crash.reach('report: committed');
}

const gather = ({ db, time }: Shell, alarms: readonly Alarm[]) => {
  const closure = unreportedClosure(db, time.now(), doubtToldMs);
  const backups = unreportedBackups(db);
  /** Of these the same letter says more. */
  const toldBelow = [...(closure ? ['door'] : []), ...(backups ? ['backup'] : [])];
  return {
    failed: listed(unreportedFailures(db)),
    aside: listed(unreportedAside(db)),
    suspended: listed(unreportedSuspensions(db)),
    templates: listed(unreportedTroubles(db)),
    closure: closureOf(closure),
    probe: unreportedProbe(db) ?? null,
    names: listed(unreportedNames(db)),
    alarms: alarmFacts(alarms.filter(({ trouble }) => !toldBelow.includes(trouble))),
    backups: failingOf(backups),
    copies: unreportedAmiss(db),
    shortages: unreportedShortages(db).map(({ span, most, beganAt }) => ({
      span,
      most,
      since: minuteIn(beganAt, 'UTC'),
    })),
    caps: unreportedCaps(db).map(({ name, letters, since }) => ({
      name,
      letters,
      since: minuteIn(since, 'UTC'),
    })),
  } satisfies ReportFacts;
};

const closureOf = (closure: Closure | undefined) =>
  closure
    ? {
        since: minuteIn(closure.beganAt, 'UTC'),
        until: closure.openedAt === null ? null : minuteIn(closure.openedAt, 'UTC'),
        codes: closure.codes,
      }
    : null;

const failingOf = (failing: ReturnType<typeof unreportedBackups>) =>
  failing ? { since: minuteIn(failing.since, 'UTC'), error: failing.error } : null;

const isEmpty = (facts: ReturnType<typeof gather>): boolean => {
  const { failed, aside, suspended, templates, closure, probe, names, caps } = facts;
  const { alarms, backups, copies, shortages } = facts;
  const lists = [failed, aside, suspended, templates, names];
  return (
    lists.every(({ first }) => first.length === 0) &&
    !closure &&
    !backups &&
    copies === null &&
    probe === null &&
    shortages.length === 0 &&
    caps.length === 0 &&
    alarms.length === 0
  );
};

const listed = <T>(all: readonly T[]): Listed<T> => ({
  first: all.slice(0, reportLinesMax),
  more: Math.max(all.length - reportLinesMax, 0),
});

/** Troubles in which a letter would not go out. */
const OF_THE_WAY_OUT: ReadonlySet<AlarmName> = new Set(['submission', 'door', 'outbox']);

/** Whether a letter to the admins may go out, as far as is known. */
export const isWayOutOpen = (db: Database): boolean =>
  !alarmsNow(db).some(({ trouble }) => OF_THE_WAY_OUT.has(trouble));

/** What a report says of alarms. */
export const alarmFacts = (alarms: readonly Alarm[]): NonNullable<ReportFacts['alarms']> =>
  alarms.map(({ trouble, beganAt, overAt, why }) => ({
    trouble,
    since: minuteIn(beganAt, 'UTC'),
    until: overAt === null ? null : minuteIn(overAt, 'UTC'),
    why,
  }));
