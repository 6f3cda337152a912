import type { MoveError, NotationError, SetupError } from '../../engine/shape/types.ts';
import { POSITION_CHARS_MAX } from '../../engine/stones/notation.ts';
import { columnsMax } from '../../limits.ts';
import { err, ok, type Result } from '../../result.ts';

/**
 * A record as lines of text, before anybody asks what they mean. Mail programs put quote marks in
 * front of lines, blanks behind them, break them elsewhere, and double or drop empty ones; whatever
 * of that has happened to a record is undone here.
 */

/** A piece of the text, and the number of the line on which it begins. */
export interface Piece {
  readonly line: number;
  readonly text: string;
}

/** A record taken apart: what its headers say, and every word from the first move on. */
export interface RecordText {
  readonly headers: ReadonlyMap<RecordHeader, Piece>;
  readonly words: readonly Piece[];
}

/**
 * Finds the record in a text: from the line `Game:` on, whatever stands above it. A line without a
 * name belongs to the header above it, unless it is empty, follows an empty one or begins a round.
 */
export function readRecordText(text: string): Result<RecordText, RecordError> {
  const lines = readLines(text);
  const first = lines.findIndex((line) => splitHeader(line)?.name === 'Game');
  if (first < 0) return refuseRecord('no-record', {});
  const headers = new Map<RecordHeader, Piece>();
  let open: RecordHeader | 'unknown' | undefined;
  for (let at = first; at < lines.length; at++) {
    const line = lines[at] ?? NO_LINE;
    const header = splitHeader(line);
    if (header) {
      open = header.name;
      if (open === 'unknown') continue;
      if (headers.has(open)) return refuseRecord('header-twice', { header: open, line: line.line });
      headers.set(open, header.value);
    } else if (line.text === '') {
      open = undefined;
    } else if (open === undefined || MOVES_BEGIN.test(line.text)) {
      return ok({ headers, words: readWords(lines.slice(at)) });
    } else if (open !== 'unknown') {
      const above = headers.get(open) ?? NO_LINE;
      // What is longer than any position is refused anyway, and need not grow.
      if (above.text.length <= POSITION_CHARS_MAX) headers.set(open, join(above, line));
    }
  }
  return ok({ headers, words: [] });
}

/** Joins pieces, each with the blank behind it, to lines of at most 72 columns. */
export function foldPieces(pieces: readonly string[]): string {
  const lines: string[] = [];
  let line = '';
  for (const piece of pieces) {
    if (line !== '' && (line + piece).trimEnd().length > columnsMax) {
      lines.push(line);
      line = '';
    }
    line += piece;
  }
  return [...lines, line].map((each) => each.trimEnd()).join('\n');
}

const NO_LINE: Piece = { line: 0, text: '' };

/** A round's number, with a move behind it or alone, or the result of a match without moves. */
const MOVES_BEGIN = /^(?:\d{1,5}\.(?:\.\.)?(?:$|\s|[a-z]\d)|(?:\*|1-0|0-1|1\/2-1\/2)$)/i;

/** Nothing in a record begins with a blank or with `>`, and nothing ends with a blank. */
const readLines = (text: string): readonly Piece[] =>
  text
    .split(/\r\n|\n|\r/)
    .map((line, index) => ({ line: index + 1, text: line.replace(/^[\s>]+/, '').trimEnd() }));

function splitHeader({ line, text }: Piece) {
  const colon = text.indexOf(':');
  const written = text.slice(0, Math.max(colon, 0));
  if (!/^[a-z][a-z -]{0,39}$/i.test(written)) return undefined;
  const known = HEADERS.find((header) => header.toLowerCase() === written.toLowerCase());
  return { name: known ?? 'unknown', value: { line, text: text.slice(colon + 1).trim() } } as const;
}

/**
 * Lines are broken between words, or where no blank belongs: behind a rank's `/`, or the hyphen of a
 * word. A hyphen alone is a word.
 */
const join = (above: Piece, below: Piece): Piece => ({
  line: above.line,
  text: `${above.text}${/(?:^|\/|\S-)$/.test(above.text) ? '' : ' '}${below.text}`,
});

/** Some programs break lines behind hyphens too: then a move goes on with the next line's word. */
function readWords(lines: readonly Piece[]): readonly Piece[] {
  const words: Piece[] = [];
  for (const { line, text } of lines) {
    if (text === '') continue;
    for (const [index, word] of text.split(/\s+/).entries()) {
      const last = words.at(-1);
      if (index === 0 && last && CUT_AT_HYPHEN.test(last.text)) {
        words[words.length - 1] = { line: last.line, text: last.text + word };
      } else words.push({ line, text: word });
    }
  }
  return words;
}

/** The longest move of any game, and the number that may be glued to it. */
const CUT_AT_HYPHEN = /^\S{1,68}-$/;

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
export type RecordHeader = (typeof HEADERS)[number];

type None = Readonly<Record<string, never>>;

type RecordFacts = {
  /** The text is longer than any record needs to be. */
  'too-long': { charsMax: number };
  /** No line begins with `Game:`, where a record begins. */
  'no-record': None;
  /** A header that every such record has is not there. */
  'no-header': { header: RecordHeader };
  /** A header stands there twice, or the first position is told as a size and as a position. */
  'header-twice': { header: RecordHeader; line: number };
  /** What a header says does not have its shape, or names no game of ours. */
  'bad-header': { header: RecordHeader; line: number };
  /** The rules refuse the size or the first position: the cause says why. */
  'bad-start': { header: RecordHeader; line: number };
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
