import { ok, type Result } from '../../../result.ts';
import type { Game } from '../../shape/game.ts';
import { refuseMove, refuseSetup } from '../../shape/refusal.ts';
import {
  type Cell,
  COLOURS,
  type Colour,
  type MoveError,
  type Outcome,
} from '../../shape/types.ts';
import {
  type Board,
  type CellSet,
  cellOf,
  cellsOf,
  countCells,
  fileOf,
  fillBoard,
  hasCell,
  makeCell,
  opposite,
  rankOf,
  type StoneMove,
  type StonePosition,
  stonesOf,
} from '../../stones/board.ts';
import { checkSides } from '../../stones/notation.ts';
import {
  isPassText,
  playFromTo,
  playPass,
  readFromTo,
  stoneMoves,
} from '../../stones/stone-moves.ts';
import { stones } from '../../stones/stones.ts';
import { equivalentsUnder } from '../../stones/symmetry.ts';

/** A stone's move, or nothing: a pass. */
type LineMove = StoneMove | typeof PASS;
const PASS = { pass: true } as const;

/**
 * Lines of Action by Claude Soucie, as Sid Sackson published it in 1969: a stone moves in a line, by as many cells
 * as there are stones on that line, over its own but not over enemies. Whoever has joined all their stones has
 * won; if a move joins those of both sides, its mover has. A side without a move passes.
 */
export const linesOfAction: Game<StonePosition, LineMove> = {
  name: 'Lines of Action',
  author: 'Claude Soucie',
  year: 1969,
  defaultSize: { cols: 8, rows: 8 },
  canEndInDraw: true,
  canRepeat: true,

  ...stones({
    rules: 'lines-of-action',
    checkSize: (size) => checkSides(size, 4),
    first: (size) =>
      fillBoard(size, (file, rank) => {
        const [beside, above] = [isEdge(file, size.cols), isEdge(rank, size.rows)];
        return beside === above ? undefined : above ? 'black' : 'white';
      }),
    checkSetup: (setup) => {
      const { cols, rows } = setup.board;
      const most = { black: 2 * (cols - 2), white: 2 * (rows - 2) };
      for (const colour of COLOURS) {
        const [stones, stonesMax] = [countCells(setup.board[colour]), most[colour]];
        if (stones > stonesMax)
          return refuseSetup('too-many-stones', { colour, stones, stonesMax });
        if (stones === 0) return refuseSetup('unreachable', {});
      }
      return ok(setup);
    },
  }),
  looksLikeMove: (text) => isPassText(text) || stoneMoves.looksLikeMove(text),
  parseMove: (position, text) => {
    const over = outcome(position);
    if (!isPassText(text)) {
      const read = readFromTo(position, text, over);
      return read.ok ? legalMove(position, read.value.from, read.value.to) : read;
    }
    if (over) return refuseMove('game-over', {});
    return movesOf(position).length === 0 ? ok(PASS) : refuseMove('must-move', {});
  },
  makeMove: (move, position) => ('pass' in move ? 'pass' : stoneMoves.makeMove(move, position)),
  firstPartOf: (move) => ('pass' in move ? 'pass' : makeCell(move.from)),
  isPass: (move) => 'pass' in move,
  play: (before, move) => ('pass' in move ? playPass(before) : playFromTo(before, move)),
  legalMoves: (position) => {
    if (outcome(position)) return [];
    const moves = movesOf(position);
    return moves.length > 0 ? moves : [PASS];
  },
  outcome: (position) => outcome(position),
  evaluate: ({ board, turn }) =>
    20 * (closenessOf(board, turn) - closenessOf(board, opposite(turn))),
  equivalents: equivalentsUnder({ turnSwapsSeats: false, coloursSwapSeats: true }),
};

const isEdge = (at: number, length: number): boolean => at === 0 || at === length - 1;

/** The eight directions, as steps of file and rank. */
const WAYS = [-1, 0, 1].flatMap((right) =>
  [-1, 0, 1].flatMap((up) => (right === 0 && up === 0 ? [] : [{ right, up }])),
);
type Way = (typeof WAYS)[number];
/** One direction of each line. */
const LINES = WAYS.slice(0, 4);

/** The number of the line through a cell in a direction: ranks, files and both diagonals do not share any. */
function lineOf(cell: Cell, { right, up }: Way): number {
  const [file, rank] = [fileOf(cell), rankOf(cell)];
  if (up === 0) return rank;
  if (right === 0) return 32 + file;
  return right === up ? 96 + rank - file : 128 + rank + file;
}

/** How many stones stand on each line, by its number. */
function stonesOnLines(board: Board): Uint8Array {
  const stones = new Uint8Array(192);
  for (const cell of cellsOf(stonesOf(board))) {
    for (const way of LINES) {
      const line = lineOf(cell, way);
      stones[line] = (stones[line] ?? 0) + 1;
    }
  }
  return stones;
}

/** The first enemy stone that a move of some cells would pass over. */
function barrier(enemies: CellSet, from: Cell, step: number, cells: number): Cell | undefined {
  for (let at = from + step, last = from + step * cells; at !== last; at += step) {
    if (hasCell(enemies, at)) return at;
  }
  return undefined;
}

function movesOf({ board, turn }: StonePosition): StoneMove[] {
  const [own, enemies] = [board[turn], board[opposite(turn)]];
  const stones = stonesOnLines(board);
  const moves: StoneMove[] = [];
  for (const from of cellsOf(own)) {
    for (const way of WAYS) {
      const cells = stones[lineOf(from, way)] ?? 0;
      const file = fileOf(from) + way.right * cells;
      const rank = rankOf(from) + way.up * cells;
      if (file < 0 || file >= board.cols || rank < 0 || rank >= board.rows) continue;
      const to = cellOf(file, rank);
      const step = cellOf(way.right, way.up);
      if (hasCell(own, to) || barrier(enemies, from, step, cells) !== undefined) continue;
      moves.push({ from, to, captures: hasCell(enemies, to) });
    }
  }
  return moves;
}

/** The move of a stone to a cell without one of the mover's, or why it is illegal. */
function legalMove(
  { board, turn }: StonePosition,
  from: Cell,
  to: Cell,
): Result<StoneMove, MoveError> {
  const names = { from: makeCell(from), to: makeCell(to) };
  const [right, up] = [fileOf(to) - fileOf(from), rankOf(to) - rankOf(from)];
  const cells = Math.max(Math.abs(right), Math.abs(up));
  if (Math.abs(right) % cells !== 0 || Math.abs(up) % cells !== 0) {
    return refuseMove('not-straight', names);
  }
  const way = { right: right / cells, up: up / cells };
  const stones = stonesOnLines(board)[lineOf(from, way)] ?? 0;
  if (stones !== cells) return refuseMove('wrong-distance', { ...names, stones });
  const enemies = board[opposite(turn)];
  const cell = barrier(enemies, from, cellOf(way.right, way.up), cells);
  if (cell !== undefined) return refuseMove('enemy-between', { ...names, cell: makeCell(cell) });
  return ok({ from, to, captures: hasCell(enemies, to) });
}

/** Whether all cells of a set, at least one, hang together by sides or corners. */
const isOneCluster = (set: CellSet): boolean => {
  const first = set.findIndex((row) => row !== 0);
  const found = new Array<number>(set.length).fill(0);
  found[first] = (set[first] ?? 0) & -(set[first] ?? 0);
  for (let grows = true; grows; ) {
    grows = false;
    for (let rank = first; rank < set.length; rank++) {
      const near = (found[rank - 1] ?? 0) | (found[rank] ?? 0) | (found[rank + 1] ?? 0);
      const more = (near | (near << 1) | (near >> 1)) & (set[rank] ?? 0);
      if (more !== found[rank]) grows = true;
      found[rank] = more;
    }
  }
  return found.every((row, rank) => row === set[rank]);
};

function outcome({ board, turn }: StonePosition): Outcome | undefined {
  const mover = opposite(turn);
  const winner = [mover, turn].find((colour) => isOneCluster(board[colour]));
  return winner && { winner, reason: 'all-joined' };
}

/** Minus the mean squared distance of a side's stones from their centre: 0, the highest, for a single stone. */
function closenessOf(board: Board, colour: Colour): number {
  const cells = cellsOf(board[colour]);
  const mean = (of: (cell: Cell) => number) =>
    cells.reduce((sum, cell) => sum + of(cell), 0) / cells.length;
  const [file, rank] = [mean(fileOf), mean(rankOf)];
  const away = (cell: Cell) =>
    Math.max(Math.abs(fileOf(cell) - file), Math.abs(rankOf(cell) - rank));
  return -mean((cell) => away(cell) ** 2);
}
