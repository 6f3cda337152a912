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

/** What may be answered to one address within a time. */
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
 * What answers to letters with this proof may come to. What nothing proves has a budget of its own, so
 * that nobody can use up that of the person whose name it has.
 */
export const allowanceOf = (proof: ChargedProof): Allowance =>
  proof === 'none' ? UNPROVEN : PROVEN;

/** When there may be one more answer, when there were some at these times; undefined: now. */
export function nextAnswerAt(proof: ChargedProof, times: readonly number[]): number | undefined {
  const { lettersMax, withinMs } = allowanceOf(proof);
  return againAt(times, lettersMax, withinMs);
}

/** What letters that nothing proves have brought an address, and what one of them has. */
export interface Spent {
  /** Of a day. */
  readonly letters: number;
  readonly bytes: number;
  /** How large the letter was, and what it has caused so far. */
  readonly came: number;
  readonly caused: number;
}

/**
 * How many bytes a letter may have that one has caused which nothing proves, whatever it says: so many
 * times those of that one at most. Of each that may follow it in the day, room for a short one is left.
 */
export const bytesLeft = ({ letters, bytes, came, caused }: Spent): number => {
  const toFollow = Math.max(0, unprovenLettersPerAddressPerDayMax - letters - 1);
  const ofDay = unprovenBytesPerAddressPerDayMax - bytes - toFollow * shortAnswerBytesMax;
  return Math.min(ofDay, amplificationMax * came - caused);
};

/**
 * Whether an answer may wait beside others. A single one always may: it would have gone out by itself.
 *
 * @param waiting what each of them says
 */
export const mayWait = (waiting: readonly string[], answer: string): boolean =>
  waiting.length === 0 ||
  [...waiting, answer].reduce((sum, { length }) => sum + shortAnswerBytesMax + length, 0) <=
    lateAnswersBytesMax;

/**
 * When somebody may do again what is allowed so many times within a time.
 *
 * @param times when it was done within that time, in UTC milliseconds
 * @returns undefined when it may be done now
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
