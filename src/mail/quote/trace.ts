import { inkMax, tracePieceSignsMax } from '../../limits.ts';

/** A line of a letter of ours. */
export interface OwnLine {
  readonly text: string;
  /** Words that some mail programs show and others do not, such as those in place of a picture. */
  readonly optional?: boolean;
  /** Signs in place of pictures that stand side by side: programs write all kinds of things there. */
  readonly pictured?: boolean;
}

/** A piece of a line of ours, as much of it as is kept. */
export interface TracePiece {
  readonly length: number;
  readonly hash: number;
  readonly optional: boolean;
  /** What stands in its place is neither typed nor ours. */
  readonly pictured: boolean;
}

/** A byte that says how long the piece is and of what kind, and four of its hash. */
const PIECE_BYTES = 5;
const OPTIONAL = 0x80;
const PICTURED = 0x40;

/**
 * What is kept of a letter that goes out, to know its words again in an answer that quotes them: the
 * hashes of its lines, in their order. Long lines are kept in pieces. Where a letter is too long for
 * that, nothing is kept, and nothing below its quotation is read.
 */
export function makeTrace(lines: readonly OwnLine[]): Uint8Array {
  const { signs, ends } = inkOfLines(lines.map(({ text }) => text));
  if (signs.length >= inkMax) return new Uint8Array(0);
  const text = rolling(signs);
  const bytes: number[] = [];
  let at = 0;
  for (const [line, end] of ends.entries()) {
    const { optional, pictured } = lines[line] ?? {};
    const kind = pictured ? OPTIONAL | PICTURED : optional ? OPTIONAL : 0;
    // Most signs of stones are neither letters nor digits; what a program writes there may be.
    if (pictured && at === end) bytes.push(kind, 0, 0, 0, 0);
    while (at < end) {
      const length = Math.min(end - at, tracePieceSignsMax);
      const hash = hashAt(text, at, length);
      bytes.push(length | kind, hash >>> 24, (hash >>> 16) & 255, (hash >>> 8) & 255, hash & 255);
      at += length;
    }
  }
  return Uint8Array.from(bytes);
}

/** The pieces of a trace, in the order of the letter. */
export function piecesOf(trace: Uint8Array): readonly TracePiece[] {
  const view = new DataView(trace.buffer, trace.byteOffset, trace.byteLength);
  const pieces: TracePiece[] = [];
  for (let at = 0; at + PIECE_BYTES <= trace.length; at += PIECE_BYTES) {
    const first = view.getUint8(at);
    pieces.push({
      length: first & ~(OPTIONAL | PICTURED),
      hash: view.getUint32(at + 1),
      optional: (first & OPTIONAL) !== 0,
      pictured: (first & PICTURED) !== 0,
    });
  }
  return pieces;
}

/** A text in which the hash of any short piece is known at once. */
export interface Rolling {
  readonly length: number;
  /** The hash of all signs above each place. */
  readonly above: Int32Array;
}

const BASE = 0x01000193;
/** By what the hash of a text grows when so many signs are written behind it. */
const POWERS = new Int32Array(tracePieceSignsMax + 1).fill(1);
for (let at = 1; at < POWERS.length; at++) POWERS[at] = Math.imul(POWERS[at - 1] ?? 0, BASE);

/**
 * Hashes (Rabin and Karp) all beginnings of a text. Such hashes hide nothing and prove nothing; they
 * only tell whether words are the same that were there before.
 */
export function rolling(signs: string): Rolling {
  const above = new Int32Array(signs.length + 1);
  for (let at = 0; at < signs.length; at++) {
    above[at + 1] = (Math.imul(above[at] ?? 0, BASE) + signs.charCodeAt(at)) | 0;
  }
  return { length: signs.length, above };
}

/** The hash of the piece that begins at a place, of at most `tracePieceSignsMax` signs. */
export function hashAt({ above }: Rolling, at: number, length: number): number {
  const shifted = Math.imul(above[at] ?? 0, POWERS[length] ?? 0);
  return mixed(((above[at + length] ?? 0) - shifted) | 0);
}

/** The low bits of the sum know only the low bits of the signs. */
function mixed(sum: number): number {
  const once = Math.imul(sum ^ (sum >>> 16), 0x85ebca6b);
  const twice = Math.imul(once ^ (once >>> 13), 0xc2b2ae35);
  return (twice ^ (twice >>> 16)) >>> 0;
}

/** The letters and digits of some lines in a row, whatever stands between them. */
export interface Ink {
  readonly signs: string;
  /** Where each line ends in them. */
  readonly ends: readonly number[];
}

/**
 * What mail programs put among the words of a letter that they quote as text: an address behind each
 * link, `[cid:...]` or the name of its file in the place of a picture, and `[image: ` before the sign
 * that stands for one.
 */
const ADDED = new RegExp(
  [
    '<(?=[^<>]{0,400}(?:@|://))[^<>]{1,2000}>',
    String.raw`\b(?:mailto:|cid:|https?://)[^\s<>[\]"]{1,2000}`,
    String.raw`<[\w.-]{1,80}\.(?:gif|jpe?g|png)>`,
    String.raw`\[image:|\[\p{L}{2,20}:(?=[^\]\n]{0,4}\])`,
  ].join('|'),
  'giu',
);

/**
 * The ink of lines that may quote a letter: what stays the same of a text however a mail program quotes
 * it, its letters and digits, without what programs add. Marks, bullets, blanks, emphasis and the
 * places where lines end do not stay, nor does the case of headings.
 */
export function inkOfLines(lines: readonly string[]): Ink {
  const bare = lines
    .join('\n')
    .replace(ADDED, (added) => added.replace(/[^\n]/g, ' '))
    .normalize('NFKC')
    .toLowerCase()
    .split('\n');
  const pieces: string[] = [];
  const ends: number[] = [];
  let length = 0;
  for (const line of bare) {
    const piece = inkOf(line).slice(0, inkMax - length);
    pieces.push(piece);
    length += piece.length;
    ends.push(length);
  }
  return { signs: pieces.join(''), ends };
}

/** Most lines of a letter are a move in a link, or words of ASCII. */
function inkOf(line: string): string {
  if (/^[a-z0-9]*$/.test(line)) return line;
  return line.replace(/^[\0-\x7f]*$/.test(line) ? /[^a-z0-9]+/g : /[^\p{L}\p{N}]+/gu, '');
}
