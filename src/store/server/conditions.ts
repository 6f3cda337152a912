import type { AlarmName } from '../../intent.ts';
import { type Database, sql } from '../file/database.ts';

/** The kinds of conditions. */
type Kind =
  /** An alarm; `why`: codes and numbers, no text of a letter. */
  | 'alarm'
  /** The submission server accepts no letters (`shut`), or may not (`doubted`): tried again when due. */
  | 'door'
  /** The quota of a span is nearly used up; `why`: its letters. */
  | 'shortage'
  /** No copy of the database can be made; why: in one line. */
  | 'backup'
  /** The fault of the place of the copies; why: a `BackupPlaceProblem`. */
  | 'backup-place'
  /** An unusable template: its file, or the kind of letter that could not be rendered with it. */
  | 'template'
  /** The id of a player whose userid is no longer allowed. */
  | 'odd-name'
  /** An address whose letters bounce: nothing is sent there until it is due; `why`: as in RFC 3463. */
  | 'suspension'
  /** Another server has the mailbox (`lost`), or nothing keeps others from it (`none`). */
  | 'fence';

/** A condition that lasts or has ended, and whether it was reported to the admins. */
export interface Condition {
  readonly id: number;
  readonly kind: Kind;
  /** The subject of the condition; empty if its kind has only one. */
  readonly key: string;
  readonly state: string;
  /** The reason that is reported to the admins. */
  readonly why: string;
  readonly beganAt: number;
  /** When something is to be done about it. */
  readonly dueAt: number | undefined;
  /** Undefined while it lasts. */
  readonly endedAt: number | undefined;
  readonly toldAt: number | undefined;
}

/** An alarm: its key is the name of the trouble. */
export type Alarm = Condition & { readonly key: AlarmName };

const COLUMNS = sql`id, kind, key, state, why, began_at as beganAt, due_at as dueAt,
  ended_at as endedAt,
  told_at as toldAt`;

/**
 * Begins a condition. If it lasts already, an unchanged reason changes nothing; another begins it anew, and
 * is reported again.
 */
export const setCondition = (
  db: Database,
  {
    kind,
    key = '',
    state = '',
    why = '',
    dueAt,
  }: Pick<Condition, 'kind'> & Partial<Pick<Condition, 'key' | 'state' | 'why' | 'dueAt'>>,
  now: number,
): void => {
  sql`insert into conditions (kind, key, state, why, began_at, due_at)
    values (${kind}, ${key}, ${state}, ${why}, ${now}, ${dueAt})
    on conflict (kind, key) where ended_at is null do update
    set state = excluded.state, why = excluded.why, began_at = excluded.began_at,
      due_at = excluded.due_at, told_at = null
    where why <> excluded.why`.run(db);
};

/** Changes a condition without a new report. */
export const changeCondition = (
  db: Database,
  { id, state, why, dueAt }: Pick<Condition, 'id' | 'state' | 'why' | 'dueAt'>,
): void => {
  sql`update conditions set state = ${state}, why = ${why}, due_at = ${dueAt}
    where id = ${id}`.run(db);
};

/** Ends a condition. Returns `false` if there was none. */
export const endCondition = (db: Database, kind: Kind, key: string, now: number): boolean =>
  sql`update conditions set ended_at = ${now}
    where kind = ${kind} and key = ${key} and ended_at is null`.run(db).changes === 1;

/** When a condition last ended; 0 if it never did. */
export const endedAt = (db: Database, kind: Kind, key: string, now: number): number =>
  sql`select coalesce(max(ended_at), 0)
    from conditions
    where kind = ${kind} and key = ${key} and ended_at <= ${now}`.value(db);

/** Deletes a condition that need not be reported. */
export const dropCondition = (db: Database, kind: Kind, key = ''): void => {
  sql`delete from conditions
    where kind = ${kind} and key = ${key} and ended_at is null`.run(db);
};

/** The current condition, or undefined. */
export const currentCondition = (db: Database, kind: Kind, key = ''): Condition | undefined =>
  sql`select ${COLUMNS} from conditions
    where kind = ${kind} and key = ${key} and ended_at is null`.get(db);

/** All current conditions of a kind, the oldest first. */
export const conditionsNow = (db: Database, kind: Kind): readonly Condition[] =>
  sql`select ${COLUMNS} from conditions
    where kind = ${kind} and ended_at is null order by id`.all(db);

/** The conditions that are not reported, and the unreported ends of alarms, the oldest first. */
export const unreportedConditions = (db: Database): readonly Condition[] =>
  sql`select ${COLUMNS}
    from conditions
    where told_at is null
    union all
    select ${COLUMNS}
    from conditions
    where kind = 'alarm' and ended_at is not null and end_told_at is null and told_at is not null
    order by id`.all(db);

/** The alarms among conditions. */
export const alarmsIn = (conditions: readonly Condition[]): readonly Alarm[] =>
  conditions.filter((each): each is Alarm => each.kind === 'alarm');

/** Records that these conditions, as they were read, are reported to the admins. */
export function markReported(db: Database, conditions: readonly Condition[], now: number): void {
  for (const { id, endedAt } of conditions) {
    sql`update conditions
      set told_at = coalesce(told_at, ${now}), end_told_at = iif(${endedAt !== undefined}, ${now},
        end_told_at)
      where id = ${id}`.run(db);
  }
}

/** Single values of the server's own. */
interface Values {
  /** When the mailbox was last read to its end, in UTC milliseconds. */
  readonly heartbeat: number;
  /** The time of the last decision, before which none is dated, in UTC milliseconds. */
  readonly 'decided-at': number;
  /** The seed for random numbers in decisions; without it, the secret is the seed. */
  readonly seed: Uint8Array;
  /** The sealed content of the new secret file, until that is written. */
  readonly rotation: string;
  /** The words with which userids were last compared: their SHA-256, in hex. */
  readonly 'compared-words': string;
  /** The last player who was compared with them. */
  readonly 'compared-up-to': number;
}

/** A value, or undefined. */
export const serverValue = <Key extends keyof Values>(
  db: Database,
  key: Key,
): Values[Key] | undefined => sql`select value from server where key = ${key}`.value(db);

export const putServerValue = <Key extends keyof Values>(
  db: Database,
  key: Key,
  value: Values[Key],
): void => {
  sql`insert into server (key, value) values (${key}, ${value})
    on conflict (key) do update
    set value = excluded.value`.run(db);
};

export const dropServerValue = (db: Database, key: keyof Values): void => {
  sql`delete from server where key = ${key}`.run(db);
};

/** Records the time of a decision, or of a mailbox read to its end. */
export const noteDecided = (db: Database, at: number): void => {
  putServerValue(db, 'decided-at', at);
};

/** Records and returns the time of a decision, not before the last one and at most now; and the seed. */
export const beginDecision = (
  db: Database,
  at: number,
  now: number,
): { readonly at: number; readonly seed: Uint8Array | undefined } =>
  sql`insert into server (key, value) values ('decided-at', ${Math.min(at, now)})
    on conflict (key) do update
    set value = min(${now}, max(${at}, value))
    returning value as at, (select value from server where key = 'seed') as seed`.one(db);

/** When the mailbox was last read to its end; undefined if it never was. */
export const lastHeartbeat = (db: Database): number | undefined => serverValue(db, 'heartbeat');
