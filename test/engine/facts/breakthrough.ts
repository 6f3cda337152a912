import type { Facts } from '../facts.ts';

/**
 * The counts of 8x8 are those of the Regular Games compiler (WoojtekP/RGcompiler, scripts/test.py), and of a
 * program that shares nothing with this one, like the other counts and the values of the smallest boards.
 */
export const facts: Facts = {
  starts: [
    ['8x8', '8x8 wwwwwwww/wwwwwwww/8/8/8/8/xxxxxxxx/xxxxxxxx x'],
    ['3x3', '3x3 www/3/xxx x'],
    ['3x4', '3x4 www/www/xxx/xxx x'],
  ],
  sizes: [['2x8', 'bad-size', { cols: 2, rows: 8, sideMin: 3, sideMax: 26 }]],
  setups: [
    ['3x3 www/3/3 w', 'unreachable', {}],
    ['3x4 x.w/3/3/3 x', 'unreachable', {}],
    ['3x4 xx./3/3/.w. w', 'unreachable', {}],
    ['3x4 x../.w./3/w.. w', 'unreachable', {}],
    ['3x3 3/3/3 x', 'unreachable', {}],
    ['3x3 www/w../xxx x', 'too-many-stones', { colour: 'white', stones: 4, stonesMax: 3 }],
  ],
  counts: [
    ['8x8', 22, 484, 11_132, 256_036, 6_182_818],
    ['6x6', 16, 256, 4308, 71_478, 1_248_290],
  ],
  moves: [
    [
      '4x6 .w.w/2w./.x2/3x/x.x./.x2 x',
      'b1-b2 a2-a3 a2-b3 c2-b3 c2-c3 d3-c4 d3-d4 b4-a5 b4-b5 b4xc5',
    ],
    ['4x6 .w.w/2w./.x2/3x/x.x./.x2 w', 'c5xb4 c5-c4 c5-d4 b6-a5 b6-b5 d6-d5'],
    ['3x4 x.w/3/3/3 w', ''],
  ],
  games: [
    ['3x3', 'b1c2 a3b2 c2xb3', '3x3 .xw/.w./x.x w', 'black', 'goal-reached'],
    ['3x4 3/.w./.x./3 x', 'b2c3 b3a2 c3c4', '3x4 2x/3/w2/3 w', 'black', 'goal-reached'],
    ['3x4 3/.w./x../3 x', 'a2xb3', '3x4 3/.x./3/3 w', 'black', 'all-captured'],
    ['3x4 3/.w./x.x/3 w', 'b3xa2', '3x4 3/3/w.x/3 x'],
  ],
  refusals: [
    ['3x4 3/.w./.x./3 x', 'b2b3', 'straight-taken', { from: 'b2', to: 'b3' }],
    ['3x4 3/.w./.x./3 x', 'b2b1', 'not-forward', { from: 'b2', to: 'b1' }],
    ['3x4 3/.w./.x./3 x', 'b2c2', 'not-forward', { from: 'b2', to: 'c2' }],
    ['3x4 3/.w./.x./3 x', 'b2b4', 'not-forward', { from: 'b2', to: 'b4' }],
    ['3x4 3/.w./x../3 x', 'a2c3', 'not-forward', { from: 'a2', to: 'c3' }],
    ['3x4 3/.w./.x./3 w', 'b3b4', 'not-forward', { from: 'b3', to: 'b4' }],
    ['3x4', 'a1b2', 'own-stone', { to: 'b2' }],
    ['3x4', 'a3a2', 'not-yours', { cell: 'a3', owner: 'white' }],
    ['3x3', 'a2a3', 'no-stone', { cell: 'a2' }],
    ['3x4 x.w/3/3/3 w', 'c4c3', 'game-over', {}],
    ['3x4', 'b2', 'not-a-move', {}],
  ],
  values: [
    ['3x4', 'loss'],
    ['3x5', 'loss'],
    ['4x4', 'loss'],
  ],
  shown: [['4x6 .w.w/2w./.x2/3x/x.x./.x2 x', 'b4c5']],
};
