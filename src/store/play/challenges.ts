import { makePosition, storedPosition, storedRules } from '../../engine/written.ts';
import { makePace, parsePace } from '../../match/clock.ts';
import { type Challenge, type First, makeBand, parseBand } from '../../match/types.ts';
import { type Database, sql } from '../file/database.ts';
import { hashOfShown } from './matches.ts';

interface Row {
  readonly number: number;
  readonly challenger_id: number;
  readonly challenger: string;
  readonly challenged_id: number | null;
  readonly challenged: string | null;
  readonly rules: string;
  readonly cols: number;
  readonly rows: number;
  readonly first: First;
  readonly pace: string | null;
  readonly rated: number;
  readonly hints: number;
  readonly band: string | null;
  readonly start: string | null;
  readonly state: Challenge['state'];
}

const SELECT = `
  select number, challenger_id, challenger.userid as challenger, challenged_id,
    challenged.userid as challenged, rules, cols, rows, first, pace, rated, hints, band,
    start, state
  from challenges
  join players challenger on challenger.id = challenges.challenger_id
  left join players challenged on challenged.id = challenges.challenged_id`;

/** The challenge with this number, or undefined. */
export function challengeOf(db: Database, number: number): Challenge | undefined {
  const row = sql(db, `${SELECT} where number = ?`).get(number) as Row | undefined;
  return row && toChallenge(row);
}

/** Open challenges from or to a player, the lowest number first. */
export function openChallenges(db: Database, playerId: number): readonly Challenge[] {
  const rows = sql(
    db,
    `${SELECT}
    where number in (
      select number from challenges where challenger_id = ? and state = 'open'
      union
      select number from challenges where challenged_id = ? and state = 'open'
    )
    order by number`,
  ).all(playerId, playerId) as Row[];
  return rows.map(toChallenge);
}

/** Open challenges that anybody may accept, the lowest number first. */
export function challengesToAll(db: Database): readonly Challenge[] {
  const rows = sql(
    db,
    `${SELECT}
    where state = 'open' and challenged_id is null
    order by number`,
  ).all() as Row[];
  return rows.map(toChallenge);
}

/** Open challenges that were made before a time, the oldest first. */
export function challengesBefore(db: Database, before: number, most: number): readonly Challenge[] {
  const rows = sql(
    db,
    `${SELECT}
    where state = 'open' and challenges.created_at < ?
    order by challenges.created_at, number
    limit ? + 0`,
  ).all(before, most) as Row[];
  return rows.map(toChallenge);
}

/**
 * Stores a new challenge, or the end of an open one.
 *
 * @throws Error if it has ended already: an end is final
 */
export function putChallenge(db: Database, challenge: Challenge, now: number): void {
  const { number, challenger, challenged, rules, size, first, pace, rated, hints, band, state } =
    challenge;
  const start = challenge.start && makePosition(challenge.start);
  const terms = [rules, size, first, pace, rated, hints, band, start];
  const { changes } = sql(
    db,
    `insert into challenges
      (number, challenger_id, challenged_id, rules, cols, rows, first, pace, rated, hints, band,
        start, state, shown, created_at)
    values (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?)
    on conflict (number) do update
    set state = excluded.state, challenged_id = excluded.challenged_id,
      ended_at = excluded.created_at
    where challenges.state = 'open'`,
  ).run(
    number,
    challenger.id,
    challenged?.id ?? null,
    rules,
    size.cols,
    size.rows,
    first,
    pace ? makePace(pace) : null,
    rated ? 1 : 0,
    hints ? 1 : 0,
    band ? makeBand(band) : null,
    start ?? null,
    state,
    hashOfShown(challenger.id, challenged?.id, ...terms),
    now,
  );
  if (changes !== 1) throw new Error(`challenge ${number} has ended already`);
}

/** The number of the next challenge or board. */
export const nextNumber = (db: Database): number =>
  sql(
    db,
    `select 1 + max(
      (select coalesce(max(number), 0) from challenges),
      (select coalesce(max(board), 0) from matches)
    )`,
  )
    .pluck()
    .get() as number;

function toChallenge(row: Row): Challenge {
  const { number, start } = row;
  const band = row.band === null ? undefined : parseBand(row.band);
  const rules = storedRules(row.rules);
  return {
    number,
    challenger: { id: row.challenger_id, userid: row.challenger },
    challenged:
      row.challenged_id === null
        ? undefined
        : { id: row.challenged_id, userid: row.challenged ?? '' },
    rules,
    size: { cols: row.cols, rows: row.rows },
    first: row.first,
    pace: row.pace === null ? undefined : parsePace(row.pace),
    ...(row.rated === 1 && { rated: true }),
    ...(row.hints === 1 && { hints: true }),
    ...(band && { band }),
    ...(start !== null && { start: storedPosition(rules, start, `challenge ${number}`) }),
    state: row.state,
  };
}
