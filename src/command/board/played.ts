import { colourAt } from '../../engine/board.ts';
import { makeCell } from '../../engine/cell.ts';
import type { Moved } from '../../match/play.ts';
import type { Player } from '../../player/types.ts';
import { type Sentence, say } from '../../sentence.ts';

/** The sentence that tells a ply: who, what, and what it did to the board. */
export function played(player: Pick<Player, 'userid'>, { match, ply }: Moved): Sentence {
  const { stonesLost, flipped } = ply.effects;
  const facts = { userid: player.userid, move: ply.text, ply: ply.number };
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
