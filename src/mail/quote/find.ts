import { newTextLimits, quoteLimits } from '../../limits.ts';
import { belowHead, endOfOwnText, namesUs, newLines } from './new-lines.ts';
import {
  hashAt,
  type Ink,
  inkOfLines,
  type PrefixHashes,
  piecesOf,
  prefixHashes,
  type TracePiece,
} from './trace.ts';

/** Kinds of characters in an answer: typed, of the answered letter, or uncertain. */
const TYPED = 0;
const OURS = 1;
const UNSURE = 2;

/** The letters and digits of an answer, without spaces, punctuation and markup. */
interface AnswerInk {
  readonly text: PrefixHashes;
  /** For each position, the number of characters before it in quoted lines. */
  readonly quotedBefore: Int32Array;
}

/** A letter of ours as found in an answer. */
interface QuotedSpan {
  /** Share of the letter found in the answer, 0 to 1. */
  readonly share: number;
  /** The kind of each character of the answer. */
  readonly charKinds: Uint8Array;
}

/**
 * Finds a letter of ours in the ink of an answer. Long lines that occur once are searched everywhere; those
 * in the letter's order anchor the others, which must adjoin them without a gap. So a typed line counts as
 * typed even if the letter has the same one. If at least nine tenths of the letter are quoted with marks, no
 * part of it is without a mark, unless a line was broken there. Text in place of a missing line may be that
 * line, altered, and text in place of pictures is a program's: it is neither typed nor ours. Each character is
 * visited once per length of a line; lengths are few.
 */
function findLetter(pieces: readonly TracePiece[], { text, quotedBefore }: AnswerInk): QuotedSpan {
  const isMarked: PlaceFilter = (at, length) =>
    (quotedBefore[at] ?? 0) < (quotedBefore[at + length] ?? 0);
  const quoted = (quotedBefore.at(-1) ?? 0) > 0 ? findWhere(isMarked, pieces, text) : undefined;
  return quoted && quoted.share >= quoteLimits.shareMin
    ? quoted
    : findWhere(() => true, pieces, text);
}

type PlaceFilter = (at: number, length: number) => boolean;

function findWhere(
  isAllowed: PlaceFilter,
  pieces: readonly TracePiece[],
  text: PrefixHashes,
): QuotedSpan {
  const places = inOrder(pieces, anchorsIn(pieces, text, isAllowed));
  extendFromAnchors(pieces, places, (index, at) => {
    const { length = 0, hash } = pieces[index] ?? {};
    const isIn = at >= 0 && at + length <= text.length;
    return isIn && length > 0 && isAllowed(at, length) && hashAt(text, at, length) === hash;
  });
  return { share: shareOf(pieces, places), charKinds: charKindsOf(pieces, places, text.length) };
}

const NOWHERE = -1;
const SEVERAL = -2;

/** Bits of a hash that tell most pieces apart. */
const LOW_BITS = 0xfff;

/** The position of each long piece that occurs once in both letter and answer. */
function anchorsIn(
  pieces: readonly TracePiece[],
  text: PrefixHashes,
  isAllowed: PlaceFilter,
): Int32Array {
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
      if (index === undefined || index < 0 || !isAllowed(at, length)) continue;
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

/** Places the pieces that adjoin placed ones without a gap, first downwards, then upwards. */
function extendFromAnchors(
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
export function subtractAnswered(
  lines: readonly string[],
  traces: readonly Uint8Array[],
  serverAddress: string,
): WrittenPart | undefined {
  const ink = inkOfLines(lines);
  const answer = { text: prefixHashes(ink.chars), quotedBefore: countQuotedBefore(lines, ink) };
  let best: QuotedSpan | undefined;
  for (const trace of traces) {
    const found = findLetter(piecesOf(trace), answer);
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

/** For each position, the number of characters before it in quoted lines. */
function countQuotedBefore(lines: readonly string[], { chars, ends }: Ink): Int32Array {
  const before = new Int32Array(chars.length + 1);
  let at = 0;
  let count = 0;
  for (const [index, end] of ends.entries()) {
    const isQuoted = isQuoteMarked(lines[index] ?? '');
    for (; at < end; at++) {
      if (isQuoted) count++;
      before[at + 1] = count;
    }
  }
  return before;
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
  const until = endOfOwnText(
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
