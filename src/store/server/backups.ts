import { type Database, sql } from '../file/database.ts';
import { changeCondition, currentCondition, dropCondition, setCondition } from './conditions.ts';

/** No copies are made; they are on the disk of the database; there is hardly room for another. */
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
 * Gives a database a new id, because its further course is not that of its copies.
 *
 * @param id undefined: a random one
 */
export const newDatabaseId = (db: Database, id?: string): void => {
  sql`update backups set database_id = coalesce(${id}, lower(hex(randomblob(8))))`.run(db);
};

/** The address of the server of a database; undefined if it was never stored, as by older versions. */
export const serverAddressOf = (db: Database): string | undefined =>
  hasDatabaseId(db) ? sql`select address from backups`.value<string>(db) : undefined;

/** Stores the address of the server of a database. */
export const noteServer = (db: Database, address: string): void => {
  sql`update backups set address = ${address} where address is not ${address}`.run(db);
};

/** The content of a database, for the choice between copies. */
export interface CopyContents {
  /** The address of its server; undefined if it was never stored. */
  readonly server: string | undefined;
  readonly players: number;
  readonly boards: number;
  /** When a board last changed; undefined if there is none. */
  readonly lastMoveAt: number | undefined;
}

/** The content of a copy of any version: copies are also made before and during an upgrade. */
export const contentsOf = (db: Database): CopyContents => ({
  server: serverAddressOf(db),
  ...sql`select (select count(*) from players where id > 0) as players,
      (select count(*) from matches) as boards,
      (select max(changed_at) from matches) as lastMoveAt`.one<Omit<CopyContents, 'server'>>(db),
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
 * The state of the worker's backups: the newest and its beginning, the failure that lasts, and the fault of
 * their place, if any.
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
