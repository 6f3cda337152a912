import { makePosition, storedPosition, storedRules } from '../../engine/registry.ts';
import { makePace, parsePace } from '../../match/clock.ts';
import { type Challenge, makeBand, parseBand } from '../../match/types.ts';
import { type Database, sql } from '../file/database.ts';
import { hashOfShown } from './matches.ts';

interface Row extends Pick<Challenge, 'number' | 'first' | 'state'> {
  readonly challengerId: number;
  readonly challenger: string;
  readonly challengedId: number | undefined;
  readonly challenged: string | undefined;
  readonly rules: string;
  readonly cols: number;
  readonly rows: number;
  readonly pace: string | undefined;
  readonly rated: number;
  readonly hints: number;
  readonly band: string | undefined;
  readonly start: string | undefined;
}

const SELECT = sql`
  select number, challenger_id as challengerId, challenger.userid as challenger,
    challenged_id as challengedId, challenged.userid as challenged, rules, cols, rows, first, pace,
    rated, hints, band, start, state
  from challenges
  join players challenger on challenger.id = challenges.challenger_id
  left join players challenged on challenged.id = challenges.challenged_id`;

export function challengeOf(db: Database, number: number): Challenge | undefined {
  const row = sql`${SELECT} where number = ${number}`.get<Row>(db);
  return row && toChallenge(row);
}

/** Open challenges from or to a player, the lowest number first. */
export const openChallenges = (db: Database, playerId: number): readonly Challenge[] =>
  sql`${SELECT}
    where number in (
      select number from challenges where challenger_id = ${playerId} and state = 'open'
      union
      select number from challenges where challenged_id = ${playerId} and state = 'open'
    )
    order by number`
    .all<Row>(db)
    .map(toChallenge);

/** Open challenges that anybody may accept, the lowest number first. */
export const challengesToAll = (db: Database): readonly Challenge[] =>
  sql`${SELECT} where state = 'open' and challenged_id is null order by number`
    .all<Row>(db)
    .map(toChallenge);

/** Open challenges that were made before a time, the oldest first. */
export const challengesBefore = (
  db: Database,
  before: number,
  most: number,
): readonly Challenge[] =>
  sql`${SELECT}
    where state = 'open' and challenges.created_at < ${before}
    order by challenges.created_at, number
    limit ${most} + 0`
    .all<Row>(db)
    .map(toChallenge);

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
  const { changes } = sql`insert into challenges
      (number, challenger_id, challenged_id, rules, cols, rows, first, pace, rated, hints, band,
        start, state, shown, created_at)
    values (${number}, ${challenger.id}, ${challenged?.id}, ${rules}, ${size.cols}, ${size.rows},
      ${first}, ${pace ? makePace(pace) : null}, ${Boolean(rated)}, ${Boolean(hints)},
      ${band ? makeBand(band) : null}, ${start}, ${state},
      ${hashOfShown(challenger.id, challenged?.id, ...terms)}, ${now})
    on conflict (number) do update
    set state = excluded.state, challenged_id = excluded.challenged_id,
      ended_at = excluded.created_at
    where challenges.state = 'open'`.run(db);
  if (changes !== 1) throw new Error(`challenge ${number} has ended already`);
}

/** The number of the next challenge or board. */
export const nextNumber = (db: Database): number =>
  sql`select 1 + max(
      (select coalesce(max(number), 0) from challenges),
      (select coalesce(max(board), 0) from matches)
    )`.value(db);

function toChallenge(row: Row): Challenge {
  const { number, challengerId, challengedId, challenged = '', cols, rows, first, state } = row;
  const band = row.band === undefined ? undefined : parseBand(row.band);
  const rules = storedRules(row.rules);
  return {
    number,
    challenger: { id: challengerId, userid: row.challenger },
    challenged: challengedId === undefined ? undefined : { id: challengedId, userid: challenged },
    rules,
    size: { cols, rows },
    first,
    pace: row.pace === undefined ? undefined : parsePace(row.pace),
    ...(row.rated === 1 && { rated: true }),
    ...(row.hints === 1 && { hints: true }),
    ...(band && { band }),
    ...(row.start !== undefined && {
      start: storedPosition(rules, row.start, `challenge ${number}`),
    }),
    state,
  };
}
