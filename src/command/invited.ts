import type { Intent } from '../intent.ts';
import type { Challenge } from '../match/types.ts';
import type { Player } from '../player/types.ts';
import { say } from '../sentence.ts';
import { noticeTo, toPlayer } from './letters.ts';
import { offerLetter } from './offering.ts';
import type { Change, Reading } from './types.ts';

/** What a new player finds waiting: the challenge of whoever has sent the invitation. */
export function invitedBy(
  player: Player,
  reading: Reading,
): { readonly changes: readonly Change[]; readonly letters: readonly Intent[] } {
  const invitation = reading.invitationFor(player.address);
  const inviter = invitation && reading.playerById(invitation.inviterId);
  if (!inviter) return { changes: [], letters: [] };
  const { rules, size, first } = invitation;
  const { userid } = player;
  const number = reading.nextNumber();
  const offer: Challenge = {
    number,
    challenger: { id: inviter.id, userid: inviter.userid },
    challenged: { id: player.id, userid },
    rules,
    size,
    first,
    state: 'open',
  };
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
