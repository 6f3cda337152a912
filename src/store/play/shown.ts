import { createHash } from 'node:crypto';
import { type Database, sql } from '../file/database.ts';

/** Three bytes of a token; that another has the same hash is as likely as one in a million. */
const SHOWN_BITS = 20;

/** The hash by which a token names what its letter showed. */
export function hashOfShown(...facts: readonly unknown[]): number {
  const hash = createHash('sha256').update(JSON.stringify(facts)).digest();
  return hash.readUInt32BE() >>> (32 - SHOWN_BITS);
}

/** A hash in a row that has one for each revision: so many characters, base 36. */
const CHARS = 4;

/**
 * Adds the hash of a revision to those of the revisions before. What was written by an older version has
 * none: there are blanks.
 */
export const withShown = (before: string, revision: number, hash: number): string =>
  before.padEnd((revision - 1) * CHARS) + hash.toString(36).padStart(CHARS, '0');

/**
 * The hash of a board as it stood at a revision; undefined where an older version wrote that.
 *
 * @param never what a board has that was never there
 */
export function shownAt<Never>(
  db: Database,
  board: number,
  revision: number,
  never: Never,
): number | Never | undefined {
  const row = sql(
    db,
    'select revision as reached, substr(shown, ?, ?) as hash from matches where board = ?',
  ).get((revision - 1) * CHARS + 1, CHARS, board) as { reached: number; hash: string } | undefined;
  if (!row || revision > row.reached) return never;
  return row.hash.trim() ? Number.parseInt(row.hash, 36) : undefined;
}

/**
 * The hash of the terms of a challenge, or of a board without one as it began; undefined where there is
 * none, or an older version wrote that.
 */
export const shownOfNumber = (db: Database, number: number): number | undefined =>
  (sql(db, 'select shown from challenges where number = ?').pluck().get(number) as
    | number
    | null
    | undefined) ?? shownAt(db, number, 1, undefined);
