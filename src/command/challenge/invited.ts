import { engineOf } from '../../engine/registry.ts';
import { USUAL_PACE } from '../../match/pace.ts';
import type { Player } from '../../player/types.ts';
import { say } from '../../sentence.ts';
import { noticeTo, toPlayer } from '../letters/letters.ts';
import type { Deeds, Reading } from '../shape/types.ts';
import { newOffer, offerLetter } from './offering.ts';

/** What a new player finds waiting: the challenge of whoever has sent the invitation. */
export function invitedBy(player: Player, reading: Reading): Deeds {
  const invitation = reading.invitationFor(player.address);
  const inviter = invitation && reading.playerById(invitation.inviterId);
  if (!inviter) return { changes: [], letters: [] };
  const { rules, size, first } = invitation;
  const { userid } = player;
  // All that an invitation leaves open is as usual.
  const terms = { engine: engineOf(rules), size, first, pace: USUAL_PACE, rated: true };
  const offer = newOffer(inviter, player, terms, reading);
  const { number } = offer;
  return {
    changes: [
      { do: 'put-challenge', challenge: offer },
      { do: 'take-invitation', address: player.address },
    ],
    letters: [
      offerLetter(toPlayer(player), offer, ''),
      noticeTo(toPlayer(inviter), [say('invite-taken', { userid, number })]),
    ],
  };
}
