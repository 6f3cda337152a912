import { type Database, openExisting } from '../store/database.ts';
import { isUpToDate } from '../store/migrate.ts';
import { MIGRATIONS } from './folders.ts';

/**
 * Opens the database beside the worker, which alone makes it and brings it up to date.
 *
 * @throws Error in one line, when there is none or it is of another version of the program
 */
export function openBeside(path: string): Database {
  const db = openExisting(path);
  if (isUpToDate(db, MIGRATIONS)) return db;
  db.close();
  throw new Error('the database is of another version of Turnpost: start the server once');
}
