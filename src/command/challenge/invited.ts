import { gameOf } from '../../engine/registry.ts';
import { USUAL_PACE } from '../../match/pace.ts';
import type { Player } from '../../player/types.ts';
import { say } from '../../sentence.ts';
import { noticeTo, toPlayer } from '../letters/letters.ts';
import type { Deeds, Reading } from '../shape/types.ts';
import { challengeLetter, newChallenge } from './new-challenge.ts';

/** What a new player finds waiting: the challenge of whoever has sent the invitation. */
export function invitedBy(player: Player, reading: Reading): Deeds {
  const invitation = reading.invitationFor(player.address);
  const inviter = invitation && reading.playerById(invitation.inviterId);
  if (!inviter) return { changes: [], letters: [] };
  const { rules, size, first } = invitation;
  const { userid } = player;
  // All that an invitation leaves open is as usual.
  const terms = { game: gameOf(rules), size, first, pace: USUAL_PACE, rated: true };
  const challenge = newChallenge(inviter, player, terms, reading);
  const { number } = challenge;
  return {
    changes: [
      { do: 'put-challenge', challenge: challenge },
      { do: 'take-invitation', address: player.address },
    ],
    letters: [
      challengeLetter(toPlayer(player), challenge, ''),
      noticeTo(toPlayer(inviter), [say('invite-taken', { userid, number })]),
    ],
  };
}
