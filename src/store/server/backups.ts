import { type Database, sql } from '../file/database.ts';

/** What has become of the backups that the worker makes. */
export interface BackupsNow {
  /** The newest; null where there was none. */
  readonly file: string | null;
  /** When it was begun. */
  readonly madeAt: number | null;
  /** Null while all is well. */
  readonly failingSince: number | null;
  readonly error: string | null;
}

/** A backup was made, and what was amiss is over. */
export const noteBackup = (db: Database, file: string, at: number): void => {
  sql(db, 'insert or replace into backups (id, file, made_at) values (1, ?, ?)').run(file, at);
};

/** None could be made. The same again and again is one trouble. */
export const noteBackupFailure = (db: Database, error: string, now: number): void => {
  sql(
    db,
    `insert into backups (id, failing_since, error)
    values (1, ?, ?)
    on conflict (id) do update
    set failing_since = coalesce(failing_since, excluded.failing_since), error = excluded.error`,
  ).run(now, error);
};

/** @returns undefined where the worker has never tried to make one */
export const backupsNow = (db: Database): BackupsNow | undefined =>
  sql(
    db,
    `select file, made_at as madeAt, failing_since as failingSince, error
    from backups`,
  ).get() as BackupsNow | undefined;

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
