import { allowanceOf, mayWait, nextAnswerAt } from '../../budget/answers.ts';
import { ownBoardFacts, toSender } from '../../command/letters/letters.ts';
import { NEWCOMER } from '../../command/robot/first-game.ts';
import type { BoardFacts, Intent, Recipient, ReplyPurpose, Section } from '../../intent.ts';
import {
  oneDayMs,
  oneHourMs,
  oneMinuteMs,
  refusalsInARowMax,
  refusalsWithinMs,
} from '../../limits.ts';
import type { Token } from '../../mail/token.ts';
import { colourOf } from '../../match/types.ts';
import { type Sentence, say } from '../../sentence.ts';
import { retryMsMax } from '../../server-limits.ts';
import { lately } from '../../store/file/database.ts';
import { answerTimes, lateAnswers, refusalsInARow } from '../../store/letters/charges.ts';
import type { End } from '../../store/letters/inbox.ts';
import { lastAnswer } from '../../store/letters/outbox.ts';
import { queriesOf } from '../../store/reading/reading.ts';
import type { Shell } from '../shell/shell.ts';
import { intendLetter } from './intend.ts';
import type { TokenStatus } from './reply-token.ts';
import { contextOf, isStranger, type Sender } from './sender.ts';
import { answerStranger } from './strangers.ts';

/** Why a letter is not answered, although its writer is heard. */
export const ENOUGH = 'enough answers to this address';

/**
 * Answers a letter with one sentence and nothing else.
 *
 * @param reply what an answer to that may do, where it is not what the sentence would allow
 */
export function answerOneLine(
  shell: Shell,
  sender: Sender,
  sentence: Sentence,
  reply?: ReplyPurpose,
): End {
  const sections = [{ understood: undefined, says: [sentence] }];
  const answered = answerWith(shell, sender, sections, { end: 'refused', reply });
  return answered ? { state: 'refused', reason: sentence.code } : enoughAnswers(shell, sender);
}

/** What an answer is about. */
interface Answering {
  /** Whether the letter has done anything; a row of those that have not comes to an end. */
  readonly end: 'done' | 'refused';
  /** Something is not as it was: that is told, however many answers there were. */
  readonly changed?: boolean;
  /** What an answer to the answer may do, where it is not what the sections would allow. */
  readonly reply?: ReplyPurpose | undefined;
}

/**
 * Sends the one answer to a letter. Where this address has had enough of those that tell of no change,
 * or is told just that again, it comes later if the letter has a proof, and is not sent otherwise.
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
  if (before >= refusalsInARowMax) return false;
  // What has changed is told at once.
  if (isStranger(sender) && !changed) {
    const { userid } = readerOf(sender);
    return answerStranger(shell, sender, { say: sections, reply, userid });
  }
  const dueAt = roomAt(shell, sender);
  if (dueAt !== undefined && (!changed || isSaidAgain(shell, sender, sections))) {
    return answerLater(shell, sender, sections, reply, dueAt);
  }
  const last = lastBefore(shell, sender, before);
  const said = last ? [...sections, { understood: undefined, says: [last] }] : sections;
  intendLetter(
    shell,
    {
      to: readerOf(sender),
      message: { kind: 'answer', facts: { sections: said } },
      reply,
    },
    sender.cause,
  );
  return true;
}

/**
 * Sends an answer for which the hour has no room as a letter that is due when there is. Only a letter
 * with a proof has such a claim: anybody can write the others. Beyond what may wait, one letter says
 * that there was more. What was said late within the day is not said so again: a machine that answers
 * each of our letters alike fills every hour, and comes to an end by this.
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
  const late = lateAnswers(shell.db, to.address, at - oneDayMs);
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

/** Who gets the answer: on a first board somebody without an account plays under a name for all. */
function readerOf(sender: Sender): Recipient {
  const to = toSender(contextOf(sender));
  return sender.first && !sender.player ? { ...to, userid: NEWCOMER.userid } : to;
}

/** Whether the caps behind all other guards leave room for one more letter to this address. */
export const mayAnswer = (shell: Shell, sender: Sender): boolean =>
  roomAt(shell, sender) === undefined;

/** When they do; undefined: now. Those to strangers go through rate limits, whatever they are. */
const roomAt = (shell: Shell, sender: Sender): number | undefined =>
  isStranger(sender)
    ? undefined
    : nextAnswerAt(sender.cause.charge.proof, answersBefore(shell, sender));

/**
 * A letter that is an answer of its own, such as a board that somebody wants to see, with a sentence
 * about the answers to come where it is the last one for some time.
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

/**
 * Whether the last answer said the same: then nothing is new since, and a machine that writes the
 * same to every letter of ours comes to an end.
 */
const isSaidAgain = (
  { db, time }: Shell,
  { player, address }: Sender,
  sections: readonly Section[],
): boolean => {
  const last = lastAnswer(db, player?.address ?? address, lately(time.now(), oneHourMs));
  return last === JSON.stringify(sections);
};

/**
 * When the letters came in that were answered lately to where the answer goes, whichever of the
 * addresses has asked, and when those answers are due that wait. Only those count that have shown as
 * much, or as little, as this one.
 */
function answersBefore({ db }: Shell, { player, address, cause }: Sender): readonly number[] {
  const { proof, at } = cause.charge;
  const within = lately(at, allowanceOf(proof).withinMs);
  return answerTimes(db, player?.address ?? address, proof === 'none', within, retryMsMax);
}

/** How often the same was said before, as to a machine that answers every letter of ours. */
const refusalsBefore = ({ db }: Shell, { address, cause }: Sender): number => {
  const { proof, at } = cause.charge;
  return refusalsInARow(db, address, proof === 'none', lately(at, refusalsWithinMs));
};

/** What to add to the last answer before a cap, so that nobody takes the silence for a fault. */
function lastBefore(shell: Shell, sender: Sender, refusals: number): Sentence | undefined {
  if (isStranger(sender)) return undefined;
  return refusals === refusalsInARowMax - 1
    ? say('last-refusal', { count: refusalsInARowMax })
    : lastForNow(shell, sender);
}

/** The same about the answers of an hour, or of a day to what nothing proves. */
function lastForNow(shell: Shell, sender: Sender): Sentence | undefined {
  const { proof, at } = sender.cause.charge;
  const before = answersBefore(shell, sender);
  // Beyond the last one only what has changed is told, and says nothing of this.
  if (nextAnswerAt(proof, before) !== undefined) return undefined;
  const again = nextAnswerAt(proof, [...before, at]);
  if (again === undefined) return undefined;
  const { lettersMax: count } = allowanceOf(proof);
  return proof === 'none'
    ? say('last-unproven', { count, hours: Math.ceil((again - at) / oneHourMs) })
    : say('last-answer', { count, minutes: Math.ceil((again - at) / oneMinuteMs) });
}

/** What becomes of a letter that is not answered because of the caps. */
export function enoughAnswers({ log }: Shell, { cause }: Sender, reason = ENOUGH): End {
  log.warn({ inbox: cause.inboxId }, reason);
  return { state: 'ignored', reason };
}

/** An answer that shows one board is answered with a move on it; any other opens the account. */
function replyTo(sender: Sender, sections: readonly Section[]): ReplyPurpose {
  const { invitation: number, first } = sender;
  if (first && sections.every(({ board }) => !board?.board)) return first;
  if (number !== undefined && !sender.player) return { purpose: 'invitation', number };
  // An admin without an account has nothing to open, but is known by it.
  if (isStranger(sender)) return { purpose: 'none' };
  const boards = sections.flatMap(({ board }) => board ?? []);
  const [shown] = boards;
  // Board 0 is none: a position that somebody wanted to see.
  if (!shown?.board || shown.outcome || boards.some(({ board }) => board !== shown.board)) {
    return { purpose: 'account', number: 0 };
  }
  return { purpose: 'board', number: shown.board, revision: shown.revision };
}

/**
 * Answers a letter whose token does not count any more with the board as it stands, whose token does.
 * Nothing of the letter is carried out: what it was written for is gone, or somebody else has it.
 *
 * @param token of the sender
 * @returns undefined for one that counts, and for an ended one of no board: that letter only lacks a
 *   proof
 */
export function answerOutdated(
  shell: Shell,
  sender: Sender,
  { purpose, player, number }: Token,
  worth: TokenStatus,
): End | undefined {
  if (worth === 'counts') return undefined;
  if (worth === 'ended' && purpose !== 'board') return undefined;
  const board = purpose === 'board' ? boardNow(shell, number, player) : undefined;
  const why = worth === 'ended' ? say('letter-ended') : say('letter-lost');
  // Whoever answers a puzzle is shown how it stands.
  const answers = purpose === 'puzzle' ? { answers: [`puzzle ${number}`] } : {};
  const sections = [{ understood: undefined, says: [why], ...(board && { board }), ...answers }];
  return answerWith(shell, sender, sections, { end: 'refused' })
    ? { state: 'refused', reason: why.code }
    : enoughAnswers(shell, sender);
}

/** What a player's own board looks like. */
function boardNow({ db, time }: Shell, board: number, player: number): BoardFacts | undefined {
  const queries = queriesOf(db, time.now());
  const match = queries.match(board);
  if (!match || !colourOf(match, player)) return undefined;
  return ownBoardFacts(match, player, queries);
}
