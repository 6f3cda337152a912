import { makePosition, parsePosition } from '../../engine/notation.ts';
import { engineOf } from '../../engine/registry.ts';
import type { Position } from '../../engine/types.ts';
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
  const text = challenge && startOf(db, challenge.number);
  if (text === undefined) return challenge;
  const setup = parsePosition(text);
  const start = setup.ok ? engineOf(setup.value.rules).legalise(setup.value) : setup;
  if (!start.ok) throw new Error(`challenge ${challenge?.number}: damaged start`);
  return challenge && { ...challenge, start: start.value };
}

const startOf = (db: Database, number: number): string | undefined =>
  sql(db, 'select start from challenge_starts where number = ?').pluck().get(number) as
    | string
    | undefined;
