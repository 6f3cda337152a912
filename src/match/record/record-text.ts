import type { MoveError, NotationError, SetupError } from '../../engine/shape/types.ts';
import { POSITION_CHARS_MAX } from '../../engine/stones/notation.ts';
import { err, ok, type Result } from '../../result.ts';
import { type Sentence, say } from '../../sentence.ts';

/**
 * The lexical form of a record. Undoes what mail programs do to it: quote marks, trailing blanks, other line
 * breaks, doubled or dropped empty lines.
 */

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
  if (first < 0) return refuseRecord(say('record-no-record'));
  const headers = new Map<RecordHeader, Piece>();
  let open: RecordHeader | 'unknown' | undefined;
  for (let at = first; at < lines.length; at++) {
    const line = lines[at] ?? NO_LINE;
    const header = splitHeader(line);
    if (header) {
      open = header.name;
      if (open === 'unknown') continue;
      if (headers.has(open))
        return refuseRecord(say('record-header-twice', { header: open, line: line.line }));
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

/** Known headers. Other headers are ignored. */
const HEADERS = [
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

/**
 * Why a record is refused, and the game's own reason, if any. Lines count from 1 in the original text, plies
 * from 1 in the match. No fact repeats the author's text.
 */
export interface RecordError {
  readonly why: Sentence;
  readonly cause?: MoveError | SetupError | NotationError;
}

export const refuseRecord = (why: Sentence, cause?: RecordError['cause']) =>
  err<RecordError>(cause === undefined ? { why } : { why, cause });
