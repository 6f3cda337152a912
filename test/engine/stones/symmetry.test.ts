import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { forms } from '../../../src/engine/games/forms/forms.ts';
import { formsOriginal } from '../../../src/engine/games/forms/forms-original.ts';
import { minefield } from '../../../src/engine/games/minefield/minefield.ts';
import type { Game } from '../../../src/engine/shape/game.ts';
import type { Cell, Move, Outcome, Size } from '../../../src/engine/shape/types.ts';
import {
  type Board,
  cellOf,
  colourAt,
  fileOf,
  fillBoard,
  opposite,
  rankOf,
  type StonePosition,
} from '../../../src/engine/stones/board.ts';
import { makeSetup } from '../../../src/engine/stones/notation.ts';
import { anyPosition } from '../arbitraries.ts';
import { value } from '../given.ts';

/** What takes a position to one that is the same game: where cells go, and who is who. */
interface Symmetry {
  readonly cell: (cell: Cell, size: Size) => Cell;
  readonly transposes: boolean;
  readonly swapsStones: boolean;
  readonly swapsSeats: boolean;
}

const STILL: Symmetry = {
  cell: (cell) => cell,
  transposes: false,
  swapsStones: false,
  swapsSeats: false,
};
const mirror: Symmetry = {
  ...STILL,
  cell: (cell, { cols }) => cellOf(cols - 1 - fileOf(cell), rankOf(cell)),
};
const flip: Symmetry = {
  ...STILL,
  cell: (cell, { rows }) => cellOf(fileOf(cell), rows - 1 - rankOf(cell)),
};
const transposition: Symmetry = {
  ...STILL,
  cell: (cell) => cellOf(rankOf(cell), fileOf(cell)),
  transposes: true,
};
const quarterTurn: Symmetry = {
  ...STILL,
  cell: (cell, { cols }) => cellOf(rankOf(cell), cols - 1 - fileOf(cell)),
  transposes: true,
};

const boardUnder = (symmetry: Symmetry, board: Board): Board => {
  const size = symmetry.transposes ? { cols: board.rows, rows: board.cols } : board;
  const colours = new Map<Cell, 'black' | 'white'>();
  for (let rank = 0; rank < board.rows; rank++) {
    for (let file = 0; file < board.cols; file++) {
      const colour = colourAt(board, cellOf(file, rank));
      const target = symmetry.cell(cellOf(file, rank), board);
      if (colour) colours.set(target, symmetry.swapsStones ? opposite(colour) : colour);
    }
  }
  return fillBoard(size, (file, rank) => colours.get(cellOf(file, rank)));
};

const positionUnder = (
  game: Game<StonePosition>,
  symmetry: Symmetry,
  { board, turn }: StonePosition,
): StonePosition =>
  value(
    game.parsePosition(
      makeSetup({
        board: boardUnder(symmetry, board),
        turn: symmetry.swapsSeats ? opposite(turn) : turn,
      }),
    ),
  );

/** A move names its cells, and perhaps more about them. */
const moveUnder = (symmetry: Symmetry, move: Move, size: Size): Move =>
  Object.fromEntries(
    Object.entries(move).map(([key, value]) => [
      key,
      typeof value === 'number' ? symmetry.cell(value, size) : value,
    ]),
  );

const winnerUnder = (symmetry: Symmetry, outcome: Outcome | undefined) =>
  outcome?.winner && (symmetry.swapsSeats ? opposite(outcome.winner) : outcome.winner);

/** Moves, what they lead to and the outcome are the same on both sides of the symmetry. */
const expectSameGame = (game: Game<StonePosition>, symmetry: Symmetry): void => {
  fc.assert(
    fc.property(anyPosition(game, 5, 20), (position) => {
      const image = positionUnder(game, symmetry, position);
      expect(game.outcome(image)?.winner).toBe(winnerUnder(symmetry, game.outcome(position)));
      const moves = game.legalMoves(position);
      expect(game.legalMoves(image)).toHaveLength(moves.length);
      for (const move of moves) {
        const moveImage = moveUnder(symmetry, move, position.board);
        expect(game.legalMoves(image)).toContainEqual(moveImage);
        expect(game.play(image, moveImage).position).toEqual(
          positionUnder(game, symmetry, game.play(position, move).position),
        );
      }
    }),
    { numRuns: 50 },
  );
};

describe.each([forms, formsOriginal])('$name is the same game', (game) => {
  test.each([
    ['mirrored', mirror],
    ['upside down', flip],
    ['transposed', transposition],
    ['after a quarter turn', quarterTurn],
    ['with colours and seats swapped', { ...STILL, swapsStones: true, swapsSeats: true }],
  ])('%s', (_name, symmetry) => {
    expectSameGame(game, symmetry);
  });
});

describe('Minefield is the same game', () => {
  test.each([
    ['mirrored', mirror],
    ['upside down', flip],
    ['transposed, with the seats swapped', { ...transposition, swapsSeats: true }],
    ['after a quarter turn, with the seats swapped', { ...quarterTurn, swapsSeats: true }],
    ['with the colours of all stones swapped', { ...STILL, swapsStones: true }],
  ])('%s', (_name, symmetry) => {
    expectSameGame(minefield, symmetry);
  });
});
