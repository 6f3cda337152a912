import type { MoveError, NotationError, SetupError } from '../../engine/shape/types.ts';
import { POSITION_CHARS_MAX } from '../../engine/stones/notation.ts';
import { columnsMax } from '../../limits.ts';
import { err, ok, type Result } from '../../result.ts';

/**
 * The lexical form of a record. Undoes what mail programs do to it: quote marks, trailing blanks, other line
 * breaks, doubled or dropped empty lines.
 */

/** A piece of text, and the number of its first line. */
export interface Piece {
  readonly line: number;
  readonly text: string;
}

/** A record split into headers and the words from the first move on. */
export interface RecordText {
  readonly headers: ReadonlyMap<RecordHeader, Piece>;
  readonly words: readonly Piece[];
}

/**
 * Finds the record in a text: from the line `Game:` on. A line without a name continues the header above,
 * unless it is empty, follows an empty line or begins a round.
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
      // A header longer than any position is refused anyway.
      if (above.text.length <= POSITION_CHARS_MAX) headers.set(open, join(above, line));
    }
  }
  return ok({ headers, words: [] });
}

/** Joins pieces, which bring their own blanks, into lines of at most 72 columns. */
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

/** A round's number, followed by a move or alone, or the result of a match without moves. */
const MOVES_BEGIN = /^(?:\d{1,5}\.(?:\.\.)?(?:$|\s|[a-z]\d)|(?:\*|1-0|0-1|1\/2-1\/2)$)/i;

/** Splits lines, without quote marks and outer blanks: no line of a record has them. */
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
 * Joins broken lines: with a blank, or without one after a rank's `/` or the hyphen of a word. A hyphen alone
 * is a word.
 */
const join = (above: Piece, below: Piece): Piece => ({
  line: above.line,
  text: `${above.text}${/(?:^|\/|\S-)$/.test(above.text) ? '' : ' '}${below.text}`,
});

/** Splits words, and joins moves that were broken after a hyphen. */
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

/** Up to the longest move of any game, with a number attached. */
const CUT_AT_HYPHEN = /^\S{1,68}-$/;

/**
 * The reasons for refusing a record, with the facts of their sentences. Lines count from 1 in the original
 * text, plies from 1 in the match. No fact repeats the author's text.
 */

/** Known headers. Other headers are ignored. */
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
  /** No line begins with `Game:`. */
  'no-record': None;
  /** A required header is missing. */
  'no-header': { header: RecordHeader };
  /** A duplicate header, or both `Size` and `Start`. */
  'header-twice': { header: RecordHeader; line: number };
  /** A malformed header, or an unknown game. */
  'bad-header': { header: RecordHeader; line: number };
  /** The rules refuse the size or the first position; see `cause`. */
  'bad-start': { header: RecordHeader; line: number };
  /** A wrong or missing round number, as when a line is lost. */
  'wrong-round': { line: number; ply: number; round: number };
  /** No legal move; see `cause`. */
  'bad-move': { line: number; ply: number };
  /** The rules have ended the match before this ply. */
  'move-after-end': { line: number; ply: number };
  /** More plies than a record may have. */
  'too-many-plies': { line: number; pliesMax: number };
  /** The text ends at this ply, without a result: it is truncated. */
  'no-result': { ply: number };
  /** The line continues after the result. */
  'text-after-result': { line: number };
  /** The header and the end of the moves have different results. */
  'two-results': { line: number };
  /** The result contradicts the rules. */
  'wrong-result': { line: number; result: string };
  /** The ending contradicts the rules, or the match is not over. */
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

/** Why a record is refused, and the game's own reason, if any. */
export type RecordError = {
  readonly [Code in RecordErrorCode]: {
    /** The code of its sentence. */
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
