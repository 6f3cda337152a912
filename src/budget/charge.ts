import type { MessageKind } from '../intent.ts';
import { answerLimits, oneDayMs, oneHourMs } from '../limits.ts';
import type { Proof } from '../player/proof.ts';

/** The proof that a letter is charged with; `clock`: no letter caused it. */
export type ChargedProof = 'none' | 'sender' | 'token' | 'confirmed' | 'admin' | 'clock';

/** The charge of an outgoing letter. */
export interface Charge {
  /** The player who caused the letter; undefined if nobody, or unproven. */
  readonly playerId: number | undefined;
  readonly proof: ChargedProof;
  /** Arrival of the causing letter, in UTC milliseconds: budgets count by it. */
  readonly at: number;
}

/** The budget that a letter counts against. */
type ChargedBudget =
  /** Requested by the writer. */
  | 'answer'
  /** A question that needs a `yes`. */
  | 'question'
  /** A board, or the letter of the day. */
  | 'board'
  /** A message between people, or a notice. */
  | 'notice';

const CHARGED_AS: Readonly<Record<Proof['kind'], ChargedProof>> = {
  none: 'none',
  account: 'token',
  board: 'token',
  puzzle: 'token',
  sender: 'sender',
  forged: 'none',
  confirmed: 'confirmed',
};

/** The proof to charge, by that of the causing letter. */
export const chargedAs = ({ kind }: Proof): ChargedProof => CHARGED_AS[kind];

/** The charge for a letter; an unproven sender is not charged. */
export const chargeTo = (
  playerId: number | undefined,
  proof: ChargedProof,
  at: number,
): Charge => ({ playerId: proof === 'none' ? undefined : playerId, proof, at });

const BUDGETS: Readonly<Partial<Record<MessageKind, ChargedBudget>>> = {
  answer: 'answer',
  show: 'answer',
  puzzle: 'answer',
  confirm: 'question',
  first: 'question',
  address: 'question',
  signoff: 'question',
  board: 'board',
  morning: 'board',
};

export const budgetOf = (kind: MessageKind): ChargedBudget => BUDGETS[kind] ?? 'notice';

/** The place of a letter among those to its address. */
export interface LetterQueue {
  /** Letters of one queue keep their order; queues take turns. */
  readonly name: string;
  /** 0 goes before 1. */
  readonly precedence: 0 | 1;
}

/**
 * The letter queue of a letter. Each match has one, so that its boards keep their order and wait for no other
 * letters; each causer of other letters has one, whatever their number.
 */
export function letterQueueOf(
  { kind, board }: { readonly kind: MessageKind; readonly board: number | undefined },
  { playerId, proof }: Charge,
): LetterQueue {
  if (kind === 'board' && board !== undefined) return { name: `board ${board}`, precedence: 0 };
  if (proof === 'clock') return { name: 'clock', precedence: 0 };
  return { name: playerId === undefined ? proof : queueOfPlayer(playerId), precedence: 1 };
}

/** The queue of all that a player causes, except boards. */
export const queueOfPlayer = (playerId: number): string => `player ${playerId}`;

/** The maximum of answers to one address in a period. */
interface Allowance {
  readonly lettersMax: number;
  readonly withinMs: number;
}

const UNPROVEN: Allowance = {
  lettersMax: answerLimits.unprovenPerDay,
  withinMs: oneDayMs,
};

const PROVEN: Allowance = {
  lettersMax: answerLimits.perHour,
  withinMs: oneHourMs,
};

/**
 * The maximum of answers by proof. Unproven letters have a budget of their own, so that a forger cannot use
 * up that of the address's owner.
 */
export const allowanceOf = (proof: ChargedProof): Allowance =>
  proof === 'none' ? UNPROVEN : PROVEN;

/** The time of the next permitted answer after answers at `times`, in UTC milliseconds; undefined: now. */
export function nextAnswerAt(proof: ChargedProof, times: readonly number[]): number | undefined {
  const { lettersMax, withinMs } = allowanceOf(proof);
  return againAt(times, lettersMax, withinMs);
}

/** Usage by unproven letters: of an address in a day, and of one letter. */
export interface Spent {
  /** Letters and bytes sent to the address in a day. */
  readonly letters: number;
  readonly bytes: number;
  /** Bytes of the incoming letter, and bytes that it has caused so far. */
  readonly came: number;
  readonly caused: number;
}

/**
 * The maximum size in bytes of a letter caused by an unproven one: the lesser of what that one may still
 * cause, which is a multiple of its size, and of what is left of the day's budget, less room for a short
 * answer to each letter that may follow.
 */
export const bytesLeft = ({ letters, bytes, came, caused }: Spent): number => {
  const toFollow = Math.max(0, answerLimits.unprovenLettersPerDay - letters - 1);
  const ofDay = answerLimits.unprovenBytesPerDay - bytes - toFollow * answerLimits.shortBytes;
  return Math.min(ofDay, answerLimits.amplification * came - caused);
};

/**
 * Whether an answer may wait with others. The first always may: it would have been sent alone.
 *
 * @param waiting the texts that already wait
 */
export const mayWait = (waiting: readonly string[], answer: string): boolean =>
  waiting.length === 0 ||
  [...waiting, answer].reduce((sum, { length }) => sum + answerLimits.shortBytes + length, 0) <=
    answerLimits.lateBytes;

/**
 * The time at which a rate limit permits the next act.
 *
 * @param times the acts within the period, in UTC milliseconds
 * @param most acts permitted in the period
 * @returns undefined if permitted now
 */
export function againAt(
  times: readonly number[],
  most: number,
  withinMs: number,
): number | undefined {
  const newest = times.toSorted((one, next) => next - one);
  const last = newest[most - 1];
  return last === undefined ? undefined : last + withinMs;
}
