import { gameOf } from '../engine/registry.ts';
import { err, ok, type Result } from '../result.ts';
import { type Sentence, say } from '../sentence.ts';
import { pliesBeforeChoice } from './forced.ts';
import { replay } from './play.ts';
import type { Match } from './types.ts';

/** The match before what happened last, and the ply that was taken back, if it was one. */
export interface TakenBack {
  readonly match: Match;
  readonly ply: { readonly number: number; readonly text: string } | undefined;
  /** The passes that the ply had forced, by their numbers. */
  readonly passes: readonly number[];
}

/**
 * Takes back what happened last: an end that the rules did not bring, such as a resignation, or
 * else the last ply that somebody has chosen, with what it forced and the end that it brought. The
 * revision grows all the same.
 */
export function takeBackLast(match: Match): Result<TakenBack, Sentence> {
  const again = { ...match, revision: match.revision + 1, outcome: undefined };
  if (match.outcome && !endedByRules(match))
    return ok({ match: again, ply: undefined, passes: [] });
  const plies = pliesBeforeChoice(match);
  const text = plies === undefined ? undefined : match.moves[plies];
  if (plies === undefined || text === undefined) {
    return err(say('nothing-to-take-back', { board: match.board }));
  }
  const moves = match.moves.slice(0, plies);
  const position = replay(match.rules, match.start, moves);
  const number = plies + 1;
  return ok({
    match: { ...again, moves, position },
    ply: { number, text },
    passes: match.moves.slice(number).map((_, at) => number + at + 1),
  });
}

const endedByRules = ({ rules, position, outcome }: Match): boolean =>
  outcome?.ending === 'repetition' || gameOf(rules).outcome(position) !== undefined;
