import { inkMax, tracePieceSignsMax } from '../../limits.ts';
import { inkOfLines } from './ink.ts';
import { hashAt, rolling } from './rolling.ts';

/** A line of a letter of ours. */
export interface OwnLine {
  readonly text: string;
  /** Words that some mail programs show and others do not, such as those in place of a picture. */
  readonly optional?: boolean;
  /** Signs in place of pictures that stand side by side: programs write all kinds of things there. */
  readonly pictured?: boolean;
}

/** A piece of a line of ours, as much of it as is kept. */
export interface Piece {
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
export function piecesOf(trace: Uint8Array): readonly Piece[] {
  const view = new DataView(trace.buffer, trace.byteOffset, trace.byteLength);
  const pieces: Piece[] = [];
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
