import { ok } from '../../../result.ts';
import type { Game } from '../../shape/game.ts';
import { legalPosition } from '../../shape/game.ts';
import { refuseSetup } from '../../shape/refusal.ts';
import { type Cell, COLOURS, type Outcome } from '../../shape/types.ts';
import {
  type Board,
  type CellMove,
  cellsOf,
  checkerboard,
  colourAt,
  DIRECTIONS,
  emptiesOf,
  fileOf,
  firstCell,
  fullRow,
  hasCell,
  makeCell,
  onBoard,
  opposite,
  rankOf,
  type StonePosition,
  stonesOf,
} from '../../stones/board.ts';
import { checkSides } from '../../stones/notation.ts';
import { cellMoves, readPick } from '../../stones/stone-moves.ts';
import { stones } from '../../stones/stones.ts';
import { equivalentsUnder } from '../../stones/symmetry.ts';
import { MinefieldOracle } from './oracle.ts';
import { MinefieldStack } from './search-stack.ts';

/**
 * Minefield by Chris Huntoon, 2000 (Games of Soldiers): change the colour of any stone; it flips the runs
 * between it and the next stones of its new colour, as in Reversi. Black wins by a full rank of one colour,
 * White by a full file.
 */
export const minefield: Game<StonePosition, CellMove> = {
  name: 'Minefield',
  author: 'Chris Huntoon',
  year: 2000,
  defaultSize: { cols: 8, rows: 8 },
  canEndInDraw: true,
  canRepeat: true,

  ...stones({
    rules: 'minefield',
    // On a single rank or file every cell would be a full line.
    checkSize: (size) => checkSides(size, 2),
    first: checkerboard,
    checkSetup: (setup) => {
      const empty = firstCell(emptiesOf(setup.board));
      return empty === undefined ? ok(setup) : refuseSetup('empty-cell', { cell: makeCell(empty) });
    },
  }),
  ...cellMoves,
  parseMove: (position, text) => {
    const cell = readPick(position, text, outcome(position));
    return cell.ok ? ok({ cell: cell.value }) : cell;
  },
  play: ({ rules, board, turn }, { cell }) => {
    const flipped = flipsOf(board, cell);
    const after = flip(board, flipped);
    return {
      position: legalPosition(rules, after, opposite(turn)),
      effects: () => {
        const side = hasCell(after.black, cell) ? 'black' : 'white';
        const cells = flipped.map(makeCell);
        const facts = { flipped: flipped.length, side, cells: cells.join(' ') } as const;
        return {
          reached: [makeCell(cell)],
          vacated: [],
          turned: cells.filter((each) => each !== makeCell(cell)),
          report: { code: 'played-flipping', facts },
        };
      },
    };
  },
  legalMoves: (position) =>
    outcome(position) ? [] : cellsOf(stonesOf(position.board)).map((cell): CellMove => ({ cell })),
  outcome: (position) => outcome(position),
  oracle: ({ board }, effort) => new MinefieldOracle(board, effort),
  evaluate: (position) => {
    const stack = new MinefieldStack(position.board);
    stack.add(position);
    return stack.evaluate(0);
  },
  searchStack: ({ board }) => new MinefieldStack(board),
  equivalents: equivalentsUnder({ turnSwapsSeats: true, coloursSwapSeats: false }),
};

/** All stones that change colour when `picked` is picked, in numeric order. */
const flipsOf = (board: Board, picked: Cell): Cell[] => {
  const old = colourAt(board, picked);
  const flips = [picked];
  for (const step of DIRECTIONS) {
    const run: Cell[] = [];
    let cell = picked + step;
    for (; onBoard(board, cell) && colourAt(board, cell) === old; cell += step) run.push(cell);
    // The board is full: a run ends at a stone of the other colour, or at the edge.
    if (onBoard(board, cell)) flips.push(...run);
  }
  return flips.sort((one, next) => one - next);
};

const flip = (board: Board, cells: readonly Cell[]): Board => {
  const black = board.black.slice();
  const white = board.white.slice();
  for (const cell of cells) {
    const rank = rankOf(cell);
    black[rank] = (black[rank] ?? 0) ^ (1 << fileOf(cell));
    white[rank] = (white[rank] ?? 0) ^ (1 << fileOf(cell));
  }
  return { cols: board.cols, rows: board.rows, black, white };
};

/** Black owns the ranks and White the files; a player who completes both at once loses. */
const outcome = ({ board, turn }: StonePosition): Outcome | undefined => {
  const row = hasFullRow(board);
  const column = hasFullColumn(board);
  if (row && column) return { winner: turn, reason: 'both-lines' };
  if (row) return { winner: 'black', reason: 'full-row' };
  return column ? { winner: 'white', reason: 'full-column' } : undefined;
};

const hasFullRow = (board: Board): boolean => {
  const full = fullRow(board);
  return COLOURS.some((colour) => board[colour].includes(full));
};

const hasFullColumn = (board: Board): boolean =>
  COLOURS.some((colour) => board[colour].reduce((files, row) => files & row, fullRow(board)) !== 0);
