import type { Database } from '../../../src/store/file/database.ts';

/** The rows of a question. */
export const rows = <T>(db: Database, text: string, ...values: readonly unknown[]): readonly T[] =>
  db.prepare(text).all(...values) as T[];

/** The first column of the first row. */
export const value = <T>(db: Database, text: string, ...values: readonly unknown[]): T =>
  db
    .prepare(text)
    .pluck()
    .get(...values) as T;

/** The first column of all rows. */
export const column = <T>(
  db: Database,
  text: string,
  ...values: readonly unknown[]
): readonly T[] =>
  db
    .prepare(text)
    .pluck()
    .all(...values) as T[];
