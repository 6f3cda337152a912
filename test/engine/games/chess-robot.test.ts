import { expect, it } from 'vitest';
import { type ChessMove, chess } from '../../../src/engine/games/chess/chess.ts';
import { chooseMove } from '../../../src/engine/robot/choose-move.ts';

/** Positions in which a piece can be given away for less, and the moves that do. */
const GIFTS: readonly (readonly [fen: string, gifts: readonly string[]])[] = [
  ['rnbqkbnr/ppp1pppp/8/3p4/8/2N5/PPPPPPPP/R1BQKBNR w KQkq - 0 2', ['Nxd5']],
  ['rnbqkb1r/ppp2ppp/4pn2/3p4/3P4/2N2N2/PPP1PPPP/R1BQKB1R w KQkq - 0 4', ['Nxd5']],
  ['rnbq1rk1/ppp2ppp/4pn2/3p4/1b1P4/2NBPN2/PPP2PPP/R1BQK2R w KQ - 0 6', ['Bxh7', 'Nxd5']],
  ['r1bqkb1r/pppp1ppp/2n2n2/4p3/2B1P3/5N2/PPPP1PPP/RNBQK2R w KQkq - 4 4', ['Bxf7', 'Nxe5']],
];

it.each(GIFTS)('gives no piece away: %s', (fen, gifts) => {
  const read = chess.parsePosition(`8x8 ${fen}`);
  if (!read.ok) throw new Error(read.error.code);
  for (const level of [3, 4, 5] as const) {
    const moves = Array.from({ length: level === 5 ? 1 : 2 }, (_, seed) => {
      const { move } = chooseMove(read.value, { level, seed: `${seed}` });
      return chess.makeMove(move as ChessMove, read.value);
    });
    expect(moves.filter((move) => gifts.includes(move))).toEqual([]);
  }
});
