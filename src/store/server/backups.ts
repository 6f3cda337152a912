import { type Database, sql } from '../file/database.ts';

/** The state of the worker's backups. */
interface BackupsNow {
  /** The newest backup; null if there is none. */
  readonly file: string | null;
  /** When it was begun. */
  readonly madeAt: number | null;
  /** Null if the last backup succeeded. */
  readonly failingSince: number | null;
  readonly error: string | null;
  /** The fault of the place of the copies, if any. */
  readonly amiss: BackupPlaceProblem | null;
}

/** No copies are made; they are on the disk of the database; there is hardly room for another. */
export type BackupPlaceProblem = 'none' | 'same-disk' | 'room';

/**
 * The random id of a database: the folder of its copies is named by it, so that they are not taken for those
 * of another database, however similar.
 */
export const databaseId = (db: Database): string =>
  sql(db, 'select database_id from backups').pluck().get() as string;

/** Whether a database has such an id: those of older versions have none. */
export const hasDatabaseId = (db: Database): boolean =>
  sql(db, "select 1 from pragma_table_info('backups') where name = 'database_id'").get() !==
  undefined;

/**
 * Gives a database a new id, because its further course is not that of its copies.
 *
 * @param id undefined: a random one
 */
export const newDatabaseId = (db: Database, id?: string): void => {
  sql(db, 'update backups set database_id = coalesce(?, lower(hex(randomblob(8))))').run(id);
};

/** The address of the server of a database; null if it was never stored, as by older versions. */
export const serverOf = (db: Database): string | null =>
  hasDatabaseId(db)
    ? (sql(db, 'select address from backups').pluck().get() as string | null)
    : null;

/** Stores the address of the server of a database. */
export const noteServer = (db: Database, address: string): void => {
  sql(db, 'update backups set address = ? where address is not ?').run(address, address);
};

/** The content of a database, for the choice between copies. */
export interface CopyContents {
  /** The address of its server; null if it was never stored. */
  readonly server: string | null;
  readonly players: number;
  readonly boards: number;
  /** When a board last changed; null if there is none. */
  readonly lastMoveAt: number | null;
}

/** The content of a copy of any version: copies are also made before and during an upgrade. */
export const contentsOf = (db: Database): CopyContents => ({
  server: serverOf(db),
  ...(sql(
    db,
    `select (select count(*) from players where id > 0) as players,
      (select count(*) from matches) as boards,
      (select max(changed_at) from matches) as lastMoveAt`,
  ).get() as Omit<CopyContents, 'server'>),
});

/** Records a backup, which ends any failure. */
export const noteBackup = (db: Database, file: string, at: number): void => {
  sql(
    db,
    `update backups
    set file = ?, made_at = ?, failing_since = null, error = null, reported_at = null`,
  ).run(file, at);
};

/** Records a failed backup. Failures in a row are one trouble. */
export const noteBackupFailure = (db: Database, error: string, now: number): void => {
  sql(
    db,
    `update backups
    set failing_since = coalesce(failing_since, ?), error = ?`,
  ).run(now, error);
};

export const backupsNow = (db: Database): BackupsNow =>
  sql(
    db,
    `select file, made_at as madeAt, failing_since as failingSince, error, amiss
    from backups`,
  ).get() as BackupsNow;

/** Records the fault of the place of the copies. An unchanged one is not reported again. */
export const noteBackupPlace = (db: Database, amiss: BackupPlaceProblem | undefined): void => {
  sql(db, 'update backups set amiss = ?, amiss_told_at = null where amiss is not ?').run(
    amiss,
    amiss,
  );
};

/** The unreported fault of the place of the copies, or null. */
export const unreportedBackupPlace = (db: Database): BackupPlaceProblem | null =>
  (sql(db, 'select amiss from backups where amiss_told_at is null').pluck().get() as
    | BackupPlaceProblem
    | null
    | undefined) ?? null;

/** Records that this fault is reported to the admins. */
export const markBackupPlaceReported = (db: Database, now: number): void => {
  sql(
    db,
    'update backups set amiss_told_at = ? where amiss is not null and amiss_told_at is null',
  ).run(now);
};

/** The unreported failure of backups, or undefined. */
export const unreportedBackups = (
  db: Database,
): { readonly since: number; readonly error: string } | undefined =>
  sql(
    db,
    `select failing_since as since, error
    from backups
    where failing_since is not null and reported_at is null`,
  ).get() as { since: number; error: string } | undefined;

/** Records that this failure is reported to the admins. */
export const markBackupsReported = (db: Database, now: number): void => {
  sql(
    db,
    'update backups set reported_at = ? where failing_since is not null and reported_at is null',
  ).run(now);
};

/** When the newest letter was stored; null if there is none. */
export const lastCameAt = (db: Database): number | null =>
  sql(db, 'select received_at from inbox order by id desc limit 1').pluck().get() as number | null;

/** A text that changes whenever a letter came in or changed its state. */
export const lettersSeen = (db: Database): string =>
  sql(
    db,
    `select (select max(id) from inbox) || ' ' || group_concat(letters)
    from letter_counts`,
  )
    .pluck()
    .get() as string;
