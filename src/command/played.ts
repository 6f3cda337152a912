import type { Ply } from '../match/play.ts';
import type { Player } from '../player/types.ts';
import { type Sentence, say } from '../sentence.ts';

/** The sentence that tells a ply: who, what, and what it did to the board. */
export function played(player: Player, ply: Ply): Sentence {
  const { stonesLost, flipped } = ply.effects;
  return say('played', {
    userid: player.userid,
    move: ply.text,
    ply: ply.number,
    lost: stonesLost.black + stonesLost.white,
    flipped: flipped.length,
  });
}
