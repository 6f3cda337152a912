import type { Moved, Step } from '../../match/play.ts';
import type { Sentence } from '../../sentence.ts';
import { tellPass } from '../letters/forced-pass.ts';

/** The sentences that tell a move, and the passes that it has forced. */
export const tellMoved = ({ steps: [chosen, ...forced] }: Moved): readonly Sentence[] => [
  played(chosen),
  ...forced.map(tellPass),
];

/** The sentence that tells a ply: who, what, and what it did to the board. */
function played({ match, ply }: Step): Sentence {
  const { code, facts } = ply.effects.told;
  const who = { userid: match[ply.colour].userid, move: ply.text, ply: ply.number };
  // The facts belong to the code, which the compiler forgets when more are added to them.
  return { code, facts: { ...facts, ...who } } as Sentence;
}
