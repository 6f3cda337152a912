import type { Database } from '../../../src/store/file/database.ts';
import { value } from './rows.ts';

/** Makes a database larger, by rows that nothing else reads. */
export function fill(db: Database, rows: number, bytes: number): void {
  db.exec('create table if not exists filler (bytes blob)');
  const row = db.prepare('insert into filler values (randomblob(?))');
  for (let at = 0; at < rows; at++) row.run(bytes);
}

/** How many rows of it there are. */
export const filled = (db: Database): number => value(db, 'select count(*) from filler');
