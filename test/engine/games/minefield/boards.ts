import fc from 'fast-check';
import { minefield } from '../../../../src/engine/games/minefield/minefield.ts';
import type { StonePosition } from '../../../../src/engine/stones/board.ts';
import { given } from '../../given.ts';

/**
 * Any board on which the game goes on, with sides up to `sideMax` and at most `cellsMax` cells: chance
 * alone hardly ever makes a line that is nearly full, so some ranks and files consist of few groups.
 */
export const anyBoard = (sideMax: number, cellsMax = 676): fc.Arbitrary<StonePosition> =>
  fc
    .record({
      cols: fc.integer({ min: 2, max: sideMax }),
      rows: fc.integer({ min: 2, max: sideMax }),
    })
    .filter(({ cols, rows }) => cols * rows <= cellsMax)
    .chain(({ cols, rows }) =>
      fc.record({
        cells: fc.array(fc.boolean(), { minLength: cols * rows, maxLength: cols * rows }),
        lines: fc.array(
          fc.record({
            isRank: fc.boolean(),
            line: fc.nat(25),
            ends: fc.array(fc.nat(25), { minLength: 1, maxLength: 4 }),
          }),
          { maxLength: 4 },
        ),
        turn: fc.constantFrom('x', 'w'),
        size: fc.constant({ cols, rows }),
      }),
    )
    .map(({ cells, lines, turn, size: { cols, rows } }) => {
      for (const { isRank, line, ends } of lines) {
        for (let place = 0; place < (isRank ? cols : rows); place++) {
          const index = isRank ? (line % rows) * cols + place : place * cols + (line % cols);
          cells[index] = ends.filter((end) => end < place).length % 2 === 0;
        }
      }
      const ranks = Array.from({ length: rows }, (_, rank) =>
        cells
          .slice(rank * cols, (rank + 1) * cols)
          .map((isBlack) => (isBlack ? 'x' : 'w'))
          .join(''),
      );
      return given(`minefield ${cols}x${rows} ${ranks.join('/')} ${turn}`);
    })
    .filter((position) => minefield.outcome(position) === undefined);
