import type { AlarmName, MessageFacts } from '../../intent.ts';
import { minuteIn } from '../../match/clock.ts';
import { refusalLimits, reportLimits } from '../../server-limits.ts';
import { type Database, transact } from '../../store/file/database.ts';
import { lastReportAt, markNewsReported, unreportedNews } from '../../store/letters/probes.ts';
import { playerByAddress, useridOf } from '../../store/people/players.ts';
import {
  type Alarm,
  alarmsIn,
  type BackupPlaceProblem,
  type Condition,
  conditionsNow,
  markReported,
  unreportedConditions,
} from '../../store/server/conditions.ts';
import { intendLetter } from '../do/intend.ts';
import { DEFAULT_LANGUAGE } from '../do/sender.ts';
import { type Shell, withClockAt } from '../shell/shell.ts';

/**
 * Reports to the admins what needs a person: the first trouble at once, later ones together, a few times a
 * day; alarms each time. A report whose letter is lost is not repeated: the log has the same facts.
 */
export function reportToAdmins(baseShell: Shell): void {
  const now = baseShell.time.now();
  const shell = withClockAt(baseShell, now, `report ${now}`);
  const { db, admins, crash } = shell;
  if (admins.size === 0) return;
  const news = newsOf(db, now);
  // A shortage must be reported while the quota still has room for the report.
  const isUrgent = news.some(({ kind }) => kind === 'alarm' || kind === 'shortage');
  if (!isUrgent && now - lastReportAt(db, now) < reportLimits.everyMs) return;
  const facts = gather(shell, news);
  if (isEmpty(facts)) return;
  crash.reach('report: before commit');
  transact(db, () => {
    for (const address of admins) {
      const player = playerByAddress(db, address);
      const language = player?.language ?? DEFAULT_LANGUAGE;
      intendLetter(
        shell,
        {
          to: { playerId: player?.id, userid: undefined, address, language },
          message: { kind: 'report', facts },
          // A reply to it is proven, as to any other letter.
          reply: { purpose: 'account', number: 0 },
        },
        'clock',
      );
    }
    markNewsReported(db, now);
    markReported(db, news, now);
  });
  crash.reach('report: committed');
}

/** Unreported conditions; alarms only if letters can go out. */
function newsOf(db: Database, now: number): readonly Condition[] {
  const unreported = unreportedConditions(db);
  const alarms = canSend(db) ? alarmsIn(unreported).slice(0, reportLimits.lines) : [];
  const others = unreported.filter(({ kind, state, beganAt, endedAt }) => {
    if (kind === 'door')
      return state === 'shut' || (endedAt ?? now) - beganAt >= refusalLimits.reportedMs;
    return kind !== 'alarm' && kind !== 'fence';
  });
  return [...alarms, ...others];
}

const gather = ({ db }: Shell, news: readonly Condition[]) => {
  const conditionsOf = (kind: Condition['kind']) => news.filter((each) => each.kind === kind);
  const { failed, aside, probe, caps } = unreportedNews(db);
  const closure = conditionsOf('door').at(-1);
  const [failing] = conditionsOf('backup');
  const [copies] = conditionsOf('backup-place');
  /** Reported in more detail in the same letter. */
  const detailedKeys = [...(closure ? ['door'] : []), ...(failing ? ['backup'] : [])];
  return {
    failed: listed(failed),
    aside: listed(aside),
    suspended: listed(suspendedOf(db, conditionsOf('suspension'))),
    templates: listed(
      conditionsOf('template')
        .map(({ key, why }) => ({ place: key, error: why }))
        .toSorted((one, next) => (one.place < next.place ? -1 : 1)),
    ),
    closure: closureOf(closure),
    probe: probe ?? null,
    names: listed(namesOf(db, conditionsOf('odd-name'))),
    alarms: alarmFacts(alarmsIn(news).filter(({ key }) => !detailedKeys.includes(key))),
    backups: failing ? { since: minuteIn(failing.beganAt, 'UTC'), error: failing.why } : null,
    copies: (copies?.why as BackupPlaceProblem | undefined) ?? null,
    shortages: SPANS.flatMap((span) => {
      const shortage = conditionsOf('shortage').findLast(({ key }) => key === span);
      if (!shortage) return [];
      return [{ span, most: Number(shortage.why), since: minuteIn(shortage.beganAt, 'UTC') }];
    }),
    caps: caps.map(({ name, letters, since }) => ({
      name,
      letters,
      since: minuteIn(since, 'UTC'),
    })),
  } satisfies MessageFacts<'report'>;
};

const SPANS = ['day', 'hour'] as const;

/** Userids that are no longer allowed, oldest player first. */
const namesOf = (db: Database, names: readonly Condition[]): readonly string[] =>
  names
    .map(({ key }) => Number(key))
    .toSorted((one, next) => one - next)
    .flatMap((id) => useridOf(db, id) ?? []);

/** The userid of each suspended address, null without an account, and the status code of the bounce. */
const suspendedOf = (db: Database, suspensions: readonly Condition[]) =>
  suspensions.map(({ key, why }) => ({
    userid: playerByAddress(db, key)?.userid ?? null,
    status: why,
  }));

const closureOf = (closure: Condition | undefined) =>
  closure
    ? {
        since: minuteIn(closure.beganAt, 'UTC'),
        until: closure.endedAt === undefined ? null : minuteIn(closure.endedAt, 'UTC'),
        codes: closure.why,
      }
    : null;

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

const listed = <T>(all: readonly T[]) => ({
  first: all.slice(0, reportLimits.lines),
  more: Math.max(all.length - reportLimits.lines, 0),
});

/** Alarms of a failure to send letters. */
const SENDING_ALARMS: ReadonlySet<AlarmName> = new Set(['submission', 'door', 'outbox']);

/** Whether a letter to the admins can go out, as far as is known. */
const canSend = (db: Database): boolean =>
  !alarmsIn(conditionsNow(db, 'alarm')).some(({ key }) => SENDING_ALARMS.has(key));

const alarmFacts = (
  alarms: readonly Pick<Alarm, 'key' | 'beganAt' | 'endedAt' | 'why'>[],
): NonNullable<MessageFacts<'report'>['alarms']> =>
  alarms.map(({ key, beganAt, endedAt, why }) => ({
    trouble: key,
    since: minuteIn(beganAt, 'UTC'),
    until: endedAt === undefined ? null : minuteIn(endedAt, 'UTC'),
    why,
  }));
