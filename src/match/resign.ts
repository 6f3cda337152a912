import { opposite } from '../engine/stones/board.ts';
import { err, ok, type Result } from '../result.ts';
import { type Sentence, say } from '../sentence.ts';
import { colourOf, type Match, type MatchOutcome } from './types.ts';

/** Ends a match with a win for the other side, in or out of turn. */
export function resignMatch(
  match: Match,
  playerId: number,
  ending: 'resigned' | 'resigned-by-admin' | 'forfeited',
): Result<Match, Sentence> {
  const colour = colourOf(match, playerId);
  if (colour === undefined) return err(say('not-your-board', { board: match.board }));
  if (match.outcome !== undefined) return err(say('match-over', { board: match.board }));
  return ok({
    ...match,
    revision: match.revision + 1,
    outcome: { winner: opposite(colour), ending },
  });
}

/** Ends a running match as somebody above the players has decided. */
export const endMatch = (match: Match, outcome: MatchOutcome): Result<Match, Sentence> =>
  match.outcome
    ? err(say('match-over', { board: match.board }))
    : ok({ ...match, revision: match.revision + 1, outcome });
