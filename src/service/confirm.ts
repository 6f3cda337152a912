import { readLine } from '../command/line.ts';
import { plainLine } from '../command/words.ts';
import { addressKey } from '../player/address.ts';
import { say } from '../sentence.ts';
import { confirmHeld, waiting } from '../store/held.ts';
import type { End } from '../store/inbox.ts';
import { takeHeldPassword } from '../store/passwords.ts';
import { playerByAddress } from '../store/players.ts';
import { sayBack } from './answer.ts';
import { carryOut } from './carry-out.ts';
import type { Sender } from './sender.ts';
import type { Shell } from './shell.ts';

/**
 * Carries out held commands when the answer to their confirmation letter begins with `yes` alone on
 * a line, and does nothing otherwise: an automatic answer never says just that.
 */
export function confirm(
  shell: Shell,
  sender: Sender,
  heldId: number,
  lines: readonly string[],
): End {
  const held = waiting(shell.db, heldId);
  if (!held || held.expiresAt < shell.clock.now()) {
    return sayBack(shell, sender, say('confirm-too-late'));
  }
  if (held.addressKey !== addressKey(sender.address)) {
    const asked = playerByAddress(shell.db, held.addressKey);
    // Who has several addresses may not know which of them was asked; anybody else learns nothing.
    if (sender.player && asked?.id === sender.player.id) {
      return sayBack(shell, sender, say('confirm-from', { address: held.addressKey }));
    }
    return { state: 'ignored', reason: 'confirmed from another address' };
  }
  const first = lines.find((line) => line.trim() !== '') ?? '';
  if (plainLine(first).toLowerCase() !== 'yes') {
    // The answer to that letter may be the yes as well.
    return sayBack(shell, sender, say('confirm-with-yes'), { purpose: 'held', number: heldId });
  }
  confirmHeld(shell.db, heldId);
  const orders = held.lines
    .map((line) => readLine(line, held.place))
    .filter((line) => line.kind !== 'prose');
  const { comment, place } = held;
  const passwordHash = takeHeldPassword(shell.db, heldId);
  const all = { lines: orders, comment, unread: undefined, passwordHash };
  return carryOut(shell, sender, all, place, { kind: 'confirmed' });
}
