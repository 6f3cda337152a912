import { ok, type Result } from '../../../result.ts';
import { legalPosition } from '../../shape/game.ts';
import { refuseSetup } from '../../shape/refusal.ts';
import {
  type Cell,
  COLOURS,
  type Outcome,
  type Played,
  type SetupError,
  type Size,
} from '../../shape/types.ts';
import {
  type Board,
  type CellSet,
  cellsOf,
  countCells,
  difference,
  emptiesOf,
  intersection,
  isEmpty,
  makeCell,
  makeSet,
  moveStone,
  opposite,
  type Setup,
  type StoneMove,
  type StonePosition,
  stonesOf,
  withCell,
  withoutCell,
} from '../../stones/board.ts';
import {
  crowded,
  flood,
  groupAt,
  groupsOf,
  linkedAround,
  touching,
} from '../../stones/connection.ts';
import { checkSides } from '../../stones/notation.ts';

/**
 * Plays a move of either game of Forms: the stone goes to its cell and captures an enemy stone there; then
 * every stone not in its group is removed. Connection is checked only after the move, so a gap during it does
 * not count.
 */
export const playStone = (
  { rules, board, turn }: StonePosition,
  move: StoneMove,
): Played<StonePosition> => {
  const moved = moveStone(board, turn, move);
  const stones = stonesOf(moved);
  const { from, to, captures } = move;
  // The stones were one group before; if the neighbours of the origin stay linked after a capture, they
  // still are, without a flood fill.
  const group = captures && linkedAround(from, stones) ? stones : groupAt(to, stones);
  const [black, white] = [intersection(moved.black, group), intersection(moved.white, group)];
  return {
    position: legalPosition(rules, { ...moved, black, white }, opposite(turn)),
    effects: () => {
      const removed = difference(stones, group);
      const lost = countCells(removed) + (captures ? 1 : 0);
      return {
        reached: [makeCell(move.to)],
        vacated: cellsOf(withCell(removed, move.from)).map(makeCell),
        report: { code: 'played', facts: { lost } },
      };
    },
  };
};

/** An upper bound: every move removes a stone, and the last one cannot move. */
export const pliesLeft = ({ board }: StonePosition): number => countCells(stonesOf(board)) - 1;

/** A player without stones has won: the opponent made the last move. */
export const lastStoneGone = ({ board }: StonePosition): Outcome | undefined => {
  if (isEmpty(board.black)) return { winner: 'black', reason: 'last-stone-gone' };
  if (isEmpty(board.white)) return { winner: 'white', reason: 'last-stone-gone' };
  return undefined;
};

/** Board checks of both games of Forms. */

/** Checks that a side is even, so that each colour begins with half of the cells. */
export const checkFormsSize = (size: Size): Result<Size, SetupError> => {
  const { cols, rows } = size;
  const even = cols % 2 === 0 || rows % 2 === 0;
  const sides = checkSides(size, 1);
  return even || !sides.ok ? sides : refuseSetup('odd-size', { cols, rows });
};

/**
 * Checks for one group and at most half a board of each colour. Two groups could leave a player without a
 * move. One colour may be missing: then the game is over.
 */
export const checkFormsSetup = (setup: Setup): Result<Setup, SetupError> => {
  const { cols, rows } = setup.board;
  const stonesMax = (cols * rows) / 2;
  for (const colour of COLOURS) {
    const stones = countCells(setup.board[colour]);
    if (stones > stonesMax) return refuseSetup('too-many-stones', { colour, stones, stonesMax });
  }
  const groups = groupsOf(stonesOf(setup.board)).length;
  if (groups === 0) return refuseSetup('no-stones', {});
  return groups === 1 ? ok(setup) : refuseSetup('not-one-group', { groups });
};

/** Data shared by all slides of a position. */
interface Ground {
  readonly stones: CellSet;
  readonly empties: CellSet;
  /** Empty cells with at most one adjacent stone. */
  readonly loose: CellSet;
}

export const groundOf = (board: Board): Ground => {
  const stones = stonesOf(board);
  const empties = emptiesOf(board);
  return { stones, empties, loose: difference(empties, crowded(stones, empties)) };
};

/** The empty cells that a stone can reach, whether or not its arrival removes stones. */
export const slideReach = ({ empties }: Ground, from: Cell): CellSet =>
  flood(touching(makeSet(empties.length, from), empties), empties);

/**
 * The cells of a stone's reach where its arrival removes stones. Without the stone, the others form one or
 * more groups; all stay only if it touches every one. If they form one group, it must touch none: only loose
 * cells qualify, usually none. Requires other stones.
 */
export const slideTargets = (ground: Ground, from: Cell): CellSet => {
  const { stones, empties, loose } = ground;
  const linked = linkedAround(from, stones);
  const candidates = linked ? loose : empties;
  if (isEmpty(candidates)) return candidates;
  const rest = withoutCell(stones, from);
  let keepsAll = candidates;
  for (const group of linked ? [rest] : groupsOf(rest)) keepsAll = touching(group, keepsAll);
  const removes = difference(candidates, keepsAll);
  return isEmpty(removes) ? removes : intersection(removes, slideReach(ground, from));
};
