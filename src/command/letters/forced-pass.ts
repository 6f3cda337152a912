import { gameOf } from '../../engine/registry.ts';
import { sideOf } from '../../engine/shape/view.ts';
import { playForced, type Step } from '../../match/play.ts';
import type { Match } from '../../match/types.ts';
import { type Sentence, say } from '../../sentence.ts';
import type { Change } from '../shape/types.ts';

/** The sentence that tells a pass that nobody has chosen. */
export const tellPass = ({ match, ply: { colour, number } }: Step): Sentence =>
  say('had-to-pass', { userid: match[colour].userid, ply: number });

/** The same of a pass that is only imagined. */
export const foretellPass = ({ match, ply: { colour, number } }: Step): Sentence =>
  say('would-have-to-pass', { side: sideOf(gameOf(match.rules), colour).name, ply: number });

/** What follows when a match starts: whoever can only pass in its first position has done so. */
export function beginMatch(start: Match): {
  readonly match: Match;
  readonly changes: readonly Change[];
  readonly events: readonly Sentence[];
} {
  const { match, steps } = playForced(start);
  const passes = steps.map((step): Change => ({ do: 'advance-match', match: step.match }));
  return {
    match,
    changes: [{ do: 'start-match', match: start }, ...passes],
    events: steps.map(tellPass),
  };
}
