import type { Game } from '../../../src/engine/shape/game.ts';
import { legalPosition } from '../../../src/engine/shape/game.ts';
import type { RulesId } from '../../../src/engine/shape/ground.ts';
import { refuseMove } from '../../../src/engine/shape/refusal.ts';
import type { Cell, Colour } from '../../../src/engine/shape/types.ts';
import { STONE_SIDES } from '../../../src/engine/shape/view.ts';
import {
  adjacent,
  type Board,
  type CellMove,
  cellOf,
  cellsOf,
  colourAt,
  countCells,
  emptiesOf,
  fillBoard,
  makeCell,
  opposite,
  type StonePosition,
} from '../../../src/engine/stones/board.ts';
import { makeSetup, parseSetup } from '../../../src/engine/stones/notation.ts';
import { parsePick } from '../../../src/engine/stones/stone-moves.ts';
import { stoneView } from '../../../src/engine/stones/stones.ts';
import { ok } from '../../../src/result.ts';

/**
 * A game for tests, with what none of the others has: who cannot move passes, and the rules may call
 * it a draw. A stone comes onto an empty cell beside one of its own. Who has more stones in the end
 * has won. Black begins on a1; White on c1 or, where the number of files is odd, on b1, so that Black
 * has to pass at once on a single rank.
 */
type Toy = Game<StonePosition, CellMove>;

export const makeGrow = (name: string, changes: Partial<Toy> = {}): Toy => {
  const rules = name as RulesId;
  return {
    rules,
    name: 'Grow',
    author: 'nobody',
    year: 2026,
    sides: STONE_SIDES,
    defaultSize: { cols: 6, rows: 1 },
    canEndInDraw: true,
    canRepeat: false,

    start: (size) => {
      const white = size.cols % 2 === 0 ? 2 : 1;
      const board = fillBoard(size, (file, rank) => {
        if (rank > 0) return undefined;
        return file === 0 ? 'black' : file === white ? 'white' : undefined;
      });
      return ok(legalPosition(rules, board, 'black'));
    },
    parsePosition: (text) => {
      const setup = parseSetup(text);
      return setup.ok ? ok(legalPosition(rules, setup.value.board, setup.value.turn)) : setup;
    },
    makePosition: makeSetup,
    looksLikeMove: (text) => read(text) !== undefined,
    parseMove: (position, text) => {
      const cell = read(text);
      if (cell === undefined) return refuseMove('not-a-move', {});
      const move = movesOf(position).find((each) => each.cell === cell);
      if (move) return ok(move);
      return movesOf(position).length === 0
        ? refuseMove('game-over', {})
        : refuseMove('no-way', { from: 'a1', to: textOf(cell) });
    },
    makeMove: ({ cell }) => textOf(cell),
    firstPartOf: ({ cell }) => textOf(cell),
    view: stoneView,
    play: ({ board, turn }, { cell }) => ({
      position: legalPosition(
        rules,
        fillBoard(board, (file, rank) =>
          cellOf(file, rank) === cell ? turn : colourAt(board, cellOf(file, rank)),
        ),
        opposite(turn),
      ),
      effects: () => ({
        reached: cell === NOWHERE ? [] : [makeCell(cell)],
        vacated: [],
        report: { code: 'moved', facts: {} },
      }),
    }),
    legalMoves: (position) => movesOf(position),
    isPass: ({ cell }) => cell === NOWHERE,
    outcome: ({ board }) => {
      if (roomFor('black', board).length + roomFor('white', board).length > 0) return undefined;
      const lead = countCells(board.black) - countCells(board.white);
      if (lead === 0) return { winner: undefined, reason: 'nobody-won' };
      return { winner: lead > 0 ? 'black' : 'white', reason: 'full-row' };
    },
    ...changes,
  };
};

export const grow = makeGrow('grow');

/** No cell. */
const NOWHERE: Cell = -1;
export const PASS: CellMove = { cell: NOWHERE };

const textOf = (cell: Cell): string => (cell === NOWHERE ? 'pass' : makeCell(cell));

const read = (text: string): Cell | undefined =>
  text.trim().toLowerCase() === 'pass' ? NOWHERE : parsePick(text);

const movesOf = ({ board, turn }: StonePosition): readonly CellMove[] => {
  const room = roomFor(turn, board);
  const passes = room.length === 0 && roomFor(opposite(turn), board).length > 0;
  return (passes ? [NOWHERE] : room).map((cell) => ({ cell }));
};

const roomFor = (colour: Colour, board: Board): readonly Cell[] =>
  cellsOf(emptiesOf(board)).filter((cell) =>
    cellsOf(board[colour]).some((own) => adjacent(own, cell)),
  );
