import { toSender } from '../../command/letters/letters.ts';
import { firstGameOf, NEWCOMER, smallBoard } from '../../command/robot/first-game.ts';
import type { CommandContext } from '../../command/shape/types.ts';
import { NO_CONTEXT } from '../../command/text/subject.ts';
import type { Asked, Message, MessageFacts, Recipient } from '../../intent.ts';
import { oneDayMs, questionLimits } from '../../limits.ts';
import { minuteIn } from '../../match/clock.ts';
import { isProven, questionsPerDayMax } from '../../player/proof.ts';
import { timeWindow } from '../../ports.ts';
import { count, questionsSince, questionsTo, timesOf } from '../../store/letters/counters.ts';
import { arrivalOf } from '../../store/letters/inbox.ts';
import {
  addPending,
  askedAddressKey,
  extendPending,
  type PendingCommands,
  samePending,
} from '../../store/letters/pending.ts';
import { type Shell, wallClock } from '../shell/shell.ts';
import { intendLetter } from './intend.ts';
import type { Cause } from './sender.ts';

/** A letter that asks for a yes. */
interface Question {
  readonly to: Recipient;
  /** The commands that the yes carries out, in the server's own spelling. */
  readonly wish: PendingCommands;
  /** Maximum of such questions to the address in a day, if not the default. */
  readonly most?: number;
  readonly message: Extract<
    Message,
    { readonly kind: 'confirm' | 'first' | 'address' | 'signoff' }
  >;
}

/**
 * The letter that asks about commands, and its recipient. A first match is asked about with its board, on
 * which a stranger is `you`.
 *
 * @param shown the commands as the recipient may see them
 */
export function questionAbout(
  context: Pick<CommandContext, 'address' | 'player' | 'language'>,
  lines: readonly string[],
  shown: MessageFacts<'confirm'>,
): {
  readonly to: Recipient;
  readonly message: Extract<Message, { readonly kind: 'confirm' | 'first' }>;
} {
  const to = toSender(context);
  const [line = '', ...more] = lines;
  const game = context.player || more.length > 0 ? undefined : firstGameOf(line);
  if (!game) return { to, message: { kind: 'confirm', facts: shown } };
  return {
    to: { ...to, userid: NEWCOMER.userid },
    message: { kind: 'first', facts: { board: smallBoard(game) } },
  };
}

/** Commands without a board or a comment. */
export const commandsToConfirm = (address: string, lines: readonly string[]): PendingCommands => ({
  address,
  lines,
  letterContext: NO_CONTEXT,
  comment: '',
});

/**
 * Holds commands until their address says yes, and asks it. Repeated commands keep their number; unproven
 * ones are asked about again only once in a while, which prevents floods, but replaces a lost question.
 * Proven and unproven questions have separate daily caps for each address.
 *
 * @returns `enough` over the cap
 */
export function askYes(
  shell: Shell,
  question: Question,
  cause: Cause,
): 'asked' | 'waits' | 'enough' {
  const { db, time } = shell;
  const { to, wish, message } = question;
  const { proof = 'none' } = cause;
  const now = time.now();
  const proven = isProven(proof);
  const before = samePending(db, wish, now);
  // A question that was answered with no is not repeated at once, either.
  if (before && !proven && wasAskedLately(shell, wish.address, before.id)) return 'waits';
  const same = before?.dropped ? undefined : before;
  const asked = questionsSince(db, wish.address, proven, timeWindow(now, oneDayMs));
  const { most = questionsPerDayMax(proven) } = question;
  if (asked >= most) return 'enough';
  const expiresAt = wallClock(shell) + questionLimits.heldMs;
  if (same) extendPending(db, same.id, proven ? proof : undefined, expiresAt);
  const { inboxId } = cause;
  const { language } = to;
  const number = same?.question ?? newQuestion(shell);
  const held = { ...wish, language, inboxId, proof, question: number };
  const id = same?.id ?? addPending(db, held, now, expiresAt);
  count(db, questionsTo(db, wish.address, proven, id), now);
  const zone = to.choices?.['zone'] ?? 'UTC';
  const at = minuteIn(arrivalOf(db, inboxId) ?? now, zone);
  const facts: Asked = { at, proof, last: !proven && asked === most - 1 };
  intendLetter(
    shell,
    {
      to,
      message: { ...message, facts: { ...message.facts, asked: facts } } as Message,
      reply: { purpose: 'held', number },
    },
    cause,
  );
  return 'asked';
}

/** The lowest number of a question drawn at random; older versions used row ids. */
const FIRST_RANDOM_QUESTION = 2 ** 32;

/** A random number, above the sequential ones of older versions. */
function newQuestion({ db, random }: Shell): number {
  let question = 0;
  while (question === 0 || askedAddressKey(db, question) !== undefined) {
    question = FIRST_RANDOM_QUESTION + Buffer.from(random.bytes(4, 'question')).readUInt32BE();
  }
  return question;
}

/** Whether an address was asked about held commands within the last hour. */
function wasAskedLately({ db, time }: Shell, address: string, heldId: number): boolean {
  const span = timeWindow(time.now(), questionLimits.everyMs);
  return [true, false].some(
    (proven) => timesOf(db, questionsTo(db, address, proven, heldId), span).length > 0,
  );
}

/** Masks addresses: a stranger's letter must not get a possible link into another mailbox. */
export const withoutAddresses = (line: string): string => line.replace(/\S+@\S+/g, 'ADDRESS');
