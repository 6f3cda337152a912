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

it('a job of every kind is personal, but those about a match that has ended', () => {
  const db = openSqlite(':memory:');
  migrate(db, MIGRATIONS);
  const table = db
    .prepare("select sql from sqlite_schema where name = 'jobs'")
    .pluck()
    .get() as string;
  db.close();
  const kinds = /kind in \(([^)]*)\)/.exec(table)?.[1]?.match(/\w+/g) ?? [];
  const listed = PERSONAL.filter((each) => each.table === 'jobs').map(({ of }) => String(of));
  expect(kinds.filter((kind) => !listed.some((of) => of.includes(`'${kind}'`)))).toEqual([
    'search',
  ]);
});
