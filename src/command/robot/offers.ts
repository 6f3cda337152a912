import { gameOf } from '../../engine/registry.ts';
import { carryOutOffer, type Offer } from '../../match/offer.ts';
import { ROBOT } from '../../match/robot.ts';
import type { Match } from '../../match/types.ts';
import { say } from '../../sentence.ts';
import { boardLetters } from '../letters/letters.ts';
import { heldForRobot } from '../letters/with-robot.ts';
import { refuse, tell } from '../shape/decision.ts';
import type { Decision, PlayerAsking } from '../shape/types.ts';

/** What the robot answers to an offer, at once: nothing waits for it. */
export function offerToRobot(
  text: string,
  match: Match,
  offer: Offer,
  { reading, player }: PlayerAsking,
): Decision {
  const { board, rated = false } = match;
  const { userid } = ROBOT;
  if (offer.kind === 'undo' && rated) return refuse(text, say('robot-keeps-move', { userid }));
  if (offer.kind === 'draw' && (rated || !looksLost(match))) {
    return tell({ understood: text, says: [say('robot-plays-on', { userid })] });
  }
  const after = carryOutOffer(match, offer);
  if (!after) return refuse(text, say('undo-nothing', { board }));
  const plies = match.moves.length - after.moves.length;
  const event =
    offer.kind === 'undo'
      ? say('undone', { userid, asker: player.userid, plies })
      : say('draw-accepted', { userid });
  const letters = boardLetters(after, { reading, comment: '' }, [event]);
  const { sent, kept } = heldForRobot(letters, after, reading);
  return {
    changes: [{ do: 'advance-match', match: after, event: offer.kind }, ...kept],
    letters: sent,
    section: undefined,
  };
}

/** Whether the position looks worse for the robot than for its opponent. */
function looksLost({ rules, position, robot }: Match): boolean {
  const worth = gameOf(rules).evaluate?.(position) ?? 0;
  return (position.turn === robot?.side ? worth : -worth) < 0;
}
