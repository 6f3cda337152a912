import { heldMsMax, oneHourMs, signUpsPerAddressPerDayMax } from '../../limits.ts';
import { automaticReason } from '../../mail/automatic.ts';
import type { Player } from '../../player/types.ts';
import { addRequest, forgetRequests } from '../../store/people/addresses.ts';
import { playerByAddress } from '../../store/people/players.ts';
import { writtenAt } from '../shell/moment.ts';
import type { Shell } from '../shell/shell.ts';
import { askYes, wishOf } from './ask-yes.ts';
import type { Cause } from './intend.ts';

/**
 * Asks an address whether it belongs to a player. Nothing is written to an address that is
 * somebody's already, or that has had enough letters; the player is told the same in every case.
 */
export function requestAddress(shell: Shell, player: Player, address: string, cause: Cause): void {
  const { db, log } = shell;
  if (!mayAskAddress(shell, address)) {
    log.info({ player: player.id }, 'an address was not asked');
    return;
  }
  const now = writtenAt(shell);
  forgetRequests(db, now - heldMsMax);
  const request = addRequest(db, player.id, address, now);
  const { userid, language } = player;
  const to = { playerId: undefined, userid: undefined, address, language };
  const facts = { userid, hours: heldMsMax / oneHourMs };
  const wish = wishOf(address, [`address join ${request}`]);
  const most = signUpsPerAddressPerDayMax;
  const end = askYes(shell, { to, wish, most, message: { kind: 'address', facts } }, cause);
  if (end === 'enough') log.info({ player: player.id }, 'an address was not asked');
}

function mayAskAddress(shell: Shell, address: string): boolean {
  const { db } = shell;
  return (
    automaticReason({ fields: [], types: [] }, address, shell.address) === undefined &&
    playerByAddress(db, address) === undefined
  );
}
