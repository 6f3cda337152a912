import type { Colour } from '../../engine/shape/types.ts';
import { storedRules } from '../../engine/written.ts';
import { ENDINGS, type Ending, type Finished, type FinishedQuery } from '../../match/types.ts';
import { type Database, sql } from '../file/database.ts';

interface Row extends Omit<Finished, 'rules' | 'winner' | 'ending'> {
  readonly rules: string;
  readonly winner: Colour | null;
  readonly ending: string;
}

const SELECT = `
  select board, rules, black.userid as black, white.userid as white, winner, ending,
    length(moves) - length(replace(moves, ' ', '')) + (moves <> '') as plies,
    changed_at as endedAt
  from matches
  join players black on black.id = matches.black_id
  join players white on white.id = matches.white_id`;

const NEWEST_FIRST = 'order by changed_at desc, board desc limit ? + 0 offset ?';

/** Finished matches without their records, the newest first. */
export function finishedMatches(db: Database, query: FinishedQuery): readonly Finished[] {
  const { playerId } = query;
  const rows = playerId === undefined ? ofAll(db, query) : ofPlayer(db, query, playerId);
  return rows.map((row) => ({
    ...row,
    rules: storedRules(row.rules),
    winner: row.winner ?? undefined,
    ending: storedEnding(row.ending),
  }));
}

const ofAll = (db: Database, { rules, skip, most }: FinishedQuery): readonly Row[] =>
  sql(
    db,
    `${SELECT}
    where ending is not null and rules = ?
    ${NEWEST_FIRST}`,
  ).all(rules, most, skip) as Row[];

const ofPlayer = (
  db: Database,
  { rules, skip, most }: FinishedQuery,
  playerId: number,
): readonly Row[] =>
  sql(
    db,
    `${SELECT}
    where board in (
      select board from matches where black_id = ? and ending is not null
      union
      select board from matches where white_id = ? and ending is not null
    ) and rules = coalesce(?, rules)
    ${NEWEST_FIRST}`,
  ).all(playerId, playerId, rules ?? null, most, skip) as Row[];

const KNOWN: ReadonlyMap<string, Ending> = new Map(ENDINGS.map((ending) => [ending, ending]));

/**
 * Checks the ending in a row.
 *
 * @throws Error if there is no such ending: the row is damaged, or from another program
 */
export const storedEnding = (text: string): Ending => {
  const ending = KNOWN.get(text);
  if (ending === undefined) throw new Error(`no match ends by "${text}"`);
  return ending;
};
