import { takesNoChallenge } from '../../command/challenge/takes-challenge.ts';
import { noticeTo, toPlayer } from '../../command/letters/letters.ts';
import { gameOf } from '../../engine/registry.ts';
import { automaticReason } from '../../mail/automatic.ts';
import type { Invitation } from '../../match/types.ts';
import type { Player } from '../../player/types.ts';
import { say } from '../../sentence.ts';
import { putInvitation, wasInvited } from '../../store/people/invitations.ts';
import { playerByAddress } from '../../store/people/players.ts';
import { readingOf } from '../../store/reading/reading.ts';
import type { Shell } from '../shell/shell.ts';
import { type Cause, intendLetter } from './intend.ts';
import { freeUserid } from './strangers.ts';

/**
 * Invites an address, unless that was done before, by anybody. Somebody with an account hears that
 * the player would like to play, and no challenge is made, because it would tell the player whose
 * address that is.
 */
export function invite(
  shell: Shell,
  player: Player,
  address: string,
  invitation: Invitation,
  cause: Cause,
): void {
  const { db, time, log } = shell;
  const machine = automaticReason({ fields: [], types: [] }, address, shell.address) !== undefined;
  if (machine || wasInvited(db, address)) {
    log.info({ player: player.id }, 'an address was not invited');
    return;
  }
  const { userid: inviter, language } = player;
  const number = putInvitation(db, address, invitation, language, time.now());
  const { rules, size, first } = invitation;
  const known = playerByAddress(db, address);
  if (!known) {
    const to = { playerId: undefined, userid: undefined, address, language };
    const userid = freeUserid(shell, address);
    const facts = { inviter, rules, ...size, first, ...(userid !== undefined && { userid }) };
    intendLetter(
      shell,
      { to, message: { kind: 'invitation', facts }, reply: { purpose: 'invitation', number } },
      cause,
    );
  } else if (!takesNoChallenge(known, player, rules, readingOf(db, time.now()))) {
    const game = gameOf(rules).name;
    const would = say('would-play', { userid: inviter, game, rules, ...size });
    intendLetter(shell, noticeTo(toPlayer(known), [would]), cause);
  }
}
