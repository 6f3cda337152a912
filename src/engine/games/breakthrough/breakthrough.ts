import { ok, type Result } from '../../../result.ts';
import { type Field, packCells } from '../../search/field.ts';
import type { PositionStack } from '../../search/position-stack.ts';
import { ProofSearch } from '../../search/proof-search.ts';
import type { Game } from '../../shape/game.ts';
import { refuseMove, refuseSetup } from '../../shape/refusal.ts';
import type { Effort, Oracle } from '../../shape/solution.ts';
import {
  type Cell,
  COLOURS,
  type Colour,
  type Outcome,
  type SetupError,
} from '../../shape/types.ts';
import {
  type Board,
  cellOf,
  cellsOf,
  countCells,
  countRow,
  fileOf,
  fillBoard,
  fullRow,
  hasCell,
  isEmpty,
  makeCell,
  opposite,
  rankOf,
  type Setup,
  type StoneMove,
  type StonePosition,
} from '../../stones/board.ts';
import { checkSides } from '../../stones/notation.ts';
import { playFromTo, readFromTo, stoneMoves } from '../../stones/stone-moves.ts';
import { stones } from '../../stones/stones.ts';

/**
 * Breakthrough, devised by Dan Troyka in 2000: stones go one step forward, straight or diagonally, and
 * capture diagonally alone. Whoever reaches the far rank has won. A side's foremost stone has nothing of
 * its own before it, so on two files or more there is always a move.
 */
export const breakthrough: Game<StonePosition, StoneMove> = {
  name: 'Breakthrough',
  author: 'Dan Troyka',
  year: 2000,
  defaultSize: { cols: 8, rows: 8 },
  canEndInDraw: false,
  canRepeat: false,

  ...stones({
    rules: 'breakthrough',
    checkSize: (size) => checkSides(size, 3),
    first: ({ cols, rows }) =>
      fillBoard({ cols, rows }, (_file, rank) => {
        if (rank < ranksFilled(rows)) return 'black';
        return rank >= rows - ranksFilled(rows) ? 'white' : undefined;
      }),
    checkSetup,
  }),
  ...stoneMoves,
  parseMove: (position, text) => {
    const read = readFromTo(position, text, outcome(position));
    if (!read.ok) return read;
    const { board, turn } = position;
    const { from, to } = read.value;
    const names = { from: makeCell(from), to: makeCell(to) };
    const sideways = Math.abs(fileOf(to) - fileOf(from));
    if (rankOf(to) - rankOf(from) !== stepOf(turn) || sideways > 1) {
      return refuseMove('not-forward', names);
    }
    const captures = hasCell(board[opposite(turn)], to);
    return captures && sideways === 0
      ? refuseMove('straight-taken', names)
      : ok({ from, to, captures });
  },
  play: playFromTo,
  legalMoves: (position) => {
    if (outcome(position)) return [];
    const { board, turn } = position;
    const [mine, theirs] = [board[turn], board[opposite(turn)]];
    const moves: StoneMove[] = [];
    for (const from of cellsOf(mine)) {
      const [file, rank] = [fileOf(from), rankOf(from) + stepOf(turn)];
      for (let next = Math.max(file - 1, 0); next <= file + 1 && next < board.cols; next++) {
        const to = cellOf(next, rank);
        const captures = hasCell(theirs, to);
        if (!hasCell(mine, to) && !(captures && next === file)) moves.push({ from, to, captures });
      }
    }
    return moves;
  },
  countMoves: (position) => {
    if (outcome(position)) return 0;
    const { board, turn } = position;
    const [mine, theirs] = [board[turn], board[opposite(turn)]];
    const full = fullRow(board);
    let moves = 0;
    for (let rank = 0; rank < board.rows; rank++) {
      const row = mine[rank] ?? 0;
      const open = ~(mine[rank + stepOf(turn)] ?? 0) & full;
      moves += countRow(row & open & ~(theirs[rank + stepOf(turn)] ?? 0));
      moves += countRow((row << 1) & open) + countRow((row >> 1) & open);
    }
    return moves;
  },
  outcome: (position) => outcome(position),
  evaluate: ({ board, turn }) => {
    const [mine, theirs] = [meritOf(board, turn), meritOf(board, opposite(turn))];
    // In a race of two, whoever has as few steps to go and the move is there first.
    const race = mine.steps <= theirs.steps ? RACE / mine.steps : -RACE / theirs.steps;
    return mine.points - theirs.points + race;
  },
  oracle: breakthroughOracle,
  pliesMax: ({ board }) =>
    COLOURS.reduce((sum, colour) => {
      const steps = (cell: Cell) => Math.abs(goalOf(board, colour) - rankOf(cell));
      return cellsOf(board[colour]).reduce((total, cell) => total + steps(cell), sum);
    }, 0),
};

/** Two ranks of each side, where there is room for them. */
const ranksFilled = (rows: number): number => (rows < 4 ? 1 : 2);

/** Black stands below and goes up. */
const stepOf = (colour: Colour): number => (colour === 'black' ? 1 : -1);

const goalOf = ({ rows }: Board, colour: Colour): number => (colour === 'black' ? rows - 1 : 0);

/** A stone is at its goal at most where the last move has ended the game. */
function checkSetup(setup: Setup): Result<Setup, SetupError> {
  const { board, turn } = setup;
  const stonesMax = board.cols * ranksFilled(board.rows);
  for (const colour of COLOURS) {
    const stones = countCells(board[colour]);
    if (stones > stonesMax) return refuseSetup('too-many-stones', { colour, stones, stonesMax });
  }
  const there = (colour: Colour) => countRow(board[colour][goalOf(board, colour)] ?? 0);
  const moved = opposite(turn);
  return there(turn) > 0 || there(moved) > 1 || isEmpty(board[moved])
    ? refuseSetup('unreachable', {})
    : ok(setup);
}

/** Only the side that has just moved can have won. */
const outcome = ({ board, turn }: StonePosition): Outcome | undefined => {
  const winner = opposite(turn);
  if (board[winner][goalOf(board, winner)] !== 0) return { winner, reason: 'goal-reached' };
  return isEmpty(board[turn]) ? { winner, reason: 'all-captured' } : undefined;
};

/** What the stones of a side are worth, and the steps of the foremost that nobody can stop. */
const meritOf = (board: Board, colour: Colour) => {
  const [mine, theirs, step] = [board[colour], board[opposite(colour)], stepOf(colour)];
  const goal = goalOf(board, colour);
  let points = 0;
  let steps = Number.POSITIVE_INFINITY;
  // The files that an enemy farther ahead can reach in time.
  let guarded = 0;
  for (let left = 0; left < board.rows; left++) {
    const rank = goal - step * left;
    const [row, behind] = [mine[rank] ?? 0, mine[rank - step] ?? 0];
    const held = row & ((behind << 1) | (behind >> 1));
    points += countRow(row) * (STONE + ADVANCE / (left + 1));
    points += (countRow(held) + countRow(row & (row >> 1))) * CHAIN;
    if ((row & ~guarded) !== 0) steps = Math.min(steps, left);
    const reach = guarded | (theirs[rank] ?? 0);
    guarded = reach | (reach << 1) | (reach >> 1);
  }
  return { points, steps };
};

const STONE = 100;
const ADVANCE = 120;
const CHAIN = 15;
const RACE = 10_000;

/**
 * The oracle of Breakthrough, on boards that one word holds. Whoever is to move goes up: each position stands upside
 * down after the one before it.
 */
export function breakthroughOracle(
  { board: { cols, rows } }: StonePosition,
  effort: Effort,
): Oracle<StonePosition> | undefined {
  const stride = cols + 1;
  if (stride * rows > 32) return undefined;
  const ranks = Array.from(
    { length: rows },
    (_, rank) => fullRow({ cols, rows }) << (rank * stride),
  );
  const cells = ranks.reduce((all, rank) => all | rank, 0);
  const field: Field = {
    words: 1,
    stride,
    height: rows,
    cells: Int32Array.of(cells),
    neighbours: new Int32Array(),
    isDirected: true,
    numberOf: (cell) => rankOf(cell) * stride + fileOf(cell),
  };
  const overturned = (set: number): number => {
    let turned = 0;
    for (let rank = 0; rank < rows; rank++) {
      turned |= ((set >>> (rank * stride)) & (ranks[0] ?? 0)) << ((rows - 1 - rank) * stride);
    }
    return turned;
  };
  // From the last rank but one, a stone can always go on, straight or to the side.
  const [near = 0, far = 0] = [ranks[1], ranks[rows - 2]];
  const add = (stack: PositionStack, mine: number, theirs: number) => {
    const at = stack.push();
    stack.words[at] = mine;
    stack.words[at + 1] = theirs;
  };
  const successors = {
    push(stack: PositionStack, at: number): void {
      const [mine = 0, theirs = 0] = [stack.words[at], stack.words[at + 1]];
      // Nobody's position has no moves: whoever is to move there has lost.
      if ((mine & far) !== 0) {
        add(stack, 0, 0);
        return;
      }
      for (let left = mine; left !== 0; left &= left - 1) {
        const from = left & -left;
        const straight = (from << stride) & ~theirs;
        const targets = (straight | (from << (stride - 1)) | (from << (stride + 1))) & ~mine;
        for (let open = targets & cells; open !== 0; open &= open - 1) {
          const to = open & -open;
          const others = theirs & ~to;
          if ((others & near) === 0) add(stack, overturned(others), overturned((mine ^ from) | to));
        }
      }
    },
    repliesAbout: (stack: PositionStack, at: number): number => countRow(stack.words[at] ?? 0),
  };
  const search = new ProofSearch(field, successors, effort);
  const write =
    ({ board: { black, white }, turn }: StonePosition) =>
    (words: Int32Array) => {
      packCells(field, turn === 'black' ? black : white, words, 0);
      packCells(field, turn === 'black' ? white : black, words, 1);
      if (turn === 'black') return;
      for (const at of [0, 1]) words[at] = overturned(words[at] ?? 0);
    };
  return {
    evaluate: (position) => search.evaluate(write(position)),
    work: (position) => search.workOn(write(position)),
  };
}
