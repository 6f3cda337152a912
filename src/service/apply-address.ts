import {
  heldMsMax,
  oneDayMs,
  oneHourMs,
  signUpsPerAddressPerDayMax,
  strangerLettersPerAddressPerDayMax,
  strangerLettersPerDayMax,
} from '../limits.ts';
import type { Player } from '../player/types.ts';
import { addRequest } from '../store/addresses.ts';
import { heldSince, hold } from '../store/held.ts';
import { strangerLettersSince } from '../store/outbox.ts';
import { playerByAddress } from '../store/players.ts';
import { type Cause, intendLetter } from './intend.ts';
import type { Shell } from './shell.ts';

/**
 * Asks an address whether it belongs to a player. Nothing is written to an address that is
 * somebody's already, or that has had enough letters; the player is told the same in every case.
 */
export function requestAddress(shell: Shell, player: Player, address: string, cause: Cause): void {
  const { db, clock, log } = shell;
  if (!mayAskAddress(shell, address)) {
    log.info({ player: player.id }, 'an address was not asked');
    return;
  }
  const now = clock.now();
  const request = addRequest(db, player.id, address, now);
  const id = hold(
    db,
    {
      address,
      lines: [`address join ${request}`],
      place: { number: undefined, revision: undefined },
      comment: '',
      inboxId: cause.inboxId,
    },
    now,
    now + heldMsMax,
  );
  const { userid, language } = player;
  intendLetter(
    shell,
    {
      to: { playerId: undefined, userid: undefined, address, language },
      message: { kind: 'address', facts: { userid, hours: heldMsMax / oneHourMs } },
      reply: { purpose: 'held', number: id },
    },
    cause,
  );
}

function mayAskAddress({ db, clock }: Shell, address: string): boolean {
  const since = clock.now() - oneDayMs;
  const strangers = strangerLettersSince(db, since);
  return (
    playerByAddress(db, address) === undefined &&
    heldSince(db, address, since) < signUpsPerAddressPerDayMax &&
    strangers.total < strangerLettersPerDayMax &&
    strangers.to(address) < strangerLettersPerAddressPerDayMax
  );
}
