import { PASSWORD_TEXT } from '../../command/account/password.ts';
import { toSender } from '../../command/letters/letters.ts';
import type { Place } from '../../command/shape/types.ts';
import type { Orders } from '../../command/text/read.ts';
import {
  heldLettersPerAddressPerDayMax,
  heldMsMax,
  oneDayMs,
  oneHourMs,
  signUpsPerAddressPerDayMax,
} from '../../limits.ts';
import { type Sentence, say } from '../../sentence.ts';
import { lately } from '../../store/file/lately.ts';
import { heldSince, hold } from '../../store/letters/held.ts';
import { dropLatePasswords, holdPassword } from '../../store/people/passwords.ts';
import type { Shell } from '../shell/shell.ts';
import { intendLetter } from './intend.ts';
import { askingOf, isStranger, type Sender } from './sender.ts';

/**
 * Keeps commands that nothing has proven yet, and asks the address they seemed to come from. The
 * letter names the commands in our own spelling and nothing else of what was written.
 *
 * @returns why not, when this address has been asked often enough
 */
export function askForYes(
  shell: Shell,
  sender: Sender,
  lines: readonly string[],
  place: Place,
  { comment, passwordHash }: Pick<Orders, 'comment' | 'passwordHash'>,
): Sentence | undefined {
  const { db, time } = shell;
  const now = time.now();
  const { address, cause } = sender;
  const most = isStranger(sender) ? signUpsPerAddressPerDayMax : heldLettersPerAddressPerDayMax;
  if (heldSince(db, address, lately(now, oneDayMs)) >= most) {
    return say('confirm-enough');
  }
  const { inboxId } = cause;
  const id = hold(db, { address, lines, place, comment, inboxId }, now, now + heldMsMax);
  dropLatePasswords(db, now);
  if (passwordHash !== undefined && lines.includes(PASSWORD_TEXT)) {
    holdPassword(db, id, passwordHash);
  }
  intendLetter(
    shell,
    {
      to: toSender(askingOf(sender)),
      message: {
        kind: 'confirm',
        facts: {
          commands: isStranger(sender) ? lines.map(withoutAddresses) : lines,
          hours: heldMsMax / oneHourMs,
        },
      },
      reply: { purpose: 'held', number: id },
    },
    cause,
  );
  return undefined;
}

/** Nobody's mailbox gets an address, which may be a link, that a stranger has put into a letter. */
const withoutAddresses = (line: string): string => line.replace(/\S+@\S+/g, 'ADDRESS');
