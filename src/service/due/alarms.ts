import type { AlarmName, ReportFacts } from '../../intent.ts';
import { minuteIn } from '../../match/calendar.ts';
import type { Database } from '../../store/file/database.ts';
import { type Alarm, alarmsNow } from '../../store/server/alarms.ts';

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
