import type { AlarmName } from '../../intent.ts';
import { type Database, sql } from '../file/database.ts';

type Kind =
  /** An alarm; `why`: codes and numbers, no text of a letter. */
  | 'alarm'
  /** The submission server accepts no letters (`shut`), or perhaps none (`doubted`); tried again when due. */
  | 'door'
  /** The quota of a span, the key, is nearly used up; `why`: how many letters it allows. */
  | 'shortage'
  /** No copy of the database can be made; why: in one line. */
  | 'backup'
  /** The fault of the place of the copies; why: a `BackupPlaceProblem`. */
  | 'backup-place'
  /** An unusable template: its file, or the kind of letter that could not be rendered with it. */
  | 'template'
  /** A userid that is no longer allowed; the key: the player's id. */
  | 'odd-name'
  /** Nothing is sent to an address until due, because its letters bounce; `why`: the status code (RFC 3463). */
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

/** Ends a condition by deleting it: its end is not reported. */
export const dropCondition = (db: Database, kind: Kind, key = ''): void => {
  sql`delete from conditions
    where kind = ${kind} and key = ${key} and ended_at is null`.run(db);
};

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

export const alarmsIn = (conditions: readonly Condition[]): readonly Alarm[] =>
  conditions.filter((each): each is Alarm => each.kind === 'alarm');

/** Records that these conditions are reported, and their ends if they had ended when they were read. */
export function markReported(db: Database, conditions: readonly Condition[], now: number): void {
  for (const { id, endedAt } of conditions) {
    sql`update conditions
      set told_at = coalesce(told_at, ${now}), end_told_at = iif(${endedAt !== undefined}, ${now},
        end_told_at)
      where id = ${id}`.run(db);
  }
}

/** The server's own values, one row each. */
interface Values {
  /** When the mailbox was last read to its end, in UTC milliseconds. */
  readonly heartbeat: number;
  /** The time of the last decision, before which none is dated, in UTC milliseconds. */
  readonly 'decided-at': number;
  /** The seed for random numbers in decisions; without it, the secret is the seed. */
  readonly seed: Uint8Array;
  /** The words with which userids were last compared: their SHA-256, in hex. */
  readonly 'compared-words': string;
  /** The highest player id that was compared with these words. */
  readonly 'compared-up-to': number;
}

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

/** Records the time of a decision, or of a mailbox read to its end: no later decision is dated before it. */
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

/** No copies are made (`none`); they are on the database's disk; there is hardly space for another (`room`). */
export type BackupPlaceProblem = 'none' | 'same-disk' | 'room';

/**
 * The random id of a database: the folder of its copies is named by it, so that they are not taken for those
 * of another database, however similar.
 */
export const databaseId = (db: Database): string => sql`select database_id from backups`.value(db);

/** Whether a database has such an id: those of older versions have none. */
export const hasDatabaseId = (db: Database): boolean =>
  sql`select 1 from pragma_table_info('backups') where name = 'database_id'`.exists(db);

/**
 * Gives a database a new id, so that its copies are kept apart from those made before.
 *
 * @param id that of a copy made before an upgrade; undefined: a random one
 */
export const newDatabaseId = (db: Database, id?: string): void => {
  sql`update backups set database_id = coalesce(${id}, lower(hex(randomblob(8))))`.run(db);
};

/** The address of the server of a database; undefined if it was never stored, as by older versions. */
export const serverAddressOf = (db: Database): string | undefined =>
  hasDatabaseId(db) ? sql`select address from backups`.value<string>(db) : undefined;

export const noteServerAddress = (db: Database, address: string): void => {
  sql`update backups set address = ${address} where address is not ${address}`.run(db);
};

/** The content of a database, for the choice between copies. */
export interface CopyContents {
  /** The address of its server; undefined if it was never stored. */
  readonly server: string | undefined;
  readonly players: number;
  readonly boards: number;
  /** When a board last changed; undefined if there is none. */
  readonly lastChangeAt: number | undefined;
}

/** The content of a copy of any version: copies are also made before and during an upgrade. */
export const contentsOf = (db: Database): CopyContents => ({
  server: serverAddressOf(db),
  ...sql`select (select count(*) from players where id > 0) as players,
      (select count(*) from matches) as boards,
      (select max(changed_at) from matches) as lastChangeAt`.one<Omit<CopyContents, 'server'>>(db),
});

/** Records a backup, which ends any failure. */
export function noteBackup(db: Database, file: string, at: number): void {
  sql`update backups set file = ${file}, made_at = ${at}`.run(db);
  dropCondition(db, 'backup');
}

/** Records a failed backup. Failures in a row are one trouble. */
export function noteBackupFailure(db: Database, error: string, now: number): void {
  const failing = currentCondition(db, 'backup');
  if (failing) changeCondition(db, { ...failing, why: error });
  else setCondition(db, { kind: 'backup', why: error }, now);
}

/** Records the fault of the place of the copies. An unchanged one is not reported again. */
export function noteBackupPlace(
  db: Database,
  problem: BackupPlaceProblem | undefined,
  now: number,
): void {
  if (problem === undefined) dropCondition(db, 'backup-place');
  else setCondition(db, { kind: 'backup-place', why: problem }, now);
}

/**
 * The state of the worker's backups: the newest and its start, the failure that lasts, and the fault of their
 * place, if any.
 */
export const backupsNow = (db: Database) =>
  sql`select file, made_at as madeAt, failing.began_at as failingSince, failing.why as error,
      place.why as placeProblem
    from backups
    left join conditions as failing on failing.kind = 'backup' and failing.ended_at is null
    left join conditions as place on place.kind = 'backup-place'
      and place.ended_at is null`.one<{
    readonly file: string | undefined;
    readonly madeAt: number | undefined;
    readonly failingSince: number | undefined;
    readonly error: string | undefined;
    readonly placeProblem: BackupPlaceProblem | undefined;
  }>(db);

/** When the newest letter was stored; undefined if there is none. */
export const lastLetterAt = (db: Database): number | undefined =>
  sql`select received_at from inbox order by id desc limit 1`.value(db);

/** A text that changes whenever a letter came in or changed its state. */
export const lettersState = (db: Database): string =>
  sql`select (select max(id) from inbox) || ' ' || group_concat(letters)
    from letter_counts`.value(db);
