import { err, ok, type Result } from '../result.ts';
import { type Sentence, say } from '../sentence.ts';
import type { Match, MatchOutcome } from './types.ts';

/** Ends a running match as somebody above the players has decided. */
export const endMatch = (match: Match, outcome: MatchOutcome): Result<Match, Sentence> =>
  match.outcome
    ? err(say('match-over', { board: match.board }))
    : ok({ ...match, revision: match.revision + 1, outcome });
