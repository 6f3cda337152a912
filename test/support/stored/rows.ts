import type { Database } from '../../../src/store/file/database.ts';
import { unpack } from '../../../src/store/letters/packed.ts';

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

/** Gives columns of some rows other values, by the names that tests use for them: of all, where none is named. */
export function change<Changes extends object>(
  db: Database,
  table: string,
  columns: Readonly<Record<keyof Changes, string>>,
  changes: Changes,
  ids: readonly number[],
): void {
  const entries = Object.entries(changes) as [keyof Changes, unknown][];
  const sets = entries.map(([name]) => `${columns[name]} = ?`).join(', ');
  const which = ids.length === 0 ? '' : ` where id in (${ids})`;
  db.prepare(`update ${table} set ${sets}${which}`).run(...entries.map(([, value]) => value));
}

/** Every row of every table, but for those of SQLite itself. */
export const everything = (db: Database): Readonly<Record<string, readonly object[]>> =>
  Object.fromEntries(
    column<string>(db, "select name from sqlite_schema where type = 'table' order by name")
      .filter((name) => !name.startsWith('sqlite_'))
      .map((name) => [name, rows<object>(db, `select * from "${name}"`)]),
  );

/** Where a database says a word, whatever its case: `table.column`, also in the bytes of packed letters. */
export function placesOf(db: Database, word: string): readonly string[] {
  const places = Object.entries(everything(db)).flatMap(([table, all]) =>
    (all as Record<string, unknown>[]).flatMap((row) =>
      Object.entries(row)
        .filter(([name, value]) => textOf(name, value, row).toLowerCase().includes(word))
        .map(([name]) => `${table}.${name}`),
    ),
  );
  return [...new Set(places)].sort();
}

const textOf = (name: string, value: unknown, { packed }: Record<string, unknown>): string => {
  if (!Buffer.isBuffer(value)) return String(value);
  const raw = name === 'raw' && packed === 1 ? unpack({ bytes: value, packed: 1 }) : value;
  return Buffer.from(raw).toString('latin1');
};

/** Counts every statement that is executed on a database, until it is restored. */
export function countStatements(db: Database) {
  const counts = { executed: 0 };
  const prototype = Object.getPrototypeOf(db.prepare('select 1'));
  const names = ['run', 'get', 'all', 'iterate'] as const;
  const originals = names.map((name) => [name, prototype[name]] as const);
  for (const [name, original] of originals) {
    prototype[name] = function count(...parameters: unknown[]) {
      counts.executed++;
      return original.apply(this, parameters);
    };
  }
  const restore = () => {
    for (const [name, original] of originals) prototype[name] = original;
  };
  return { counts, restore };
}
