import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Database } from '../../../src/store/file/database.ts';

/** A line of an archive, as an object: a match that one move has decided. */
export const ARCHIVE_LINE = {
  board: 1,
  rules: 'forms',
  black: 'alice',
  white: 'bob',
  start: 'forms 2x1 xw x',
  moves: ['a1xb1'],
  times: [5],
  days: null,
  revision: 2,
  winner: 'white',
  ending: 'last-stone-gone',
  started_at: '2026-11-01T10:00:00.000Z',
  changed_at: '2026-11-01T10:00:05.000Z',
  pace: null,
  rated: false,
  events: [{ revision: 1, event: 'start', at: '2026-11-01T10:00:00.000Z' }],
};

/**
 * The lines of a month, one match a second from its beginning on, in the order of their ends.
 *
 * @param month such as `2026-11`
 * @param first the number of the first board
 */
export const archiveLines = (month: string, matches: number, first = 1): string =>
  Array.from({ length: matches }, (_, index) => {
    const at = new Date(Date.parse(`${month}-01`) + index * 1_000).toISOString();
    const match = {
      ...ARCHIVE_LINE,
      board: first + index,
      started_at: at,
      changed_at: at,
      events: [{ revision: 1, event: 'start', at }],
    };
    return `${JSON.stringify(match)}\n`;
  }).join('');

/** The files of a folder, by name. */
export const contents = (from: string): Record<string, string> =>
  Object.fromEntries(
    readdirSync(from).map((name) => [name, readFileSync(join(from, name), 'utf8')]),
  );

/** The ratings of all players, and what each match has changed about them. */
export const ratingsIn = (db: Database): readonly unknown[] =>
  ['ratings', 'rating_changes'].map((table) =>
    db
      .prepare(
        `select userid, each.* from ${table} as each join players on players.id = player_id order by 1`,
      )
      .all()
      .map((row) => JSON.stringify({ ...(row as object), player_id: 0 }))
      .sort(),
  );
