import { SQUARES } from 'chess.js';
import type { Thing, View } from '../../shape/view.ts';
import { squaresOf } from './notation.ts';

const KINDS = { k: 'king', q: 'queen', r: 'rook', b: 'bishop', n: 'knight', p: 'pawn' } as const;

const THINGS = new Map<string, Thing>(
  Object.entries(KINDS).flatMap(([sign, kind]): [string, Thing][] => {
    const capital = sign.toUpperCase();
    return [
      [sign, { owner: 'black', kind, sign }],
      [capital, { owner: 'white', kind, sign: capital }],
    ];
  }),
);

/** The drawing of a FEN. */
export function viewOf(fen: string): View {
  const spots = [...squaresOf(fen)].map((sign, at) => {
    const thing = THINGS.get(sign);
    const isDark = (at + Math.floor(at / 8)) % 2 === 1;
    return {
      name: SQUARES[at] ?? '',
      ...(isDark && { tone: 'dark' as const }),
      ...(thing && { thing }),
    };
  });
  return {
    grid: 'squares',
    files: [...'abcdefgh'],
    lines: [...'87654321'].map((label, line) => ({
      label,
      shift: 0,
      spots: spots.slice(8 * line, 8 * line + 8),
    })),
  };
}

/** What a man is worth in hundredths of a pawn, and what a step towards the middle adds. */
const WORTH: Readonly<Record<string, readonly [worth: number, middle: number]>> = {
  p: [100, 4],
  n: [320, 10],
  b: [330, 6],
  r: [500, 2],
  q: [900, 2],
  k: [0, -12],
};

export const worthOf = (sign: string): number => WORTH[sign]?.[0] ?? 0;

/**
 * Material, and men where they do most: in the middle, pawns far ahead, rooks on the seventh rank; the king at
 * the edge as long as a queen can reach him. In hundredths of a pawn, for White.
 */
export function balanceOf(fen: string): number {
  const squares = squaresOf(fen);
  const isLate = !/q/i.test(squares);
  let balance = 0;
  for (let at = 0; at < 64; at++) {
    const sign = squares.charAt(at);
    const kind = sign.toLowerCase();
    const [worth, middle] = WORTH[kind] ?? [0, 0];
    if (sign === '.') continue;
    const isWhite = sign !== kind;
    const [file, row] = [at % 8, Math.floor(at / 8)];
    const ahead = isWhite ? 6 - row : row - 1;
    const away = Math.abs(file - 3.5) + Math.abs(row - 3.5);
    let value = worth + (4 - away) * (kind === 'k' && isLate ? 8 : middle);
    if (kind === 'p') value += 2 * ahead * ahead;
    if (kind === 'r' && ahead === 5) value += 20;
    balance += isWhite ? value : -value;
  }
  return balance;
}
