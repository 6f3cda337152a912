import type { Position } from '../../engine/shape/types.ts';
import { makePosition, storedPosition } from '../../engine/written.ts';
import type { Challenge } from '../../match/types.ts';
import { type Database, sql } from '../file/database.ts';

/** Writes the position that the match of a challenge begins from. */
export function putStart(db: Database, number: number, start: Position): void {
  sql(db, 'insert into challenge_starts (number, start) values (?, ?)').run(
    number,
    makePosition(start),
  );
}

/** A challenge with the position that it begins from, if it has one of its own. */
export function withStart(db: Database, challenge: Challenge | undefined): Challenge | undefined {
  if (!challenge) return undefined;
  const { number, rules } = challenge;
  const text = startOf(db, number);
  if (text === undefined) return challenge;
  return { ...challenge, start: storedPosition(rules, text, `challenge ${number}`) };
}

const startOf = (db: Database, number: number): string | undefined =>
  sql(db, 'select start from challenge_starts where number = ?').pluck().get(number) as
    | string
    | undefined;
