import { ok, type Result } from '../../../result.ts';
import { legal } from '../../shape/legal.ts';
import { refuseSetup } from '../../shape/refusal.ts';
import {
  COLOURS,
  type Outcome,
  type Played,
  type SetupError,
  type Size,
} from '../../shape/types.ts';
import { opposite, stonesOf } from '../../stones/board.ts';
import { makeCell } from '../../stones/cell.ts';
import {
  type CellSet,
  cellsOf,
  countCells,
  difference,
  intersection,
  isEmpty,
  union,
  withCell,
  withoutCell,
} from '../../stones/cellset.ts';
import { groupAt, groupsOf, linkedAround } from '../../stones/connection.ts';
import { checkSides } from '../../stones/notation.ts';
import type { Setup, StoneMove, StonePosition } from '../../stones/types.ts';

/**
 * Plays a move of either game of Forms: the stone goes to its cell, in place of an enemy stone if
 * one stands there, and then every stone that is not in its group leaves the board. Connection is
 * judged only now, so what was apart while the stone was on its way does not count.
 */
export const playStone = (
  { rules, board, turn }: StonePosition,
  { from, to, captures }: StoneMove,
): Played<StonePosition> => {
  const { cols, rows } = board;
  const opponent = opposite(turn);
  const mine = withCell(withoutCell(board[turn], from), to);
  const theirs = captures ? withoutCell(board[opponent], to) : board[opponent];
  const stones = union(mine, theirs);
  const group = groupAfter(stones, { from, to, captures });
  const [mineLeft, theirsLeft] = [intersection(mine, group), intersection(theirs, group)];
  const [black, white] = turn === 'black' ? [mineLeft, theirsLeft] : [theirsLeft, mineLeft];
  return {
    position: legal(rules, { cols, rows, black, white }, opponent),
    effects: () => {
      const removed = difference(stones, group);
      const lost = countCells(removed) + (captures ? 1 : 0);
      return {
        reached: [makeCell(to)],
        vacated: cellsOf(withCell(removed, from)).map(makeCell),
        told: { code: 'played', facts: { lost } },
      };
    },
  };
};

/**
 * The group of the stone that moved. The stones were one group before, so when a capture leaves
 * those beside the origin linked to each other they still are, and no flood is needed.
 */
const groupAfter = (stones: CellSet, { from, to, captures }: StoneMove): CellSet =>
  captures && linkedAround(from, stones) ? stones : groupAt(to, stones);

/** Every move takes a stone at least, and the last stone has nobody to move against. */
export const pliesLeft = ({ board }: StonePosition): number => countCells(stonesOf(board)) - 1;

/** A player whose last stone is gone has won: the opponent made the last move. */
export const lastStoneGone = ({ board }: StonePosition): Outcome | undefined => {
  if (isEmpty(board.black)) return { winner: 'black', reason: 'last-stone-gone' };
  if (isEmpty(board.white)) return { winner: 'white', reason: 'last-stone-gone' };
  return undefined;
};

/** What the two games of Forms ask of a board. */

/** Any board with an even side, so that both colours begin with half of its cells. */
export const checkFormsSize = (size: Size): Result<Size, SetupError> => {
  const { cols, rows } = size;
  const even = cols % 2 === 0 || rows % 2 === 0;
  const sides = checkSides(size, 1);
  return even || !sides.ok ? sides : refuseSetup('odd-size', { cols, rows });
};

/**
 * A position that play can lead to has one group and at most half a board of each colour. Two
 * groups could leave a player without a move. One colour may be gone: then the game is over.
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
