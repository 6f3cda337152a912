import type { MoveError, NotationError, SetupError } from '../../engine/shape/types.ts';
import { err } from '../../result.ts';

/**
 * Every reason for which a text is refused as the record of a match, with the facts that a sentence
 * about it needs. Lines are counted from 1 in the text as it came, plies from 1 in the match. No
 * fact repeats what somebody wrote.
 */

/** The headers that mean something. Lines with other names are passed over. */
export const HEADERS = [
  'Game',
  'Board',
  'Size',
  'Start',
  'Black',
  'White',
  'Robot',
  'Hints',
  'Result',
  'Ending',
] as const;
export type Header = (typeof HEADERS)[number];

type None = Readonly<Record<string, never>>;

export type RecordFacts = {
  /** The text is longer than any record needs to be. */
  'too-long': { charsMax: number };
  /** No line begins with `Game:`, where a record begins. */
  'no-record': None;
  /** A header that every such record has is not there. */
  'no-header': { header: Header };
  /** A header stands there twice, or the first position is told as a size and as a position. */
  'header-twice': { header: Header; line: number };
  /** What a header says does not have its shape, or names no game of ours. */
  'bad-header': { header: Header; line: number };
  /** The rules refuse the size or the first position: the cause says why. */
  'bad-start': { header: Header; line: number };
  /** A move stands where the number of another round should be, as when a line is missing. */
  'wrong-round': { line: number; ply: number; round: number };
  /** Where the ply should be, there is no legal move: the cause says why. */
  'bad-move': { line: number; ply: number };
  /** The rules have ended the match before this ply. */
  'move-after-end': { line: number; ply: number };
  /** More plies than a record can have. */
  'too-many-plies': { line: number; pliesMax: number };
  /** The text ends before the result, where this ply should be: something was cut off. */
  'no-result': { ply: number };
  /** Behind the result the line goes on. */
  'text-after-result': { line: number };
  /** The header and the end of the moves tell two different results. */
  'two-results': { line: number };
  /** The rules say that the result is another one. */
  'wrong-result': { line: number; result: string };
  /** The match did not end like that: not by the rules, or not at all. */
  'wrong-ending': { line: number };
};
export type RecordErrorCode = keyof RecordFacts;
export const RECORD_ERROR_CODES = [
  'too-long',
  'no-record',
  'no-header',
  'header-twice',
  'bad-header',
  'bad-start',
  'wrong-round',
  'bad-move',
  'move-after-end',
  'too-many-plies',
  'no-result',
  'text-after-result',
  'two-results',
  'wrong-result',
  'wrong-ending',
] as const satisfies readonly RecordErrorCode[];

/** Why a text is no record, and the game's own reason where it has one. */
export type RecordError = {
  readonly [Code in RecordErrorCode]: {
    /** The code of the sentence about it. */
    readonly code: `record-${Code}`;
    readonly facts: Readonly<RecordFacts[Code]>;
    readonly cause?: MoveError | SetupError | NotationError;
  };
}[RecordErrorCode];

/** Refuses a record, with exactly the facts of its code. */
export function refuseRecord<Code extends RecordErrorCode>(
  code: Code,
  facts: RecordFacts[Code],
  cause?: RecordError['cause'],
) {
  const error = { code: `record-${code}` as const, facts };
  return err(cause === undefined ? error : { ...error, cause });
}
