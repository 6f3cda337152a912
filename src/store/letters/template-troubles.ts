import { type Database, sql } from '../file/database.ts';

/** Something that is wrong with the operator's own templates. */
export interface TemplateTrouble {
  /** A file of the folder, or the kind of letter that could not be written with it. */
  readonly place: string;
  readonly error: string;
}

/** Notes a trouble. The same one again changes nothing; another at the same place is news. */
export const noteTemplateTrouble = (
  db: Database,
  { place, error }: TemplateTrouble,
  now: number,
): void => {
  sql(
    db,
    `insert into template_troubles (place, error, seen_at)
    values (?, ?, ?)
    on conflict (place) do update
    set error = excluded.error, seen_at = excluded.seen_at, reported_at = null
    where error <> excluded.error`,
  ).run(place, error, now);
};

/** Forgets what was wrong before: a start reads the folder anew. */
export const forgetTemplateTroubles = (db: Database, places: readonly string[]): void => {
  sql(db, 'delete from template_troubles where place not in (select value from json_each(?))').run(
    JSON.stringify(places),
  );
};

/** Troubles that no report has told of. */
export const unreportedTroubles = (db: Database): readonly TemplateTrouble[] =>
  sql(
    db,
    `select place, error
    from template_troubles
    where reported_at is null
    order by place`,
  ).all() as TemplateTrouble[];

/** The admins know of every trouble until now. */
export const markTroublesReported = (db: Database, now: number): void => {
  sql(db, 'update template_troubles set reported_at = ? where reported_at is null').run(now);
};
