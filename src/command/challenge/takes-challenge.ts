import { gameOf } from '../../engine/registry.ts';
import type { RulesId } from '../../engine/shape/rules.ts';
import type { Player } from '../../player/types.ts';
import { type Sentence, say } from '../../sentence.ts';
import type { Reading } from '../shape/types.ts';
import { limitOf } from './limit.ts';

/**
 * Why a player does not take a challenge to a game from another one, or undefined. Who is blocked
 * reads the same as everybody reads after `accept none`: nobody is told of a block.
 */
export function takesNoChallenge(
  player: Player,
  from: Player,
  rules: RulesId,
  reading: Reading,
): Sentence | undefined {
  const { id, userid } = player;
  const none = takesNone(player, from, reading);
  if (none) return none;
  const limit = limitOf(player, rules);
  if (limit === 'off') return undefined;
  // No challenge has brought the boards against the robot.
  const boards = reading
    .activeMatches(id)
    .filter((match) => match.rules === rules && !match.robot).length;
  return boards < Number(limit)
    ? undefined
    : say('takes-no-more', { userid, game: gameOf(rules).name });
}

/** The same about any game. */
export function takesNone(
  { id, userid, settings }: Player,
  from: Player,
  reading: Reading,
): Sentence | undefined {
  return settings?.['accept'] === 'none' || reading.blocks(id, from.id)
    ? say('takes-no-challenges', { userid })
    : undefined;
}
