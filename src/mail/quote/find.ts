import { newTextLimits, quoteLimits } from '../../limits.ts';
import { belowHead, namesUs, newLines, signatureIn } from './new-lines.ts';
import {
  hashAt,
  type Ink,
  inkOfLines,
  piecesOf,
  type Rolling,
  rolling,
  type TracePiece,
} from './trace.ts';

/** Kinds of signs in an answer: typed, of the answered letter, or uncertain. */
const TYPED = 0;
const OURS = 1;
const UNSURE = 2;

/** The letters and digits of an answer, without spaces, punctuation and markup. */
interface Quoting {
  readonly text: Rolling;
  /** For each position, the number of signs before it in quoted lines. */
  readonly marked: Int32Array;
}

/** A letter of ours as found in an answer. */
interface QuotedSpan {
  /** Share of the letter found in the answer, 0 to 1. */
  readonly share: number;
  /** The kind of each sign of the answer. */
  readonly charKinds: Uint8Array;
}

/**
 * Finds a letter of ours in the ink of an answer. Long lines that occur once are searched everywhere; those
 * in the letter's order anchor the others, which must adjoin them without a gap. So a typed line counts as
 * typed even if the letter has the same one. If the complete letter is quoted with marks, no part of it is
 * without a mark, unless a line was broken there. Text in place of a missing line may be that line,
 * altered, and text in place of pictures is a program's: it is neither typed nor ours. Each sign is visited
 * once per length of a line; lengths are few.
 */
function findLetter(pieces: readonly TracePiece[], { text, marked }: Quoting): QuotedSpan {
  const isMarked: Fits = (at, length) => (marked[at] ?? 0) < (marked[at + length] ?? 0);
  const quoted = (marked.at(-1) ?? 0) > 0 ? findWhere(isMarked, pieces, text) : undefined;
  return quoted && quoted.share >= quoteLimits.shareMin
    ? quoted
    : findWhere(() => true, pieces, text);
}

type Fits = (at: number, length: number) => boolean;

function findWhere(may: Fits, pieces: readonly TracePiece[], text: Rolling): QuotedSpan {
  const places = inOrder(pieces, anchorsIn(pieces, text, may));
  joinOn(pieces, places, (index, at) => {
    const { length = 0, hash } = pieces[index] ?? {};
    const isIn = at >= 0 && at + length <= text.length;
    return isIn && length > 0 && may(at, length) && hashAt(text, at, length) === hash;
  });
  return { share: shareOf(pieces, places), charKinds: charKindsOf(pieces, places, text.length) };
}

const NOWHERE = -1;
const SEVERAL = -2;

/** Bits of a hash that tell most pieces apart. */
const LOW_BITS = 0xfff;

/** The position of each long piece that occurs once in both letter and answer. */
function anchorsIn(pieces: readonly TracePiece[], text: Rolling, may: Fits): Int32Array {
  const wanted = new Map<number, Map<number, number>>();
  for (const [index, { length, hash }] of pieces.entries()) {
    if (length < quoteLimits.anchorCharsMin) continue;
    const ofLength = wanted.get(length) ?? new Map<number, number>();
    wanted.set(length, ofLength.set(hash, ofLength.has(hash) ? SEVERAL : index));
  }
  const places = new Int32Array(pieces.length).fill(NOWHERE);
  const isWanted = new Uint8Array(LOW_BITS + 1);
  for (const [length, ofLength] of wanted) {
    isWanted.fill(0);
    for (const hash of ofLength.keys()) isWanted[hash & LOW_BITS] = 1;
    for (let at = 0; at + length <= text.length; at++) {
      const hash = hashAt(text, at, length);
      // Fast path: nearly all positions are no line's.
      if (isWanted[hash & LOW_BITS] === 0) continue;
      const index = ofLength.get(hash);
      if (index === undefined || index < 0 || !may(at, length)) continue;
      places[index] = places[index] === NOWHERE ? at : SEVERAL;
    }
  }
  return places.map((place) => Math.max(place, NOWHERE));
}

/** The longest increasing subsequence of positions, in the letter's order. */
function inOrder(pieces: readonly TracePiece[], places: Int32Array): Int32Array {
  /** The last piece of the best subsequence of each length, and the predecessor of each piece. */
  const ends: number[] = [];
  const before = new Int32Array(pieces.length).fill(NOWHERE);
  for (const [index, place] of places.entries()) {
    if (place < 0) continue;
    let [low, high] = [0, ends.length];
    while (low < high) {
      const middle = (low + high) >> 1;
      if ((places[ends[middle] ?? 0] ?? 0) < place) low = middle + 1;
      else high = middle;
    }
    before[index] = ends[low - 1] ?? NOWHERE;
    ends[low] = index;
  }
  const kept = new Int32Array(pieces.length).fill(NOWHERE);
  for (let at = ends.at(-1) ?? NOWHERE; at >= 0; at = before[at] ?? NOWHERE) {
    kept[at] = places[at] ?? NOWHERE;
  }
  return kept;
}

function joinOn(
  pieces: readonly TracePiece[],
  places: Int32Array,
  fits: (index: number, at: number) => boolean,
): void {
  let end = NOWHERE;
  for (const [index, { length, optional }] of pieces.entries()) {
    if (places[index] === NOWHERE && end >= 0 && fits(index, end)) places[index] = end;
    const place = places[index] ?? NOWHERE;
    if (place >= 0) end = place + length;
    else if (!optional) end = NOWHERE;
  }
  let begin = NOWHERE;
  for (const [index, { length, optional }] of [...pieces.entries()].reverse()) {
    if (places[index] === NOWHERE && fits(index, begin - length)) places[index] = begin - length;
    const place = places[index] ?? NOWHERE;
    if (place >= 0) begin = place;
    else if (!optional) begin = NOWHERE;
  }
}

/** The share of the letter found; missing optional pieces do not count. */
function shareOf(pieces: readonly TracePiece[], places: Int32Array): number {
  let [found, all] = [0, 0];
  for (const [index, { length, optional }] of pieces.entries()) {
    const isThere = (places[index] ?? NOWHERE) >= 0;
    if (isThere) found += length;
    if (isThere || !optional) all += length;
  }
  return all === 0 ? 0 : found / all;
}

function charKindsOf(pieces: readonly TracePiece[], places: Int32Array, count: number): Uint8Array {
  const charKinds = new Uint8Array(count).fill(TYPED);
  let end = 0;
  let missing = false;
  for (const [index, { length, optional, pictured }] of pieces.entries()) {
    const place = places[index] ?? NOWHERE;
    if (place < 0) {
      missing ||= !optional || pictured;
      continue;
    }
    if (missing) charKinds.fill(UNSURE, end, place);
    end = place + length;
    charKinds.fill(OURS, place, end);
    missing = false;
  }
  if (missing) charKinds.fill(UNSURE, end);
  return charKinds;
}

interface WrittenPart {
  readonly lines: readonly string[];
  /** The new lines are all below the quotation or within it. */
  readonly below: boolean;
}

/**
 * Removes the answered letter from an answer: text above it is new; if there is none, that below it and
 * between its lines. Quoted lines, and possibly altered ones of ours, are not new.
 *
 * @returns undefined unless at least nine tenths of a letter are found
 */
export function subtract(
  lines: readonly string[],
  traces: readonly Uint8Array[],
  serverAddress: string,
): WrittenPart | undefined {
  const ink = inkOfLines(lines);
  const quoting = { text: rolling(ink.signs), marked: markedAbove(lines, ink) };
  let best: QuotedSpan | undefined;
  for (const trace of traces) {
    const found = findLetter(piecesOf(trace), quoting);
    if (found.share > (best?.share ?? 0)) best = found;
    if (best?.share === 1) break;
  }
  if (!best || best.share < quoteLimits.shareMin) return undefined;
  const kinds = kindsOf(lines, ink, best.charKinds, serverAddress);
  const above = newLines(lines.join('\n'), serverAddress, kinds.indexOf('ours'));
  if (above.some((line) => line !== '')) return { lines: above, below: false };
  const typed = typedBelow(lines, kinds, serverAddress);
  return { lines: typed, below: typed.some((line) => line !== '') };
}

/** For each position, the number of signs above it in quoted lines. */
function markedAbove(lines: readonly string[], { signs, ends }: Ink): Int32Array {
  const above = new Int32Array(signs.length + 1);
  let at = 0;
  let count = 0;
  for (const [index, end] of ends.entries()) {
    const isQuoted = isQuoteMarked(lines[index] ?? '');
    for (; at < end; at++) {
      if (isQuoted) count++;
      above[at + 1] = count;
    }
  }
  return above;
}

/** A line: typed, of the letter, uncertain, or without letters and digits. */
type Kind = 'typed' | 'ours' | 'unsure' | 'wordless';

function kindsOf(
  lines: readonly string[],
  { ends }: Ink,
  charKinds: Uint8Array,
  serverAddress: string,
): readonly Kind[] {
  const isUs = namesUs(serverAddress);
  return lines.map((line, index) => {
    const kinds = charKinds.subarray(ends[index - 1] ?? 0, ends[index]);
    if (kinds.includes(OURS)) return 'ours';
    if (isQuoteMarked(line) || isUs(line) || kinds.includes(UNSURE)) return 'unsure';
    return kinds.length === 0 ? 'wordless' : 'typed';
  });
}

/** The typed lines after the start of the quotation, each run a paragraph. */
function typedBelow(
  lines: readonly string[],
  kinds: readonly Kind[],
  serverAddress: string,
): readonly string[] {
  const first = lines.findIndex((line, at) => kinds[at] === 'ours' || isQuoteMarked(line));
  const typed: string[] = [];
  /** Wordless lines below the last typed one; kept if a typed line follows. */
  let between: string[] = [];
  const from = belowHead(lines, first, serverAddress);
  const until = signatureIn(
    lines.map((line, at) => (at < from || kinds[at] === 'ours' ? '' : line)),
  );
  for (let at = from; at < until && typed.length < newTextLimits.lines; at++) {
    const line = (lines[at] ?? '').trimEnd();
    const kind = kinds[at];
    if (kind === 'wordless') between.push(line);
    else if (kind === 'typed') {
      if (typed.length > 0) typed.push(...between);
      typed.push(line);
      between = [];
    } else between = [''];
  }
  typed.push(...between);
  const last = typed.findLastIndex((line) => line !== '');
  return last < 0 ? [''] : typed.slice(0, last + 1);
}

const MARKED = /^\s{0,3}[>|]/;

const isQuoteMarked = (line: string): boolean => MARKED.test(line);
