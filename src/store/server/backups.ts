import { type Database, sql } from '../file/database.ts';

/** What has become of the backups that the worker makes. */
interface BackupsNow {
  /** The newest; null where there was none. */
  readonly file: string | null;
  /** When it was begun. */
  readonly madeAt: number | null;
  /** Null while all is well. */
  readonly failingSince: number | null;
  readonly error: string | null;
  /** What is amiss with the place of the copies. */
  readonly amiss: BackupPlaceProblem | null;
}

/** No copies are made; they lie on the disk of the database; there is hardly room for another one. */
export type BackupPlaceProblem = 'none' | 'same-disk' | 'room';

/**
 * The number of a database, by chance: the folder of its copies is named by it, so that none is taken for
 * that of another database, however alike they are.
 */
export const databaseId = (db: Database): string =>
  sql(db, 'select database_id from backups').pluck().get() as string;

/** Whether a database has a number: those of older versions have none. */
export const hasDatabaseId = (db: Database): boolean =>
  sql(db, "select 1 from pragma_table_info('backups') where name = 'database_id'").get() !==
  undefined;

/**
 * Gives a database another number: what it comes to from now on is not what its copies come to.
 *
 * @param id undefined: one by chance
 */
export const newDatabaseId = (db: Database, id?: string): void => {
  sql(db, 'update backups set database_id = coalesce(?, lower(hex(randomblob(8))))').run(id);
};

/** Of which server the database is; null where that was never noted, as in older versions. */
export const serverOf = (db: Database): string | null =>
  hasDatabaseId(db)
    ? (sql(db, 'select address from backups').pluck().get() as string | null)
    : null;

/** Notes of which server the database is. */
export const noteServer = (db: Database, address: string): void => {
  sql(db, 'update backups set address = ? where address is not ?').run(address, address);
};

/** What a database holds, for whoever chooses between copies. */
export interface CopyContents {
  /** Of which server it is; null where that was never noted. */
  readonly server: string | null;
  readonly players: number;
  readonly boards: number;
  /** When a board has changed last; null where there is none. */
  readonly lastMoveAt: number | null;
}

/** Of a copy of any version: one is made before an upgrade, also where that goes on after a cut. */
export const contentsOf = (db: Database): CopyContents => ({
  server: serverOf(db),
  ...(sql(
    db,
    `select (select count(*) from players where id > 0) as players,
      (select count(*) from matches) as boards,
      (select max(changed_at) from matches) as lastMoveAt`,
  ).get() as Omit<CopyContents, 'server'>),
});

/** A backup was made, and what was amiss is over. */
export const noteBackup = (db: Database, file: string, at: number): void => {
  sql(
    db,
    `update backups
    set file = ?, made_at = ?, failing_since = null, error = null, reported_at = null`,
  ).run(file, at);
};

/** None could be made. The same again and again is one trouble. */
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

/** Notes what is amiss with the place of the copies. The same again is nothing new. */
export const noteBackupPlace = (db: Database, amiss: BackupPlaceProblem | undefined): void => {
  sql(db, 'update backups set amiss = ?, amiss_told_at = null where amiss is not ?').run(
    amiss,
    amiss,
  );
};

/** What is amiss with the place of the copies, where no report has told of it. */
export const unreportedBackupPlace = (db: Database): BackupPlaceProblem | null =>
  (sql(db, 'select amiss from backups where amiss_told_at is null').pluck().get() as
    | BackupPlaceProblem
    | null
    | undefined) ?? null;

/** The admins know what is amiss. */
export const markBackupPlaceReported = (db: Database, now: number): void => {
  sql(
    db,
    'update backups set amiss_told_at = ? where amiss is not null and amiss_told_at is null',
  ).run(now);
};

/** Since when no backup can be made, and why, where no report has told of it. */
export const unreportedBackups = (
  db: Database,
): { readonly since: number; readonly error: string } | undefined =>
  sql(
    db,
    `select failing_since as since, error
    from backups
    where failing_since is not null and reported_at is null`,
  ).get() as { since: number; error: string } | undefined;

/** The admins know that no backup can be made. */
export const markBackupsReported = (db: Database, now: number): void => {
  sql(
    db,
    'update backups set reported_at = ? where failing_since is not null and reported_at is null',
  ).run(now);
};

/** When the newest letter came in; null where none ever has. */
export const lastCameAt = (db: Database): number | null =>
  sql(db, 'select received_at from inbox order by id desc limit 1').pluck().get() as number | null;

/** How many letters there are in each state, as one text: while it stays the same nobody has done anything. */
export const lettersSeen = (db: Database): string =>
  sql(
    db,
    `select (select max(id) from inbox) || ' ' || group_concat(letters)
    from letter_counts`,
  )
    .pluck()
    .get() as string;
