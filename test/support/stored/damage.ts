import type { Database } from '../../../src/store/file/database.ts';
import { column, value } from './rows.ts';

/** Copies into a database of an older schema what it can hold of one with a newer schema. */
export function copyShared(db: Database, file: string): void {
  db.exec(`attach '${file}' as newer`);
  const schema = "from sqlite_schema where type = 'trigger'";
  const triggers = column<string>(db, `select sql ${schema}`);
  for (const name of column<string>(db, `select name ${schema}`)) db.exec(`drop trigger ${name}`);
  db.exec('pragma foreign_keys = off');
  for (const table of column<string>(
    db,
    `select name from newer.sqlite_schema where type = 'table'`,
  )) {
    const columns = (of: string) =>
      column<string>(db, `select name from pragma_table_info('${table}', '${of}')`);
    const both = columns('main').filter((each) => columns('newer').includes(each));
    if (both.length === 0) continue;
    db.exec(`insert or replace into main.${table} (${both}) select ${both} from newer.${table}`);
  }
  for (const trigger of triggers) db.exec(trigger);
  db.exec('detach newer');
}

/** The database of a version in which databases had no numbers. */
export const asBeforeNumbers = (db: Database): void =>
  void db.exec('alter table backups drop column database_id; pragma user_version = 8');

/** Somebody has emptied what letters and players are kept in. */
export const emptyTables = (db: Database): void =>
  void db.exec('delete from outbox; delete from inbox; delete from players');

/** Somebody has removed the letters in, and the number of the schema. */
export const dropInbox = (db: Database): void =>
  void db.exec('drop table inbox; pragma user_version = 0');

/** Where in the file addresses begin. */
export const rootPageOfAddresses = (db: Database): number =>
  value(db, "select rootpage from sqlite_schema where name = 'addresses'");
