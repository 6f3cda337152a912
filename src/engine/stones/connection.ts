import type { Cell } from '../shape/types.ts';
import {
  type CellSet,
  difference,
  fileOf,
  firstCell,
  intersection,
  isEmpty,
  makeSet,
  rankOf,
} from './board.ts';

/** The cells of `within` that share a side with a cell of `set`. */
export const touching = (set: CellSet, within: CellSet): CellSet => {
  const found = within.slice();
  let below = 0;
  let row = set[0] ?? 0;
  for (let rank = 0; rank < within.length; rank++) {
    const above = set[rank + 1] ?? 0;
    found[rank] = ((row << 1) | (row >> 1) | below | above) & (within[rank] ?? 0);
    below = row;
    row = above;
  }
  return found;
};

/** The cells of `within` that share a side with two or more cells of `set`. */
export const crowded = (set: CellSet, within: CellSet): CellSet => {
  const found = within.slice();
  let below = 0;
  let row = set[0] ?? 0;
  for (let rank = 0; rank < within.length; rank++) {
    const above = set[rank + 1] ?? 0;
    const left = row << 1;
    const right = row >> 1;
    const twice = (left & right) | (below & above) | ((left | right) & (below | above));
    found[rank] = twice & (within[rank] ?? 0);
    below = row;
    row = above;
  }
  return found;
};

/** Flood fill: the cells of `within` connected to a cell of `seed` by orthogonal steps inside it. */
export const flood = (seed: CellSet, within: CellSet): CellSet => {
  const found = seed.slice();
  sweep(found, within, true);
  // A sweep without additions means that neither direction adds more.
  while (sweep(found, within, false) && sweep(found, within, true));
  return found;
};

/** The group of the stone on `cell`. */
export const groupAt = (cell: Cell, stones: CellSet): CellSet =>
  flood(makeSet(stones.length, cell), stones);

/** The groups of stones, ordered by their first cell. */
export const groupsOf = (stones: CellSet): CellSet[] => {
  const groups: CellSet[] = [];
  let left = stones;
  for (let cell = firstCell(left); cell !== undefined; cell = firstCell(left)) {
    const group = groupAt(cell, left);
    groups.push(group);
    left = difference(left, group);
  }
  return groups;
};

/**
 * Whether the stones adjacent to `cell` are connected within the eight cells around it. If so, their group
 * stays connected when the stone on `cell` leaves, without a flood fill.
 */
export const linkedAround = (cell: Cell, stones: CellSet): boolean => {
  const file = fileOf(cell);
  const rank = rankOf(cell);
  const below = rank === 0 ? 0 : (stones[rank - 1] ?? 0);
  const above = stones[rank + 1] ?? 0;
  const ring =
    (threeAt(above, file) << 6) | (threeAt(stones[rank] ?? 0, file) << 3) | threeAt(below, file);
  return ringIsLinked(ring);
};

/** `linkedAround` for a 3 x 3 block as one number, three bits per rank from the bottom. */
export const ringIsLinked = (ring: number): boolean => LINKED_RINGS[ring] === 1;

/** Three cells of a rank, the middle one on `file`. */
const threeAt = (row: number, file: number): number => ((row << 1) >> file) & 7;

/** Fills rank by rank, upwards or downwards. Whether that adds any cell. */
const sweep = (found: number[], within: CellSet, up: boolean): boolean => {
  let changed = false;
  let beside = 0;
  for (let count = 0; count < found.length; count++) {
    const rank = up ? count : found.length - 1 - count;
    const old = found[rank] ?? 0;
    beside = fillRuns(old | beside, within[rank] ?? 0);
    if (beside !== old) {
      found[rank] = beside;
      changed = true;
    }
  }
  return changed;
};

/**
 * The runs of `open` that contain a bit of `seed`. Adding a bit to a run of ones carries to its end, which
 * fills to the right in one step. To the left the reach doubles each step.
 */
export const fillRuns = (seed: number, open: number): number => {
  let found = seed & open;
  if (found === 0 || found === open) return found;
  found |= open & ~(open + found);
  let way = open;
  for (let reach = 1; reach < 32; reach <<= 1) {
    found |= way & (found >> reach);
    way &= way >> reach;
  }
  return found;
};

/** For each of the 512 fillings of nine cells, whether the ring connects the stones at the four sides. */
const LINKED_RINGS = Uint8Array.from({ length: 512 }, (_, filling) => {
  const ring = [filling & 7, (filling >> 3) & 5, filling >> 6];
  const beside = intersection(ring, [2, 5, 2]);
  const start = firstCell(beside);
  return start === undefined || isEmpty(difference(beside, groupAt(start, ring))) ? 1 : 0;
});
