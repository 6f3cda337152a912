import { expect, it } from 'vitest';
import { chess } from '../../../src/engine/games/chess/chess.ts';
import { chooseMove } from '../../../src/engine/robot/choose-move.ts';
import { LEVELS, type Level, nodesOn } from '../../../src/engine/robot/level.ts';
import { value } from '../given.ts';

/** Positions in which a piece can be given away for less, and the moves that do. */
const SACRIFICES: readonly (readonly [fen: string, gifts: readonly string[]])[] = [
  ['rnbqkbnr/ppp1pppp/8/3p4/8/2N5/PPPPPPPP/R1BQKBNR w KQkq - 0 2', ['Nxd5']],
  ['rnbqkb1r/ppp2ppp/4pn2/3p4/3P4/2N2N2/PPP1PPPP/R1BQKB1R w KQkq - 0 4', ['Nxd5']],
  ['rnbq1rk1/ppp2ppp/4pn2/3p4/1b1P4/2NBPN2/PPP2PPP/R1BQK2R w KQ - 0 6', ['Bxh7', 'Nxd5']],
  ['r1bqkb1r/pppp1ppp/2n2n2/4p3/2B1P3/5N2/PPPP1PPP/RNBQK2R w KQkq - 4 4', ['Bxf7', 'Nxe5']],
];

/** The moves that a level chooses by some seeds. */
const chosen = (fen: string, level: Level, seeds: number): readonly string[] => {
  const position = value(chess.parsePosition(`8x8 ${fen}`));
  return Array.from({ length: seeds }, (_, seed) => {
    const { move } = chooseMove(position, { level, seed: `${seed}`, nodesMax: 80 });
    return chess.makeMove(move as never, position);
  });
};

it.each(SACRIFICES)('gives no piece away: %s', (fen, moves) => {
  for (const level of [3, 4, 5] as const)
    expect(chosen(fen, level, 2).filter((move) => moves.includes(move))).toEqual([]);
});

it.each([
  ['rnb1kbnr/pppp1ppp/8/4p3/4P2q/5N2/PPPP1PPP/RNBQKB1R w KQkq - 2 3', 'Nxh4'],
  ['rnb1kbnr/ppp1pppp/8/3q4/8/2N5/PPPP1PPP/R1BQKBNR w KQkq - 0 3', 'Nxd5'],
  ['r1bqkb1r/pppp1ppp/2n2n2/4p2Q/2B1P3/8/PPPP1PPP/RNB1K1NR b KQkq - 0 4', 'Nxh5'],
])('takes a free queen at every level: %s', (fen, move) => {
  const moves = LEVELS.flatMap((level) => chosen(fen, level, level === 5 ? 1 : 4));
  expect(new Set(moves)).toEqual(new Set([move]));
});

it('thinks no longer where a check leaves few moves, as the plies behind it have many', () => {
  const nodes = [
    '4r1k1/ppp2ppp/2n2n2/q2p4/3P4/P1N2N2/1PPQ1PPP/R3r1K1 w - - 0 20',
    '4r1k1/ppp2ppp/2n2n2/q2p4/3P4/P1N2N2/1PPQ1PPP/R5K1 w - - 0 20',
  ].map((fen) => nodesOn(5, value(chess.parsePosition(`8x8 ${fen}`))));
  expect(nodes[0]).toBeLessThan(2 * (nodes[1] ?? 0));
});
