import { ok, type Result } from '../../../result.ts';
import type { Game } from '../../shape/game.ts';
import { legalPosition } from '../../shape/game.ts';
import { refuseMove, refuseSetup } from '../../shape/refusal.ts';
import type { Cell, Colour, Outcome, SetupError, Size } from '../../shape/types.ts';
import {
  type Board,
  type CellMove,
  type CellSet,
  cellOf,
  cellsOf,
  colourAt,
  countCells,
  DIRECTIONS,
  fileOf,
  fillBoard,
  fullRow,
  hasCell,
  isEmpty,
  makeCell,
  opposite,
  rankOf,
  type Setup,
  type StonePosition,
} from '../../stones/board.ts';
import { checkSides } from '../../stones/notation.ts';
import { cellMoves, isPassText, playPass, readPick } from '../../stones/stone-moves.ts';
import { fromTop, stones } from '../../stones/stones.ts';
import { equivalentsUnder } from '../../stones/symmetry.ts';

/** A stone goes to the cell; without one it is a pass. */
type ReversiMove = Partial<CellMove>;

const boards = fromTop(
  stones({
    rules: 'reversi',
    checkSize,
    first: (size) => fillBoard(size, (file, rank) => middle(size, file, rank)),
    checkSetup: (setup) => {
      const [file, rank] = [setup.board.cols / 2, setup.board.rows / 2];
      const last = cellOf(file, rank);
      const isBegun = [33, 32, 1, 0].every((by) => colourAt(setup.board, last - by));
      return isBegun ? ok(setup) : refuseSetup('unreachable', {});
    },
  }),
);

/**
 * Reversi, by Lewis Waterman and John W. Mollett, 1883, begun crosswise as is usual since the 1970s: a stone is put
 * where it turns enemy stones, which stand in a line between it and another of its colour. Who cannot, passes. Ranks
 * are counted from the top, so rank 0 of a set of cells is the top one.
 */
export const reversi: Game<StonePosition, ReversiMove> = {
  ...boards,
  name: 'Reversi',
  author: 'Lewis Waterman, John W. Mollett',
  year: 1883,
  defaultSize: { cols: 8, rows: 8 },
  offered: false,
  canEndInDraw: true,
  canRepeat: false,

  looksLikeMove: (text) => isPassText(text) || cellMoves.looksLikeMove(text),
  parseMove: (position, text) => {
    const over = outcome(position);
    if (isPassText(text)) {
      if (over) return refuseMove('game-over', {});
      return isEmpty(placesOf(position)) ? ok({}) : refuseMove('must-move', {});
    }
    const read = readPick(position, text, over);
    if (!read.ok) return read;
    const cell = makeCell(read.value);
    if (colourAt(position.board, read.value)) return refuseMove('occupied', { cell });
    return hasCell(placesOf(position), read.value)
      ? ok({ cell: read.value })
      : refuseMove('turns-none', { cell });
  },
  makeMove,
  firstPartOf: makeMove,
  isPass: ({ cell }) => cell === undefined,
  play: (before, { cell }) => {
    if (cell === undefined) return playPass(before);
    const { rules, board, turn } = before;
    const enemies = board[opposite(turn)];
    const after = withStone(before, cell);
    return {
      position: legalPosition(rules, after, opposite(turn)),
      effects: () => {
        const flips = cellsOf(after[turn]).filter((at) => hasCell(enemies, at));
        const cells = flips.map(makeCell);
        const facts = { flipped: flips.length, side: turn, cells: cells.join(' ') };
        const report = { code: 'played-flipping', facts } as const;
        return { reached: [makeCell(cell)], vacated: [], turned: cells, report };
      },
    };
  },
  legalMoves: (position) => {
    const places = cellsOf(placesOf(position));
    if (places.length > 0) return places.map((cell) => ({ cell }));
    return outcome(position) ? [] : [{}];
  },
  countMoves: (position) => countCells(placesOf(position)) || (outcome(position) ? 0 : 1),
  view: (position) => ({
    ...boards.view(position),
    beside: [{ code: 'score', counts: countsOf(position.board) }],
  }),
  outcome,
  evaluate,
  equivalents: equivalentsUnder({ turnSwapsSeats: false, coloursSwapSeats: true }),
};

function makeMove({ cell }: ReversiMove): string {
  return cell === undefined ? 'pass' : makeCell(cell);
}

function countsOf({ black, white }: Board): Readonly<Record<Colour, number>> {
  return { black: countCells(black), white: countCells(white) };
}

/** Square boards with a middle of four cells. */
function checkSize({ cols, rows }: Size): Result<Size, SetupError> {
  const sides = checkSides({ cols, rows }, 4, 16);
  if (sides.ok && cols !== rows) return refuseSetup('not-square', {});
  return sides.ok && cols % 2 === 1 ? refuseSetup('odd-size', { cols, rows }) : sides;
}

/** The first four stones: White's on the diagonal from the top left. */
const middle = ({ cols, rows }: Size, file: number, rank: number) => {
  const [right, down] = [file - cols / 2 + 1, rank - rows / 2 + 1];
  if (right < 0 || right > 1 || down < 0 || down > 1) return undefined;
  return right === down ? 'white' : 'black';
};

/** The cells where a stone of the mover would turn others: whole ranks at once, in eight directions. */
function placesOf({ board, turn }: Setup): CellSet {
  const [own, enemies] = [board[turn], board[opposite(turn)]];
  const [rows, full] = [board.rows, fullRow(board)];
  const places = new Array<number>(rows).fill(0);
  for (const step of [1, -1]) {
    // Enemies in a line with an own stone behind them, which goes on straight, to the left or to the right.
    let [behind, straight, left, right] = [0, 0, 0, 0];
    for (let rank = step > 0 ? 0 : rows - 1; rank >= 0 && rank < rows; rank += step) {
      const [row, enemy] = [own[rank] ?? 0, enemies[rank] ?? 0];
      let found = straight | (left >> 1) | (right << 1);
      for (let along = shifted(row, step) & enemy; along !== 0; along &= enemy) {
        along = shifted(along, step);
        found |= along;
      }
      places[rank] = (places[rank] ?? 0) | (found & full & ~(row | enemy));
      straight = (straight | behind) & enemy;
      left = ((left | behind) >> 1) & enemy;
      right = ((right | behind) << 1) & enemy;
      behind = row;
    }
  }
  return places;
}

const shifted = (row: number, by: number): number => (by > 0 ? row << 1 : row >> 1);

/** The board after the mover puts a stone on the cell and turns what it can. */
function withStone({ board, turn }: Setup, cell: Cell): Board {
  const [mine, theirs] = [board[turn].slice(), board[opposite(turn)].slice()];
  const take = (at: Cell) => {
    const [rank, bit] = [rankOf(at), 1 << fileOf(at)];
    mine[rank] = (mine[rank] ?? 0) | bit;
    theirs[rank] = (theirs[rank] ?? 0) & ~bit;
  };
  take(cell);
  for (const step of DIRECTIONS) {
    let at = cell + step;
    while (at >= 0 && hasCell(theirs, at)) at += step;
    if (at < 0 || !hasCell(mine, at)) continue;
    for (at -= step; at !== cell; at -= step) take(at);
  }
  const [black, white] = turn === 'black' ? [mine, theirs] : [theirs, mine];
  return { cols: board.cols, rows: board.rows, black, white };
}

function outcome({ board, turn }: Setup): Outcome | undefined {
  const canMove = (colour: Colour) => !isEmpty(placesOf({ board, turn: colour }));
  if (canMove(turn) || canMove(opposite(turn))) return undefined;
  const { black, white } = countsOf(board);
  if (black === white) return { winner: undefined, reason: 'as-many-stones' };
  return { winner: black > white ? 'black' : 'white', reason: 'more-stones' };
}

/**
 * Counts corners, which nobody turns back, the cells beside empty corners, mobility, and stones: few are good until
 * fewer than twelve cells are empty, then many.
 */
function evaluate({ board, turn }: Setup): number {
  const last = board.cols - 1;
  const moves = (colour: Colour) => countCells(placesOf({ board, turn: colour }));
  const stones = countsOf(board);
  const ahead = stones[turn] - stones[opposite(turn)];
  const empties = board.cols * board.rows - stones.black - stones.white;
  let value = 5 * (moves(turn) - moves(opposite(turn))) + (empties < 12 ? 4 * ahead : -ahead);
  const add = (file: number, rank: number, points: number): boolean => {
    const colour = colourAt(board, cellOf(file, rank));
    if (colour) value += colour === turn ? points : -points;
    return colour !== undefined;
  };
  for (const file of [0, last]) {
    for (const rank of [0, last]) {
      if (add(file, rank, 60)) continue;
      const [inFile, inRank] = [file === 0 ? 1 : last - 1, rank === 0 ? 1 : last - 1];
      add(inFile, inRank, -25);
      add(inFile, rank, -10);
      add(file, inRank, -10);
    }
  }
  return value;
}
