import { colourAt } from '../../engine/board.ts';
import { makeCell } from '../../engine/cell.ts';
import type { Moved, Step } from '../../match/play.ts';
import { type Sentence, say } from '../../sentence.ts';
import { tellPass } from '../letters/forced-pass.ts';

/** The sentences that tell a move, and the passes that it has forced. */
export const tellMoved = ({ steps: [chosen, ...forced] }: Moved): readonly Sentence[] => [
  played(chosen),
  ...forced.map(tellPass),
];

/** The sentence that tells a ply: who, what, and what it did to the board. */
function played({ match, ply }: Step): Sentence {
  const { stonesLost, flipped } = ply.effects;
  const { userid } = match[ply.colour];
  const facts = { userid, move: ply.text, ply: ply.number };
  const [picked] = flipped;
  if (picked === undefined) {
    return say('played', { ...facts, lost: stonesLost.black + stonesLost.white });
  }
  return say('played-flipping', {
    ...facts,
    flipped: flipped.length,
    side: colourAt(match.position.board, picked) ?? 'black',
    cells: flipped.map(makeCell).join(' '),
  });
}
