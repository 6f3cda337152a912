import type { AlarmName } from '../../intent.ts';
import { reportLinesMax } from '../../server-limits.ts';
import { type Database, sql } from '../file/database.ts';

/** A trouble that somebody was called for. */
export interface Alarm {
  readonly id: number;
  readonly trouble: AlarmName;
  readonly beganAt: number;
  readonly why: string;
  /** Null while it lasts. */
  readonly overAt: number | null;
}

const COLUMNS = 'id, trouble, began_at as beganAt, why, over_at as overAt';

/** The alarms whose troubles last. */
export const alarmsNow = (db: Database): readonly Alarm[] =>
  sql(db, `select ${COLUMNS} from alarms where over_at is null order by id`).all() as Alarm[];

/** Somebody is called. Returns the number of the alarm. */
export function raiseAlarm(
  db: Database,
  { trouble, beganAt, why }: Pick<Alarm, 'trouble' | 'beganAt' | 'why'>,
  now: number,
): number {
  const { lastInsertRowid } = sql(
    db,
    // A report may have told of a backup that failed, before anybody looked.
    `insert into alarms (trouble, began_at, why, called_at, told_at)
    values (:trouble, :beganAt, :why, :now,
      iif(:trouble = 'backup', (select reported_at from backups), null))`,
  ).run({ trouble, beganAt, why, now });
  return Number(lastInsertRowid);
}

/** The trouble of an alarm is over. */
export const endAlarm = (db: Database, trouble: AlarmName, now: number): void => {
  sql(db, 'update alarms set over_at = ? where trouble = ? and over_at is null').run(now, trouble);
};

/** Alarms of which no letter has told, or not that they are over: the oldest, as many as one may list. */
export const untoldAlarms = (db: Database): readonly Alarm[] =>
  sql(
    db,
    `select ${COLUMNS}
    from alarms
    where (told_at is null or over_told_at is null)
      and (told_at is null or over_at is not null)
    order by id
    limit ? + 0`,
  ).all(reportLinesMax) as Alarm[];

/** The admins know of these alarms, as they were read. */
export function markAlarmsTold(db: Database, alarms: readonly Alarm[], now: number): void {
  for (const { id, overAt } of alarms) {
    sql(
      db,
      `update alarms
      set told_at = coalesce(told_at, ?), over_told_at = iif(?, ?, over_told_at)
      where id = ?`,
    ).run(now, overAt === null ? 0 : 1, now, id);
  }
}
