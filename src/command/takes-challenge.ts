import type { Player } from '../player/types.ts';
import { type Sentence, say } from '../sentence.ts';
import type { Reading } from './types.ts';

/**
 * Why a player does not take a challenge from another one, or undefined. Who is blocked reads what
 * everybody else would read: nobody is told of a block.
 */
export function takesNoChallenge(
  player: Player,
  from: Player,
  reading: Reading,
): Sentence | undefined {
  const { userid } = player;
  if (reading.blocks(player.id, from.id)) return say('takes-no-challenges', { userid });
  return undefined;
}
