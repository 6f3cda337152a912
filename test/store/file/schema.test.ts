import { cpSync, readdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { MIGRATIONS } from '../../../src/service/shell/shell.ts';
import { type Database, migrate, openSqlite } from '../../../src/store/file/database.ts';
import { newFolder } from '../../support/run/folder.ts';

const HEAD = `-- What the migrations of this folder come to: a new database is made of it.
-- npm run docs writes it anew.\n\n`;

const folder = newFolder();
for (const name of readdirSync(MIGRATIONS).filter((each) => /^\d{4}_/.test(each))) {
  cpSync(join(MIGRATIONS, name), join(folder, name));
}

const made = (by: string): Database => {
  const db = openSqlite(':memory:');
  migrate(db, by);
  return db;
};

/** The statements that make the tables, each with its indexes, then the triggers, then the first rows. */
function statementsOf(db: Database): readonly string[] {
  const parts = db
    .prepare(
      `select type, sql from sqlite_schema where sql is not null and name not like 'sqlite_%'
      order by type = 'trigger', tbl_name, type = 'index', name`,
    )
    .all() as { type: string; sql: string }[];
  const tables = db
    .prepare("select name from sqlite_schema where type = 'table' and name not like 'sqlite_%'")
    .pluck()
    .all() as string[];
  const made = parts.map(({ type, sql }) => (type === 'table' ? laidOut(sql) : sql));
  const rows = tables.sort().flatMap((name) =>
    (db.prepare(`select * from ${name}`).all() as object[]).map((row) => {
      const filled = Object.entries(row).filter(([, value]) => value !== null);
      const columns = filled.map(([column]) => column).join(', ');
      const values = filled.map(([column, value]) => literal(column, value)).join(', ');
      return `insert into ${name} (${columns}) values (${values})`;
    }),
  );
  return [...made.map((sql) => sql.replace(/^CREATE [A-Z ]+ /, lower)), ...rows];
}

const lower = (text: string): string => text.toLowerCase();

/** Each database has an id of its own. */
const literal = (column: string, value: unknown): string =>
  column === 'database_id'
    ? 'lower(hex(randomblob(8)))'
    : typeof value === 'string'
      ? `'${value}'`
      : `${value}`;

/** A table with every column on a line of its own, also those that were added later. */
function laidOut(sql: string): string {
  const lines = sql
    .replace(/\n, /g, ',\n  ')
    .replace(/\) strict(.*)$/, '\n) strict$1')
    .split('\n');
  return lines
    .map((line) => (/^ *--/.test(line) ? line : line.replace(COMMA_BETWEEN_COLUMNS, ',\n  ')))
    .filter((line) => line.trim() !== '')
    .join('\n');
}

/** Behind it stand a name and a type. */
const COMMA_BETWEEN_COLUMNS = /, (?=\w+ (?:integer|real|text|blob|any)\b)/g;

const SCHEMA =
  HEAD +
  statementsOf(made(folder))
    .map((part) => `${part};\n`)
    .join('\n');

it('the schema beside the migrations is what they come to, as npm run docs writes it', async () => {
  await expect(SCHEMA).toMatchFileSnapshot(
    `${MIGRATIONS}/schema.sql`,
    'npm run docs writes it anew',
  );
});

it('a new database has what an old one comes to, and nothing free in it', () => {
  const old = made(folder);
  writeFileSync(join(folder, 'schema.sql'), SCHEMA);
  const fresh = made(folder);
  const pragma = (db: Database, name: string) => db.pragma(name, { simple: true });
  expect(pragma(fresh, 'user_version')).toBe(pragma(old, 'user_version'));
  expect(statementsOf(fresh)).toEqual(statementsOf(old));
  expect(pragma(fresh, 'freelist_count')).toBe(0);
});
