import { ok, type Result } from '../../../result.ts';
import { refuseMove } from '../../shape/refusal.ts';
import type { Cell, MoveError } from '../../shape/types.ts';
import { cellOf, fileOf, makeCell, rankOf } from '../../stones/cell.ts';
import { type CellSet, cellsOf } from '../../stones/cellset.ts';

/** The lines of a queen in chess, along which amazons and their arrows go. */

const WAYS = [-1, 0, 1].flatMap((up) => [-1, 0, 1].map((aside) => [aside, up] as const));

/** The open cells that a queen reaches from a cell. */
export const reach = (open: CellSet, from: Cell, stepsMax = Number.POSITIVE_INFINITY): Cell[] => {
  const cells: Cell[] = [];
  for (const [aside, up] of WAYS) {
    if (aside === 0 && up === 0) continue;
    let [file, rank] = [fileOf(from) + aside, rankOf(from) + up];
    for (let step = 0; step < stepsMax && ((open[rank] ?? 0) >> file) & 1; step++) {
      cells.push(cellOf(file, rank));
      file += aside;
      rank += up;
    }
  }
  return cells;
};

/** Checks that a queen can go from one cell to another. */
export const checkLine = (open: CellSet, from: Cell, to: Cell): Result<Cell, MoveError> => {
  const names = { from: makeCell(from), to: makeCell(to) };
  const [aside, up] = [fileOf(to) - fileOf(from), rankOf(to) - rankOf(from)].map(Math.abs);
  if (from === to || (aside !== 0 && up !== 0 && aside !== up)) {
    return refuseMove('not-straight', names);
  }
  return reach(open, from).includes(to) ? ok(to) : refuseMove('no-way', names);
};

/** How many moves of a queen each open cell is away from the nearest of some. */
export const queenSteps = (open: CellSet, starts: CellSet): ReadonlyMap<Cell, number> => {
  const steps = new Map<Cell, number>();
  let edge = cellsOf(starts);
  for (let step = 1; edge.length > 0; step++) {
    const next: Cell[] = [];
    for (const from of edge) {
      for (const to of reach(open, from)) {
        if (steps.has(to)) continue;
        steps.set(to, step);
        next.push(to);
      }
    }
    edge = next;
  }
  return steps;
};
