import type { Colour } from '../../shape/types.ts';
import { type Board, colourAt } from '../../stones/board.ts';
import { cellOf } from '../../stones/cell.ts';

/**
 * The electric current between the edges of a side, if its stones conduct well, empty hexes poorly and enemy
 * stones not at all. Potentials settle in sweeps over a board with a rim, whose first edge has 1.
 */
export const currentOf = (board: Board, colour: Colour): number => {
  const side = board.cols;
  const wide = side + 2;
  const conducts = new Float64Array(wide * wide);
  const potential = new Float64Array(wide * wide);
  conducts.fill(WIRE, 0, wide);
  conducts.fill(WIRE, wide * (wide - 1));
  potential.fill(1, 0, wide);
  for (let from = 0; from < side; from++) {
    for (let across = 0; across < side; across++) {
      const cell = colour === 'black' ? cellOf(across, from) : cellOf(from, across);
      const at = wide * (from + 1) + across + 1;
      const owner = colourAt(board, cell);
      conducts[at] = owner === undefined ? 1 : owner === colour ? WIRE : 0;
      potential[at] = 1 - (from + 0.5) / side;
    }
  }
  const around = [-wide, 1 - wide, -1, 1, wide - 1, wide];
  let current = 0;
  for (let sweep = 0; sweep < SWEEPS; sweep++) {
    current = 0;
    for (let at = wide + 1; at < wide * (wide - 1) - 1; at++) {
      if (conducts[at] === 0) continue;
      let [sum, weight] = [0, 0];
      for (const step of around) {
        const conduct = conducts[at + step] ?? 0;
        sum += conduct * (potential[at + step] ?? 0);
        weight += conduct;
      }
      const before = potential[at] ?? 0;
      if (weight > 0) potential[at] = before + RELAX * (sum / weight - before);
      if (at < 2 * wide) current += (conducts[at] ?? 0) * (1 - (potential[at] ?? 0));
    }
  }
  return Math.max(current, 1e-9);
};

const WIRE = 8;
const SWEEPS = 16;
/** Over-relaxation, which settles long boards in few sweeps. */
const RELAX = 1.5;
