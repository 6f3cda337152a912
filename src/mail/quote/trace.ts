import { quoteLimits } from '../../limits.ts';

export interface OwnLine {
  readonly text: string;
  /** Words that some mail programs omit, such as alternative texts. */
  readonly optional?: boolean;
  /** Signs of adjacent pictures: programs replace them in various ways. */
  readonly pictured?: boolean;
}

export interface TracePiece {
  readonly length: number;
  readonly hash: number;
  readonly optional: boolean;
  /** Text in its place is neither typed nor ours. */
  readonly pictured: boolean;
}

/** A byte for length and kind, and four of the hash. */
const PIECE_BYTES = 5;
const OPTIONAL = 0x80;
const PICTURED = 0x40;

/**
 * Makes the trace of an outgoing letter, to recognize its words when quoted: the hashes of its lines, in
 * order. Long lines are split. The trace of a letter that is too long is empty; nothing below its quotation
 * is read.
 */
export function makeTrace(lines: readonly OwnLine[]): Uint8Array {
  const { chars, ends } = inkOfLines(lines.map(({ text }) => text));
  if (chars.length >= quoteLimits.traceChars) return new Uint8Array(0);
  const text = prefixHashes(chars);
  const bytes: number[] = [];
  let at = 0;
  for (const [line, end] of ends.entries()) {
    const { optional, pictured } = lines[line] ?? {};
    const kind = pictured ? OPTIONAL | PICTURED : optional ? OPTIONAL : 0;
    // Most signs of stones are no letters or digits; a program's replacement may be.
    if (pictured && at === end) bytes.push(kind, 0, 0, 0, 0);
    while (at < end) {
      const length = Math.min(end - at, quoteLimits.pieceChars);
      const hash = hashAt(text, at, length);
      bytes.push(length | kind, hash >>> 24, (hash >>> 16) & 255, (hash >>> 8) & 255, hash & 255);
      at += length;
    }
  }
  return Uint8Array.from(bytes);
}

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

/** A text with prefix hashes, for the hash of any short piece. */
export interface PrefixHashes {
  readonly length: number;
  /** The hash of all characters before each position. */
  readonly before: Int32Array;
}

const BASE = 0x01000193;
/** `BASE` to the power of each length. */
const POWERS = new Int32Array(quoteLimits.pieceChars + 1).fill(1);
for (let at = 1; at < POWERS.length; at++) POWERS[at] = Math.imul(POWERS[at - 1] ?? 0, BASE);

/**
 * Hashes all prefixes of a text (Rabin-Karp). The hashes are not cryptographic; they only detect equal
 * words.
 */
export function prefixHashes(chars: string): PrefixHashes {
  const before = new Int32Array(chars.length + 1);
  for (let at = 0; at < chars.length; at++) {
    before[at + 1] = (Math.imul(before[at] ?? 0, BASE) + chars.charCodeAt(at)) | 0;
  }
  return { length: chars.length, before };
}

/** The hash of the piece at a position, of at most `quoteLimits.pieceChars` characters. */
export function hashAt({ before }: PrefixHashes, at: number, length: number): number {
  const shifted = Math.imul(before[at] ?? 0, POWERS[length] ?? 0);
  return mixed(((before[at + length] ?? 0) - shifted) | 0);
}

/** Mixes the bits: low bits of the sum depend only on low bits of the characters. */
function mixed(sum: number): number {
  const once = Math.imul(sum ^ (sum >>> 16), 0x85ebca6b);
  const twice = Math.imul(once ^ (once >>> 13), 0xc2b2ae35);
  return (twice ^ (twice >>> 16)) >>> 0;
}

export interface Ink {
  readonly chars: string;
  /** The end of each line in `chars`. */
  readonly ends: readonly number[];
}

/**
 * Additions of mail programs in quoted text: an address after each link, `[cid:...]` or a file name in
 * place of a picture, and `[image: ` before its alternative text.
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
 * The ink of lines: what every mail program preserves in a quotation, its letters and digits, without
 * additions. Marks, bullets, blanks, emphasis, line breaks and case may change.
 */
export function inkOfLines(lines: readonly string[]): Ink {
  const bare = lines
    .join('\n')
    .replace(ADDED, (added) => (added.includes('\n') ? added.replace(/[^\n]+/g, ' ') : ' '))
    .normalize('NFKC')
    .toLowerCase()
    .split('\n');
  const pieces: string[] = [];
  const ends: number[] = [];
  let length = 0;
  for (const line of bare) {
    const piece = inkOf(line).slice(0, quoteLimits.traceChars - length);
    pieces.push(piece);
    length += piece.length;
    ends.push(length);
  }
  return { chars: pieces.join(''), ends };
}

/** Fast paths: most lines are a move in a link, or ASCII. */
function inkOf(line: string): string {
  if (/^[a-z0-9]*$/.test(line)) return line;
  return line.replace(/^[\0-\x7f]*$/.test(line) ? /[^a-z0-9]+/g : /[^\p{L}\p{N}]+/gu, '');
}
