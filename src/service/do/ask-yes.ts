import type { Message, Recipient } from '../../intent.ts';
import { heldMsMax } from '../../limits.ts';
import { hold } from '../../store/letters/held.ts';
import type { Shell } from '../shell/shell.ts';
import { type Cause, intendLetter } from './intend.ts';

/**
 * Sends a question, and keeps the commands that a `yes` from where it goes carries out.
 *
 * @param lines commands in the server's own spelling
 */
export function askYes(
  shell: Shell,
  question: {
    readonly to: Recipient;
    readonly lines: readonly string[];
    readonly message: Message;
  },
  cause: Cause,
): void {
  const { db, time } = shell;
  const { to, lines, message } = question;
  const now = time.now();
  const number = hold(
    db,
    {
      address: to.address,
      lines,
      place: { number: undefined, revision: undefined },
      comment: '',
      inboxId: cause.inboxId,
    },
    now,
    now + heldMsMax,
  );
  intendLetter(shell, { to, message, reply: { purpose: 'held', number } }, cause);
}
