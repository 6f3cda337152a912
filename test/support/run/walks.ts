import { afterAll, expect } from 'vitest';
import { MIGRATIONS } from '../../../src/service/shell/shell.ts';
import { migrate, openSqlite } from '../../../src/store/file/database.ts';

/**
 * No statement of the program walks a table that grows with the letters, people and matches of a server: the
 * plan of each that any test prepares is read, and a walk fails the tests of that file.
 */

/** Tables that stay small: what is now, or what an admin has done. */
const SMALL = new Set(
  `address_requests admin_log backups conditions destinations downtimes letter_counts mailboxes probes puzzles
  rate_limits refusals server`.split(/\s+/),
);

/** Indexes of what waits, of what is not told yet, and of the reports, of which there is one a day. */
const OF_FEW = new Set(
  `inbox_stored inbox_unreported outbox_due outbox_intended outbox_reports outbox_sending outbox_unreported
  outbox_unsent_to`.split(/\s+/),
);

/** Statements that walk all the same, by what they begin with or say, and why they may. */
const ALLOWED: readonly (readonly [RegExp, string])[] = [
  [
    /\border by id desc\s+limit \S+( \+ 0)?$|^select 1 from \w+ limit 1$/,
    'it ends with the first rows',
  ],
  [/ desc, userid limit /, 'an index has the order, and it ends with the first rows'],
  [/\bmax\((id|board|number)\)|\bmin\(kind\)/, 'the first or last key of an index'],
  [
    /\binstr\(lower\(|and sender_key is null$|^delete from blocks where blocked_id/,
    'a sign-off searches for the address in all that is kept',
  ],
  [/ as openPuzzles$/, 'an admin asks for the status'],
  [/ from puzzle_standings cross join players /, 'the list of all of them'],
  [/^update matches set changed_at = min\(/, 'the clock of the machine was put back'],
  [/^select strftime\('%Y-%m', changed_at /, 'the archive of all that was played'],
  [/^select \(select count\(\*\) from matches\) as matches/, 'an empty archive is looked for'],
  [
    /^select board, revision from matches where ending is null$/,
    'a check at the start after a restore',
  ],
  [/ ending is null as runs from matches order by board$/, 'a check of all that was played'],
  [/ reason = 'reading failed too often' order by id$/, 'a recovery'],
  [/^select rules from ratings union /, 'an operator recomputes all ratings'],
  [/ as lastChangeAt$/, 'a copy of the database, which reads all of it'],
];

interface Watched {
  walks?: Set<string>;
  prepare(text: string): unknown;
}

const plans = openSqlite(':memory:');
const watched: Watched = Object.getPrototypeOf(plans);
// Keys that point to a new row are looked for only where a transaction has broken some.
plans.pragma('foreign_keys = off');
migrate(plans, MIGRATIONS);
if (!watched.walks) {
  watched.walks = new Set();
  watch(watched, watched.walks);
}

afterAll(() => {
  const walks = [...(watched.walks ?? [])];
  watched.walks?.clear();
  expect(walks).toEqual([]);
});

function watch(on: Watched, walks: Set<string>): void {
  const { prepare } = on;
  const seen = new Set<string>();
  on.prepare = function listen(this: unknown, text: string) {
    const statement = prepare.call(this, text);
    if (!seen.has(text) && isOurs(new Error().stack ?? '')) {
      seen.add(text);
      for (const walk of walksOf(text)) walks.add(`${walk}: ${text}`);
    }
    return statement;
  };
}

/** Whether the program prepares a statement, and not a test. */
const isOurs = (stack: string): boolean => {
  const callers = stack.split('\n').filter((line) => /\/(src|test|bench)\//.test(line));
  const caller = callers.find((line) => !/\/walks\.ts|\/file\/database\.ts/.test(line));
  return caller?.includes('/src/') ?? false;
};

/** The steps of a plan that read all of a table that grows. */
export function walksOf(text: string): readonly string[] {
  const line = text.replace(/\s+/g, ' ').trim();
  if (ALLOWED.some(([statement]) => statement.test(line))) return [];
  const names = new Map<string, string>();
  for (const [, table = '', alias = ''] of line.matchAll(/\b(?:from|join) (\w+) (?:as )?(\w+)/g))
    names.set(alias, table);
  return stepsOf(text).filter((step) => {
    const [, name = '', index = ''] =
      /^(?:SCAN|SEARCH(?=[^(]*$)) (\w+)(?: USING (?:COVERING )?INDEX (\w+))?/.exec(step) ?? [];
    const table = names.get(name) ?? name;
    return (
      step.includes('AUTOMATIC') || (TABLES.has(table) && !SMALL.has(table) && !OF_FEW.has(index))
    );
  });
}

const TABLES = new Set(
  plans.prepare("select name from sqlite_schema where type = 'table'").pluck().all(),
);

/** The plan in a database with all indexes and without a row; none where it has not such tables. */
function stepsOf(text: string): readonly string[] {
  const named = Object.fromEntries([...text.matchAll(/:(\w+)/g)].map(([, name]) => [name, 1]));
  const values = text
    .split('?')
    .slice(1)
    .map(() => 1);
  try {
    const plan = plans.prepare(`explain query plan ${text}`);
    const rows = values.length > 0 ? plan.all(values) : plan.all(named);
    return rows.map((row) => (row as { detail: string }).detail);
  } catch (error) {
    if (/no such|syntax error|unsafe/.test(String(error))) return [];
    throw error;
  }
}
