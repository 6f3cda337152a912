import type { Colour } from '../shape/ground.ts';
import type { Spot, Thing, View } from '../shape/view.ts';
import { cellOf, makeCell, SIDE_MAX } from './cell.ts';
import type { Setup } from './types.ts';

/** The stones of both colours, with the signs that a board has in text. */
const STONES: Readonly<Record<Colour, Thing>> = {
  black: { owner: 'black', kind: 'stone', sign: '#' },
  white: { owner: 'white', kind: 'stone', sign: 'O' },
};

/** A board of stones as it is drawn: its ranks are counted from the bottom. */
export const stoneView = ({ board }: Setup): View => ({
  grid: 'squares',
  files: Array.from({ length: board.cols }, (_, file) => String.fromCharCode(97 + file)),
  lines: Array.from({ length: board.rows }, (_, index) => {
    const rank = board.rows - 1 - index;
    const [blacks, whites] = [board.black[rank] ?? 0, board.white[rank] ?? 0];
    const spots = Array.from({ length: board.cols }, (_, file) => {
      const isStone = (row: number) => ((row >> file) & 1) === 1;
      const on = isStone(blacks) ? SPOTS.black : isStone(whites) ? SPOTS.white : SPOTS.empty;
      return on[cellOf(file, rank)];
    });
    return { label: String(rank + 1), shift: 0, spots };
  }),
});

/** A spot for each cell that there can be. A letter has hundreds of them, so they are made once. */
const spotsWith = (thing?: Thing): readonly Spot[] =>
  Array.from({ length: cellOf(0, SIDE_MAX) }, (_, cell) => ({
    name: makeCell(cell),
    ...(thing && { thing }),
  }));

const SPOTS: Readonly<Record<Colour | 'empty', readonly Spot[]>> = {
  black: spotsWith(STONES.black),
  white: spotsWith(STONES.white),
  empty: spotsWith(),
};
