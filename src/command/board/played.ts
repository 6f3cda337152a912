import type { Moved } from '../../match/play.ts';
import type { Player } from '../../player/types.ts';
import type { Sentence } from '../../sentence.ts';

/** The sentence that tells a ply: who, what, and what it did to the board. */
export function played(player: Pick<Player, 'userid'>, { ply }: Moved): Sentence {
  const { code, facts } = ply.effects.told;
  const who = { userid: player.userid, move: ply.text, ply: ply.number };
  // The facts belong to the code, which the compiler forgets when more are added to them.
  return { code, facts: { ...facts, ...who } } as Sentence;
}
