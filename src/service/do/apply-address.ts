import { heldMsMax, oneDayMs, oneHourMs, signUpsPerAddressPerDayMax } from '../../limits.ts';
import { automaticReason } from '../../mail/automatic.ts';
import type { Player } from '../../player/types.ts';
import { lately } from '../../store/file/lately.ts';
import { heldSince } from '../../store/letters/held.ts';
import { addRequest, forgetRequests } from '../../store/people/addresses.ts';
import { playerByAddress } from '../../store/people/players.ts';
import type { Shell } from '../shell/shell.ts';
import { askYes } from './ask-yes.ts';
import type { Cause } from './intend.ts';
import { roomAtStranger } from './strangers.ts';

/**
 * Asks an address whether it belongs to a player. Nothing is written to an address that is
 * somebody's already, or that has had enough letters; the player is told the same in every case.
 */
export function requestAddress(shell: Shell, player: Player, address: string, cause: Cause): void {
  const { db, time, log } = shell;
  if (!mayAskAddress(shell, address)) {
    log.info({ player: player.id }, 'an address was not asked');
    return;
  }
  const now = time.now();
  forgetRequests(db, now - heldMsMax);
  const request = addRequest(db, player.id, address, now);
  const { userid, language } = player;
  const to = { playerId: undefined, userid: undefined, address, language };
  const facts = { userid, hours: heldMsMax / oneHourMs };
  const lines = [`address join ${request}`];
  askYes(shell, { to, lines, message: { kind: 'address', facts } }, cause);
}

function mayAskAddress(shell: Shell, address: string): boolean {
  const { db, time } = shell;
  return (
    automaticReason({ fields: [], types: [] }, address, shell.address) === undefined &&
    playerByAddress(db, address) === undefined &&
    heldSince(db, address, lately(time.now(), oneDayMs)) < signUpsPerAddressPerDayMax &&
    roomAtStranger(shell, address)
  );
}
