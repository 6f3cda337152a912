import { gameOf } from '../../engine/registry.ts';
import type { WaitingMatch } from '../../intent.ts';
import { USUAL_PACE } from '../../match/pace.ts';
import type { Challenge } from '../../match/types.ts';
import type { Player } from '../../player/types.ts';
import { say } from '../../sentence.ts';
import { noticeTo, toPlayer } from '../letters/letters.ts';
import { outsideBand } from '../shape/open-challenge.ts';
import type { Deeds, Reading } from '../shape/types.ts';
import { challengeLetter, newChallenge } from './new-challenge.ts';

/** What comes of an invitation, and the challenge that it has become. */
interface Invited extends Deeds {
  readonly challenge?: Challenge;
}

/** What a new player finds waiting: the challenge of whoever has sent the invitation. */
export function invitedBy(player: Player, reading: Reading): Invited {
  const invitation = reading.invitationFor(player.address);
  const inviter = invitation && reading.playerById(invitation.inviterId);
  if (!inviter) return { changes: [], letters: [] };
  const { rules, size, first } = invitation;
  const { userid } = player;
  // All that an invitation leaves open is as usual.
  const terms = { game: gameOf(rules), size, first, pace: USUAL_PACE, rated: true, hints: false };
  const challenge = newChallenge(inviter, player, terms, reading);
  const { number } = challenge;
  return {
    challenge,
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

/**
 * The match that a new player can begin with one letter: the one that the invitation was to, or the
 * first that is offered to everybody by somebody whom letters reach.
 */
export function waitingMatch(
  player: Player,
  invited: Challenge | undefined,
  reading: Reading,
): WaitingMatch | undefined {
  const offered = (challenge: Challenge) =>
    !reading.isSuspended(challenge.challenger.id) && !outsideBand(challenge, player, reading);
  const challenge = invited ?? reading.challengesToAll().find(offered);
  if (!challenge) return undefined;
  const { number, rules, size, challenger } = challenge;
  return { number, rules, ...size, challenger: challenger.userid, invited: invited !== undefined };
}
