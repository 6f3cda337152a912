import { gameOf } from '../../engine/registry.ts';
import { makeSize } from '../../engine/stones/notation.ts';
import type { WaitingMatch } from '../../intent.ts';
import { invitationLimits } from '../../limits.ts';
import { DEFAULT_PACE } from '../../match/clock.ts';
import type { Challenge } from '../../match/types.ts';
import { addressKey, parseAddress } from '../../player/address.ts';
import type { Player } from '../../player/settings.ts';
import { err } from '../../result.ts';
import { say } from '../../sentence.ts';
import { noticeTo, toPlayer } from '../letters/letters.ts';
import { parsed, refuse } from '../shape/decision.ts';
import { outsideBand } from '../shape/open-challenge.ts';
import { makeTerms, readTerms, TERM_VALUES } from '../shape/terms.ts';
import type { Command, Effects, Queries } from '../shape/types.ts';
import { challengeLetter, newChallenge } from './new-challenge.ts';

/**
 * Invites somebody without an account, once and in the server's words only. The answer is the same whether
 * the address is new, has an account or was invited before.
 */
export const invite: Command = {
  name: 'invite',
  usage: 'invite ADDRESS [GAME] [-size=8x8] [-first=me/them/random]',
  summary: 'invites somebody who has no account, once',
  example: 'invite carol@home.example forms',
  audience: 'player',
  need: 'proof',
  // An invited person has no rating yet, and may not know clocks.
  options: ['size', 'first'],
  values: TERM_VALUES,
  gameWordIndex: () => 1,

  read(line) {
    const [to, named, ...rest] = line.words;
    if (to === undefined || rest.length > 0) return err(say('invite-shape'));
    const address = parseAddress(to);
    if (!address.ok) return err(say('invite-address'));
    const terms = readTerms(named, line);
    if (!terms.ok) return terms;
    const { game, size, first } = terms.value;
    const text = `invite ${address.value} ${makeTerms(terms.value)}`;
    return parsed(text, ({ player, queries }) => {
      const key = addressKey(address.value);
      if (queries.addressesOf(player.id).some((each) => addressKey(each.address) === key)) {
        return refuse(say('invite-yourself'));
      }
      const count = invitationLimits.perPlayerPerDay;
      const hours = queries.hoursUntilAllowed(player.id, 'invite', count);
      if (hours > 0) return refuse(say('invite-enough', { count, hours }));
      const share = invitationLimits.sharePerDay;
      const shareHours = queries.hoursUntilAllowed(player.id, 'invite', share);
      if (shareHours > 0 && queries.allActsToday('invite') >= invitationLimits.perDay) {
        return refuse(say('invite-full', { count: share, hours: shareHours }));
      }
      const what = { game: game.name, size: makeSize(size) };
      const invitation = { inviterId: player.id, rules: game.rules, size, first };
      return {
        changes: [
          { do: 'note-act', playerId: player.id, act: 'invite' },
          { do: 'invite', player, address: address.value, invitation },
        ],
        section: { says: [say('invite-sent', { address: address.value, ...what })] },
      };
    });
  },
};

/** The result of an invitation, and the challenge made of it. */
interface InvitationResult extends Effects {
  readonly challenge?: Challenge;
}

/** The challenge that a new player finds from the sender of the invitation. */
export function challengeFromInvitation(player: Player, queries: Queries): InvitationResult {
  const invitation = queries.invitationFor(player.address);
  const inviter = invitation && queries.playerById(invitation.inviterId);
  if (!inviter) return { changes: [], letters: [] };
  const { rules, size, first } = invitation;
  const { userid } = player;
  // Terms that an invitation leaves open have their defaults.
  const terms = { game: gameOf(rules), size, first, pace: DEFAULT_PACE, rated: true, hints: false };
  const challenge = newChallenge(inviter, player, terms, queries);
  const { number } = challenge;
  return {
    challenge,
    changes: [
      { do: 'put-challenge', challenge: challenge },
      { do: 'take-invitation', address: player.address },
    ],
    letters: [
      challengeLetter(player, challenge, ''),
      noticeTo(toPlayer(inviter), [say('invite-taken', { userid, number })]),
    ],
  };
}

/**
 * The match that a new player can begin with one letter: that of the invitation, or the first open
 * challenge whose maker can be reached by letter.
 */
export function waitingMatch(
  player: Player,
  invited: Challenge | undefined,
  queries: Queries,
): WaitingMatch | undefined {
  const offered = (challenge: Challenge) =>
    !queries.isSuspended(challenge.challenger.id) && !outsideBand(challenge, player, queries);
  const challenge = invited ?? queries.challengesToAll().find(offered);
  if (!challenge) return undefined;
  const { number, rules, size, challenger } = challenge;
  return { number, rules, ...size, challenger: challenger.userid, invited: invited !== undefined };
}
