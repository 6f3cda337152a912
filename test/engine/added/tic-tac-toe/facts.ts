import type { Facts } from '../../facts.ts';

/** Counted by a program that shares nothing with this one; and every child knows the value. */
export const facts: Facts = {
  starts: [['3x3', '3x3 3/3/3 x']],
  sizes: [['4x3', 'bad-size', { cols: 4, rows: 3, sideMin: 3, sideMax: 3 }]],
  setups: [
    ['3x3 x../3/3 x', 'unreachable', {}],
    ['3x3 xx./3/3 w', 'unreachable', {}],
    ['4x4 4/4/4/4 x', 'bad-size', { cols: 4, rows: 4, sideMin: 3, sideMax: 3 }],
  ],
  counts: [['3x3', 9, 72, 504, 3024, 15120, 54720, 148176, 200448, 127872]],
  moves: [
    ['3x3 x.w/.x./w.. x', 'b1 c1 a2 c2 b3'],
    ['3x3 xxx/ww./3 w', ''],
  ],
  games: [
    ['3x3', 'a1 a2 b1 b2 c1', '3x3 3/ww./xxx w', 'black', 'three-in-a-line'],
    ['3x3', 'a1 b2 a2 a3 b1 c1', '3x3 w2/xw./xxw x', 'white', 'three-in-a-line'],
    ['3x3', 'a1 b1 b2 c2 c3', '3x3 2x/.xw/xw. w', 'black', 'three-in-a-line'],
    ['3x3', 'b1 a1 b2 a2 b3', '3x3 .x./wx./wx. w', 'black', 'three-in-a-line'],
    ['3x3', 'b2 a1 c1 a3 a2 c2 b3 b1 c3', '3x3 wxx/xxw/wwx w', 'nobody', 'nobody-won'],
  ],
  refusals: [
    ['3x3 3/.x./3 w', 'b2', 'occupied', { cell: 'b2' }],
    ['3x3 3/.x./3 w', 'd1', 'off-board', { cell: 'd1', cols: 3, rows: 3, lastCell: 'c3' }],
    ['3x3 3/.x./3 w', 'b2c3', 'not-a-move', {}],
    ['3x3 xxx/ww./3 w', 'c2', 'game-over', {}],
  ],
  values: [
    ['3x3 3/.x./3 w', 'draw'],
    ['3x3 x2/.w./3 x', 'draw'],
    ['3x3 .x./3/..w x', 'win'],
  ],
  shown: [['3x3 3/3/w.x x', 'b2']],
};
