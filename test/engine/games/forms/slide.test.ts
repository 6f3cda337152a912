import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { forms } from '../../../../src/engine/games/forms/forms.ts';
import { groundOf, slideReach, slideTargets } from '../../../../src/engine/games/forms/play.ts';
import {
  cellsOf,
  hasCell,
  parseCell,
  withCell,
  withoutCell,
} from '../../../../src/engine/stones/board.ts';
import { groupAt } from '../../../../src/engine/stones/connection.ts';
import { anyPosition } from '../../arbitraries.ts';
import { board } from '../../given.ts';

const cell = (name: string): number => parseCell(name) ?? -1;
const cells = (names: string): number[] => names.split(' ').filter(Boolean).map(cell);

describe('slides', () => {
  test.each([
    ['a whole row of empty cells is within reach', 'xw/../..', 'a3', 'a1 b1 a2 b2'],
    ['stones are in the way, corners too', 'x../xw./..x', 'a2', 'a1 b1'],
    ['a stone between two pockets reaches both', '.x./xxw/x.x', 'b3', 'a3 c3'],
    ['a stone without an empty neighbour stays', 'xw/wx', 'a1', ''],
  ])('%s', (_name, diagram, from, reach) => {
    expect(cellsOf(slideReach(groundOf(board(diagram)), cell(from)))).toEqual(cells(reach));
  });

  test.each([
    ['it may leave everything behind', 'xw../....', 'a2', 'a1 c1 d1 d2'],
    ['it may not stay with all the others', 'xw/x.', 'a1', ''],
    ['it may split what it held together', 'wxw/...', 'b2', 'a1 b1 c1'],
    ['it may not join again what it split', 'wxw/w.w', 'b2', ''],
  ])('%s', (_name, diagram, from, targets) => {
    expect(cellsOf(slideTargets(groundOf(board(diagram)), cell(from)))).toEqual(cells(targets));
  });

  test('the targets are the cells of the reach where, played out, something is removed', () => {
    fc.assert(
      fc.property(anyPosition(forms, 6, 30), (position) => {
        if (forms.outcome(position)) return;
        const ground = groundOf(position.board);
        for (const from of cellsOf(ground.stones)) {
          const reach = slideReach(ground, from);
          const removing = cellsOf(reach).filter((to) => {
            const stones = withCell(withoutCell(ground.stones, from), to);
            const group = groupAt(to, stones);
            return cellsOf(stones).some((stone) => !hasCell(group, stone));
          });
          expect(cellsOf(slideTargets(ground, from))).toEqual(removing);
        }
      }),
    );
  });
});
