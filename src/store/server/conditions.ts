import type { AlarmName } from '../../intent.ts';
import { type Database, sql } from '../file/database.ts';

/** What can be so for a time. */
type Kind =
  /** A trouble that somebody was called for; why: codes and numbers, no word that anybody has written. */
  | 'alarm'
  /** The submission server takes no letters (`shut`), or may not (`doubted`): asked again when due. */
  | 'door'
  /** The letters of a span are nearly used up; why: how many it has. */
  | 'shortage'
  /** A file of the operator's templates, or the kind of letter that could not be written with it. */
  | 'template'
  /** The number of a player whose userid nobody would get any more. */
  | 'odd-name'
  /** An address to which letters do not get through: nothing is sent there until it is due; why: as in RFC 3463. */
  | 'suspension'
  /** Another server has the mailbox (`lost`), or nothing keeps one from it (`none`). */
  | 'fence';

/** Something that is so, or was, since when and until when, and whether the admins know. */
export interface Condition {
  readonly id: number;
  readonly kind: Kind;
  /** What it is about; empty where a kind has no more than one. */
  readonly key: string;
  readonly state: string;
  /** What the admins are told of it. */
  readonly why: string;
  readonly beganAt: number;
  /** When something is to be done about it. */
  readonly dueAt: number | null;
  /** Null while it lasts. */
  readonly endedAt: number | null;
  readonly toldAt: number | null;
}

/** An alarm: its key is the name of the trouble. */
export type Alarm = Condition & { readonly key: AlarmName };

const COLUMNS = `id, kind, key, state, why, began_at as beganAt, due_at as dueAt, ended_at as endedAt,
  told_at as toldAt`;

/**
 * Something is so from now on. The same again changes nothing; another reason is told of anew.
 *
 * @param now since when
 */
export const setCondition = (
  db: Database,
  condition: Pick<Condition, 'kind'> & Partial<Pick<Condition, 'key' | 'state' | 'why' | 'dueAt'>>,
  now: number,
): void => {
  sql(
    db,
    `insert into conditions (kind, key, state, why, began_at, due_at)
    values (:kind, :key, :state, :why, :now, :dueAt)
    on conflict (kind, key) where ended_at is null do update
    set state = excluded.state, why = excluded.why, began_at = excluded.began_at,
      due_at = excluded.due_at, told_at = null
    where why <> excluded.why`,
  ).run({ key: '', state: '', why: '', dueAt: null, ...condition, now });
};

/** What is so goes on otherwise, which is no news. */
export const changeCondition = (
  db: Database,
  { id, state, why, dueAt }: Pick<Condition, 'id' | 'state' | 'why' | 'dueAt'>,
): void => {
  sql(db, 'update conditions set state = ?, why = ?, due_at = ? where id = ?').run(
    state,
    why,
    dueAt,
    id,
  );
};

/** It is so no more. Returns `false` when it was not. */
export const endCondition = (db: Database, kind: Kind, key: string, now: number): boolean =>
  sql(db, 'update conditions set ended_at = ? where kind = ? and key = ? and ended_at is null').run(
    now,
    kind,
    key,
  ).changes === 1;

/** When it was last over; 0 when it never was so. */
export const endedAt = (db: Database, kind: Kind, key: string, now: number): number =>
  sql(
    db,
    `select coalesce(max(ended_at), 0)
    from conditions
    where kind = ? and key = ? and ended_at <= ?`,
  )
    .pluck()
    .get(kind, key, now) as number;

/** It was nothing to tell of. */
export const dropCondition = (db: Database, { id }: Pick<Condition, 'id'>): void => {
  sql(db, 'delete from conditions where id = ?').run(id);
};

/** What is so now. */
export const conditionNow = (db: Database, kind: Kind, key = ''): Condition | undefined =>
  sql(db, `select ${COLUMNS} from conditions where kind = ? and key = ? and ended_at is null`).get(
    kind,
    key,
  ) as Condition | undefined;

/** All of a kind that is so now, the oldest first. */
export const conditionsNow = (db: Database, kind: Kind): readonly Condition[] =>
  sql(db, `select ${COLUMNS} from conditions where kind = ? and ended_at is null order by id`).all(
    kind,
  ) as Condition[];

/** What no letter has told the admins, the oldest first; of an alarm also that it is over. */
export const unreportedConditions = (db: Database): readonly Condition[] =>
  sql(
    db,
    `select ${COLUMNS}
    from conditions
    where told_at is null
    union all
    select ${COLUMNS}
    from conditions
    where kind = 'alarm' and ended_at is not null and end_told_at is null and told_at is not null
    order by id`,
  ).all() as Condition[];

/** Those of them that somebody was called for. */
export const alarmsIn = (conditions: readonly Condition[]): readonly Alarm[] =>
  conditions.filter((each): each is Alarm => each.kind === 'alarm');

/** The admins know of these, as they were read. */
export function markReported(db: Database, conditions: readonly Condition[], now: number): void {
  for (const { id, endedAt } of conditions) {
    sql(
      db,
      `update conditions
      set told_at = coalesce(told_at, :now), end_told_at = iif(:ended, :now, end_told_at)
      where id = :id`,
    ).run({ id, now, ended: endedAt === null ? 0 : 1 });
  }
}
