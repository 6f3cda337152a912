import { PASSWORD_TEXT, passwordShape } from '../../command/account/password.ts';
import { plainLine } from '../../command/shape/words.ts';
import { readLine } from '../../command/text/line.ts';
import { NOWHERE } from '../../command/text/subject.ts';
import type { Token } from '../../mail/token.ts';
import { addressKey } from '../../player/address.ts';
import { say } from '../../sentence.ts';
import { askedKey, confirmHeld, waiting } from '../../store/letters/held.ts';
import type { End } from '../../store/letters/inbox.ts';
import { takeHeldPassword } from '../../store/people/passwords.ts';
import { playerByAddress } from '../../store/people/players.ts';
import type { Shell } from '../shell/shell.ts';
import { sayBack } from './answer.ts';
import { carryOut } from './carry-out.ts';
import { LANGUAGE_BY_DEFAULT, type Sender } from './sender.ts';

/**
 * Carries out held commands when the answer to their confirmation letter begins with `yes` alone on
 * a line, and does nothing otherwise: an automatic answer never says just that. Where a password is
 * among them, `password NEWWORD` is a yes as well, and that word is set instead of the one that
 * nobody can see.
 *
 * @param newHash of the word that the answer itself holds
 */
export function confirm(
  shell: Shell,
  sender: Sender,
  heldId: number,
  lines: readonly string[],
  newHash: string | undefined,
): End {
  const held = waiting(shell.db, heldId);
  if (!held || held.expiresAt < shell.time.now()) {
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
  // Whoever opens an account goes on in the language of the question.
  const asked = { ...sender, language: held.language };
  const first = lines.find((line) => line.trim() !== '') ?? '';
  const own = held.lines.includes(PASSWORD_TEXT) && isPasswordLine(first);
  if (own ? newHash === undefined : plainLine(first).toLowerCase() !== 'yes') {
    // The answer to that letter may be the yes as well.
    const reply = { purpose: 'held', number: heldId } as const;
    return sayBack(shell, asked, own ? passwordShape : say('confirm-with-yes'), reply);
  }
  confirmHeld(shell.db, heldId);
  const orders = held.lines
    .map((line) => readLine(line, held.place))
    .filter((line) => line.kind !== 'prose');
  const { comment, place } = held;
  const heldHash = takeHeldPassword(shell.db, heldId);
  const passwordHash = own ? newHash : heldHash;
  const all = { lines: orders, comment, unread: undefined, passwordHash };
  return carryOut(shell, asked, all, place, { kind: 'confirmed' });
}

/**
 * Whether the answer to a question holds a command of its own. Who was asked has got that letter, so
 * what is typed there is proven; what was asked about goes on waiting.
 */
export function typesCommand(
  shell: Shell,
  { address, player }: Sender,
  token: Token,
  lines: readonly string[],
): boolean {
  if (token.player !== (player?.id ?? 0)) return false;
  if (askedKey(shell.db, token.number) !== addressKey(address)) return false;
  const held = waiting(shell.db, token.number);
  const first = lines.find((line) => line.trim() !== '') ?? '';
  // That word is a yes to a question about one.
  if (held?.lines.includes(PASSWORD_TEXT) && isPasswordLine(first)) return false;
  const words = shell.vocabularies(player?.language ?? LANGUAGE_BY_DEFAULT);
  return readLine(first, held?.place ?? NOWHERE, words).kind === 'command';
}

function isPasswordLine(line: string): boolean {
  const read = readLine(line, NOWHERE);
  return read.kind !== 'prose' && read.command?.name === 'password';
}
