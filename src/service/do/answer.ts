import { allowanceOf, mayWait, nextAnswerAt } from '../../budget/charge.ts';
import { ownBoardFacts, toSender } from '../../command/letters/letters.ts';
import { NEWCOMER } from '../../command/robot/first-game.ts';
import type { BoardFacts, Intent, Recipient, ReplyPurpose, Section } from '../../intent.ts';
import { answerLimits, oneDayMs, oneHourMs, oneMinuteMs } from '../../limits.ts';
import type { Token } from '../../mail/token.ts';
import { colourOf } from '../../match/types.ts';
import { timeWindow } from '../../ports.ts';
import { type Sentence, say } from '../../sentence.ts';
import { retryLimits } from '../../server-limits.ts';
import { answerTimes, delayedAnswers, refusalsInARow } from '../../store/letters/charges.ts';
import type { End } from '../../store/letters/inbox.ts';
import { lastAnswer } from '../../store/letters/outbox.ts';
import { queriesOf } from '../../store/reading/reading.ts';
import type { Shell } from '../shell/shell.ts';
import { intendLetter, type TokenStatus } from './intend.ts';
import { contextOf, isStranger, type Sender } from './sender.ts';
import { answerStranger } from './strangers.ts';

/** Why a letter is not answered, although its commands are carried out. */
export const ENOUGH_ANSWERS = 'enough answers to this address';

/**
 * Answers a letter with a single sentence.
 *
 * @param reply the purpose of a reply to it, if not the default of the sentence
 * @param answers commands to reply with, as links
 */
export function answerOneLine(
  shell: Shell,
  sender: Sender,
  sentence: Sentence,
  reply?: ReplyPurpose,
  answers: readonly string[] = [],
): End {
  const sections = [{ understood: undefined, says: [sentence], answers }];
  return endWith(shell, sender, sections, { end: 'refused', reply });
}

/** Ends a letter with its answer, of which the last sentence is the reason for a refusal. */
export function endWith(
  shell: Shell,
  sender: Sender,
  sections: readonly Section[],
  answering: Answering,
): End {
  if (!answerWith(shell, sender, sections, answering)) return leaveUnanswered(shell, sender);
  const { end } = answering;
  return end === 'done' ? { state: end } : { state: end, reason: sections[0]?.says.at(-1)?.code };
}

/** How the answered letter ends, and what a reply to the answer does. */
interface Answering {
  /** `refused` if the letter had no effect: a row of such letters is no longer answered in the end. */
  readonly end: 'done' | 'refused';
  /** The letter changed something, which is reported despite the caps. */
  readonly changed?: boolean;
  /** The purpose of a reply to the answer, if not the default of the sections. */
  readonly reply?: ReplyPurpose | undefined;
}

/**
 * Sends the one answer to a letter. Over the caps, an answer without a change, or equal to the last one, is
 * sent later if the letter has a proof, and not at all otherwise.
 *
 * @returns whether it is sent, now or later
 */
export function answerWith(
  shell: Shell,
  sender: Sender,
  sections: readonly Section[],
  { end, changed = false, reply = replyTo(sender, sections) }: Answering,
): boolean {
  const before = end === 'refused' ? refusalsBefore(shell, sender) : 0;
  if (before >= answerLimits.refusalsInARow) return false;
  // A change is reported at once.
  if (isStranger(sender) && !changed) {
    const { userid } = readerOf(sender);
    return answerStranger(shell, sender, { say: sections, reply, userid });
  }
  const dueAt = roomAt(shell, sender);
  if (dueAt !== undefined && (!changed || isSaidAgain(shell, sender, sections))) {
    return answerLater(shell, sender, sections, reply, dueAt);
  }
  const last = lastBefore(shell, sender, before);
  const shown = last ? [...sections, { understood: undefined, says: [last] }] : sections;
  intendLetter(
    shell,
    {
      to: readerOf(sender),
      message: { kind: 'answer', facts: { sections: shown } },
      reply,
    },
    sender.cause,
  );
  return true;
}

/**
 * Sends an answer over the hourly cap as a letter that is due when there is room. Requires a proof: anyone
 * can forge the other letters. Beyond the limit of waiting answers, one letter says that there was more. A
 * late answer is not repeated within a day, which ends a loop with a machine that answers each letter alike.
 *
 * @returns whether there is such a letter
 */
function answerLater(
  shell: Shell,
  sender: Sender,
  sections: readonly Section[],
  reply: ReplyPurpose,
  dueAt: number,
): boolean {
  const { cause } = sender;
  const { proof, at } = cause.charge;
  if (proof === 'none') return false;
  const to = readerOf(sender);
  const late = delayedAnswers(shell.db, to.address, at - oneDayMs);
  const waiting = late.filter((each) => each.at > at).map(({ said }) => said);
  const fits = mayWait(waiting, JSON.stringify(sections));
  const said = fits ? sections : [{ understood: undefined, says: [say('late-more')] }];
  if (late.some((each) => each.said === JSON.stringify(said))) return true;
  intendLetter(
    shell,
    { to, message: { kind: 'answer', facts: { sections: said } }, reply },
    { ...cause, charge: { ...cause.charge, at: dueAt } },
    dueAt,
  );
  return true;
}

/** The recipient of the answer. On a first board, a sender without an account has the newcomers' name. */
function readerOf(sender: Sender): Recipient {
  const to = toSender(contextOf(sender));
  return sender.trialPurpose && !sender.player ? { ...to, userid: NEWCOMER.userid } : to;
}

/** Whether the caps on answers leave room for one more letter to this address. */
export const mayAnswer = (shell: Shell, sender: Sender): boolean =>
  roomAt(shell, sender) === undefined;

/** When there is room; undefined: now. Letters to strangers have rate limits instead. */
const roomAt = (shell: Shell, sender: Sender): number | undefined =>
  isStranger(sender)
    ? undefined
    : nextAnswerAt(sender.cause.charge.proof, answersBefore(shell, sender));

/**
 * Adds a notice to a letter that is an answer of its own, such as a requested board, if it is the last for
 * some time.
 */
export function asLastAnswer(shell: Shell, sender: Sender, letter: Intent): Intent {
  const { message } = letter;
  const last = message.kind === 'show' && !isStranger(sender) && lastForNow(shell, sender);
  if (message.kind !== 'show' || !last) return letter;
  const { facts } = message;
  return {
    ...letter,
    message: { ...message, facts: { ...facts, events: [...facts.events, last] } },
  };
}

/** Requested boards as parts of an answer, which can be sent later. */
export const asSections = (letters: readonly Intent[], understood: string): readonly Section[] =>
  letters.flatMap(({ message }) => {
    if (message.kind === 'puzzle') return [{ understood, says: [say('puzzle-later')] }];
    return message.kind === 'show' ? [{ understood, says: [], board: message.facts }] : [];
  });

/** Whether the last answer was the same: nothing is new since then, and a loop with a machine ends. */
const isSaidAgain = (
  { db, time }: Shell,
  { player, address }: Sender,
  sections: readonly Section[],
): boolean => {
  const last = lastAnswer(db, player?.address ?? address, timeWindow(time.now(), oneHourMs));
  return last === JSON.stringify(sections);
};

/**
 * The arrival times of the letters lately answered to this recipient, from any of the player's addresses, and
 * the due times of waiting answers. Only letters with the same level of proof count.
 */
function answersBefore({ db }: Shell, { player, address, cause }: Sender): readonly number[] {
  const { proof, at } = cause.charge;
  const within = timeWindow(at, allowanceOf(proof).withinMs);
  return answerTimes(db, player?.address ?? address, proof === 'none', within, retryLimits.msMax);
}

/** The number of consecutive refusals to this address, as in a loop with a machine. */
const refusalsBefore = ({ db }: Shell, { address, cause }: Sender): number => {
  const { proof, at } = cause.charge;
  return refusalsInARow(
    db,
    address,
    proof === 'none',
    timeWindow(at, answerLimits.refusalsWithinMs),
  );
};

/** The notice in the last answer before a cap, so that the silence is no surprise. */
function lastBefore(shell: Shell, sender: Sender, refusals: number): Sentence | undefined {
  if (isStranger(sender)) return undefined;
  return refusals === answerLimits.refusalsInARow - 1
    ? say('last-refusal', { count: answerLimits.refusalsInARow })
    : lastForNow(shell, sender);
}

/** The notice about the cap of an hour, or of a day for unproven letters. */
function lastForNow(shell: Shell, sender: Sender): Sentence | undefined {
  const { proof, at } = sender.cause.charge;
  const before = answersBefore(shell, sender);
  // Over the cap only changes are reported, without the notice.
  if (nextAnswerAt(proof, before) !== undefined) return undefined;
  const again = nextAnswerAt(proof, [...before, at]);
  if (again === undefined) return undefined;
  const { lettersMax: count } = allowanceOf(proof);
  return proof === 'none'
    ? say('last-unproven', { count, hours: Math.ceil((again - at) / oneHourMs) })
    : say('last-answer', { count, minutes: Math.ceil((again - at) / oneMinuteMs) });
}

/** Ends a letter that the caps leave unanswered. */
export function leaveUnanswered({ log }: Shell, { cause }: Sender, reason = ENOUGH_ANSWERS): End {
  log.warn({ inbox: cause.inboxId }, reason);
  return { state: 'ignored', reason };
}

/** A reply to an answer that shows one board is a move on it; any other reply opens the account. */
function replyTo(sender: Sender, sections: readonly Section[]): ReplyPurpose {
  const { invitation: number, trialPurpose } = sender;
  if (trialPurpose && sections.every(({ board }) => !board?.board)) return trialPurpose;
  if (number !== undefined && !sender.player) return { purpose: 'invitation', number };
  // An admin without an account has no account to open, but is proven by the token.
  if (isStranger(sender)) return { purpose: 'none' };
  const boards = sections.flatMap(({ board }) => board ?? []);
  const [shown] = boards;
  // Board 0 is a requested position, not a board.
  if (!shown?.board || shown.outcome || boards.some(({ board }) => board !== shown.board)) {
    return { purpose: 'account', number: 0 };
  }
  const { board: at, revision } = shown;
  return { purpose: 'board', number: at, revision, asks: askedOn(shown, sender) };
}

/** What the other side offers on a board as a letter shows it. */
export const askedOn = ({ offer }: BoardFacts, { player }: Sender) =>
  offer && player && offer.by !== player.userid ? offer.kind : undefined;

/**
 * Answers a letter with an outdated token with the current board, whose token counts. Carries out nothing:
 * the subject of the letter is gone, or its number has another owner.
 *
 * @param token of the sender
 * @returns undefined if the token counts, or is ended and not for a board: that letter only lacks a proof
 */
export function answerOutdated(
  shell: Shell,
  sender: Sender,
  { purpose, player, number }: Token,
  status: TokenStatus,
): End | undefined {
  if (status === 'counts') return undefined;
  if (status === 'ended' && purpose !== 'board') return undefined;
  const board = purpose === 'board' ? boardNow(shell, number, player) : undefined;
  const why = status === 'ended' ? say('letter-ended') : say('letter-lost');
  // A reply to a puzzle is answered with its current state.
  const answers = purpose === 'puzzle' ? { answers: [`puzzle ${number}`] } : {};
  const sections = [{ understood: undefined, says: [why], ...(board && { board }), ...answers }];
  return endWith(shell, sender, sections, { end: 'refused' });
}

/** The facts of a player's own board. */
function boardNow({ db, time }: Shell, board: number, player: number): BoardFacts | undefined {
  const queries = queriesOf(db, time.now());
  const match = queries.match(board);
  if (!match || !colourOf(match, player)) return undefined;
  return ownBoardFacts(match, player, queries);
}
