import type { Colour } from '../shape/ground.ts';
import type { Spot, Thing, View } from '../shape/view.ts';
import type { Board } from './board.ts';
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
    return { label: String(rank + 1), shift: 0, spots: spotsOf(board, rank) };
  }),
});

/** The spots of a rank from the left; a loop, since a letter has hundreds of them. */
const spotsOf = (board: Board, rank: number): readonly Spot[] => {
  const [blacks, whites] = [board.black[rank] ?? 0, board.white[rank] ?? 0];
  const spots: Spot[] = [];
  for (let file = 0; file < board.cols; file++) {
    const bit = 1 << file;
    const on = blacks & bit ? SPOTS.black : whites & bit ? SPOTS.white : SPOTS.empty;
    spots.push(on[cellOf(file, rank)] as Spot);
  }
  return spots;
};

/** A spot for each cell that there can be, made once. */
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
