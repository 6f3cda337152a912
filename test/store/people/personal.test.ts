import { expect, it } from 'vitest';
import { MIGRATIONS } from '../../../src/service/shell/shell.ts';
import { migrate, openSqlite } from '../../../src/store/file/database.ts';
import { PERSONAL } from '../../../src/store/people/personal.ts';

it('every table that names a player, or holds an address, is one of those that hold something personal', () => {
  const db = openSqlite(':memory:');
  migrate(db, MIGRATIONS);
  const tables = db
    .prepare(
      `select name from sqlite_schema as tables
      where type = 'table' and (
        exists (select 1 from pragma_foreign_key_list(tables.name) where "table" = 'players')
        or exists (select 1 from pragma_table_info(tables.name) where name in ('address', 'address_key'))
      )`,
    )
    .pluck()
    .all() as string[];
  db.close();
  const listed = new Set(PERSONAL.map(({ table }) => table));
  // The copies of the whole database, which lie at an address of a machine.
  expect(tables.filter((table) => !listed.has(table))).toEqual(['backups']);
});
