import fc from 'fast-check';
import type { Colour } from '../../src/engine/shape/types.ts';
import type { View } from '../../src/engine/shape/view.ts';
import { fillBoard } from '../../src/engine/stones/board.ts';
import { stoneView } from '../../src/engine/stones/stones.ts';

type Ranks = readonly (readonly (Colour | undefined)[])[];

/** A board of stones, its top rank first. */
export const viewOf = (ranks: Ranks): View => {
  const size = { cols: ranks[0]?.length ?? 0, rows: ranks.length };
  const board = fillBoard(size, (file, rank) => ranks[size.rows - 1 - rank]?.[file]);
  return stoneView({ board, turn: 'black' });
};

/** Any stones on a board of any size. */
export const anyRanks: fc.Arbitrary<Ranks> = fc
  .tuple(fc.integer({ min: 1, max: 26 }), fc.integer({ min: 1, max: 26 }))
  .chain(([cols, rows]) => {
    const stone = fc.constantFrom<Colour | undefined>('black', 'white', undefined);
    const rank = fc.array(stone, { minLength: cols, maxLength: cols });
    return fc.array(rank, { minLength: rows, maxLength: rows });
  });
