import {
  amplificationMax,
  answersPerAddressPerHourMax,
  lateAnswersBytesMax,
  oneDayMs,
  oneHourMs,
  shortAnswerBytesMax,
  unprovenAnswersPerAddressPerDayMax,
  unprovenBytesPerAddressPerDayMax,
  unprovenLettersPerAddressPerDayMax,
} from '../limits.ts';
import type { ChargedProof } from './charge.ts';

/** The maximum of answers to one address in a period. */
interface Allowance {
  readonly lettersMax: number;
  readonly withinMs: number;
}

const UNPROVEN: Allowance = {
  lettersMax: unprovenAnswersPerAddressPerDayMax,
  withinMs: oneDayMs,
};

const PROVEN: Allowance = {
  lettersMax: answersPerAddressPerHourMax,
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
 * The maximum size in bytes of a letter caused by an unproven one: a multiple of the size of that one, and
 * the rest of the day's budget, less room for a short answer to each letter that may follow.
 */
export const bytesLeft = ({ letters, bytes, came, caused }: Spent): number => {
  const toFollow = Math.max(0, unprovenLettersPerAddressPerDayMax - letters - 1);
  const ofDay = unprovenBytesPerAddressPerDayMax - bytes - toFollow * shortAnswerBytesMax;
  return Math.min(ofDay, amplificationMax * came - caused);
};

/**
 * Whether an answer may wait with others. The first always may: it would have been sent alone.
 *
 * @param waiting the texts that already wait
 */
export const mayWait = (waiting: readonly string[], answer: string): boolean =>
  waiting.length === 0 ||
  [...waiting, answer].reduce((sum, { length }) => sum + shortAnswerBytesMax + length, 0) <=
    lateAnswersBytesMax;

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
