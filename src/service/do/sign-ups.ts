import { chargeTo } from '../../budget/charge.ts';
import {
  heldMsMax,
  oneDayMs,
  oneHourMs,
  signUpMsMax,
  signUpsPerAddressPerDayMax,
} from '../../limits.ts';
import { type Sentence, say } from '../../sentence.ts';
import { transact } from '../../store/file/database.ts';
import { lately } from '../../store/file/lately.ts';
import { noteCapMet } from '../../store/letters/caps-met.ts';
import { questionsSince } from '../../store/letters/questions.ts';
import { playerByAddress } from '../../store/people/players.ts';
import {
  dropSignUps,
  nextSignUps,
  noteAsked,
  putSignUp,
  type SignUp,
  signUpsWaiting,
  someSignUpWaits,
} from '../../store/people/sign-ups.ts';
import { atMoment } from '../shell/moment.ts';
import type { Shell } from '../shell/shell.ts';
import { askYes, questionAbout, wishOf } from './ask-yes.ts';
import { askingOf, type Sender } from './sender.ts';
import { withoutAddresses } from './shown-line.ts';
import { isOpen, signUpRooms, useRoom } from './strangers.ts';

/**
 * Asks somebody without an account about a sign-up, or lets it wait while there is no room: it is
 * never forgotten because of the letters of others.
 *
 * @returns why not, when this address has been asked often enough
 */
export function askStranger(
  shell: Shell,
  sender: Sender,
  lines: readonly string[],
): Sentence | undefined {
  const { db, time } = shell;
  const { address, cause } = sender;
  const { language } = askingOf(sender);
  const now = time.now();
  const verified = cause.proof === 'sender';
  const asked = questionsSince(db, address, verified, lately(now, oneDayMs));
  if (signUpsWaiting(db, address) + asked >= signUpsPerAddressPerDayMax) {
    return say('confirm-enough');
  }
  dropSignUps(db, lately(now, signUpMsMax));
  const { inboxId, messageId } = cause;
  const signUp = { inboxId, messageId, address, lines, language, verified };
  const id = putSignUp(db, signUp, now);
  if (isOpen(shell, signUpRooms(shell, address, verified))) ask(shell, { ...signUp, id });
  else noteCapMet(db, 'sign-ups', now);
  return undefined;
}

/** Asks about sign-ups that have waited, as far as there is room by now. */
export function askWaiting(working: Shell): void {
  const now = working.time.now();
  const shell = atMoment(working, now, `asked ${now}`);
  const { db, journal } = shell;
  if (!someSignUpWaits(db)) return;
  transact(db, () => {
    dropSignUps(db, lately(now, signUpMsMax));
    let any = false;
    let asked = true;
    // Each time round, one of each domain.
    while (asked) {
      asked = false;
      for (const signUp of nextSignUps(db)) {
        if (!isOpen(shell, signUpRooms(shell, signUp.address, signUp.verified))) continue;
        ask(shell, signUp);
        asked = true;
        any = true;
      }
    }
    if (any) journal.note(db, { is: 'asked' }, now);
  });
}

function ask(shell: Shell, signUp: SignUp): void {
  const { id, inboxId, messageId, address, lines, language, verified } = signUp;
  const { db, time } = shell;
  noteAsked(db, id, time.now());
  // Meanwhile it may have become somebody's.
  if (playerByAddress(db, address)) return;
  const proof = verified ? 'sender' : 'none';
  const commands = lines.map(withoutAddresses);
  const facts = { commands, hours: heldMsMax / oneHourMs };
  const asked = questionAbout({ player: undefined, address, language }, lines, facts);
  const wish = wishOf(address, lines);
  const most = signUpsPerAddressPerDayMax;
  const charge = chargeTo(undefined, proof, time.now());
  const cause = { inboxId, messageId, address, proof, charge } as const;
  const end = askYes(shell, { ...asked, wish, most }, cause);
  if (end === 'asked') useRoom(shell, signUpRooms(shell, address, verified));
}
