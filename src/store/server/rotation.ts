import { type Database, sql } from '../file/database.ts';

/** Notes the file of the secret as it is to be, sealed. */
export const putRotation = (db: Database, sealed: string): void => {
  sql(db, 'insert or replace into rotation (id, sealed) values (1, ?)').run(sealed);
};

/** What was noted and is not said to be there yet. */
export const rotationOf = (db: Database): string | undefined =>
  sql(db, 'select sealed from rotation').pluck().get() as string | undefined;

/** The file is there. */
export const dropRotation = (db: Database): void => {
  sql(db, 'delete from rotation').run();
};
