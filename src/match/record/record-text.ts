import { POSITION_CHARS_MAX } from '../../engine/stones/notation.ts';
import { columnsMax } from '../../limits.ts';
import { ok, type Result } from '../../result.ts';
import { HEADERS, type Header, type RecordError, refuseRecord } from './record-refusal.ts';

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
  readonly headers: ReadonlyMap<Header, Piece>;
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
  const headers = new Map<Header, Piece>();
  let open: Header | 'unknown' | undefined;
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
export function fold(pieces: readonly string[]): string {
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
