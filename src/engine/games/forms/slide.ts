import type { Cell } from '../../shape/types.ts';
import { type Board, emptiesOf, stonesOf } from '../../stones/board.ts';
import {
  type CellSet,
  difference,
  intersection,
  isEmpty,
  makeSet,
  withoutCell,
} from '../../stones/cellset.ts';
import { crowded, flood, groupsOf, linkedAround, touching } from '../../stones/connection.ts';

/** What the slides of a position have in common, worked out once for all its stones. */
export interface Ground {
  readonly stones: CellSet;
  readonly empties: CellSet;
  /** The empty cells with at most one stone beside them. */
  readonly loose: CellSet;
}

export const groundOf = (board: Board): Ground => {
  const stones = stonesOf(board);
  const empties = emptiesOf(board);
  return { stones, empties, loose: difference(empties, crowded(stones, empties)) };
};

/** The empty cells that a stone can slide to, whether or not it removes anything. */
export const slideReach = ({ empties }: Ground, from: Cell): CellSet =>
  flood(touching(makeSet(empties.length, from), empties), empties);

/**
 * The cells of a stone's reach where its arrival removes something. Without the stone, the others
 * fall into one or more groups, and all of them stay only where it touches every one. When they
 * stay one group, it must touch none of them: that leaves the loose cells, and mostly there are none.
 * Other stones must stand: a stone that is alone has no slides, since its game is over.
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
