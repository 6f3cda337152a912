import type { Facts } from '../facts.ts';

/**
 * The counts of 8x8 are those of the Regular Games compiler (WoojtekP/RGcompiler, scripts/test.py). Those of 4x4, and
 * that who begins there loses, are from a program that shares nothing with this one. After the game of nine plies
 * Black has 13 stones and White none. The game on 6x6 is the best one of J. Feinstein's solution of 1993, which ends
 * 16 to 20 (Perfect play in 6x6 Othello, maths.nottingham.ac.uk).
 */
export const facts: Facts = {
  starts: [
    ['8x8', '8x8 8/8/8/3wx3/3xw3/8/8/8 x'],
    ['4x4', '4x4 4/.wx./.xw./4 x'],
  ],
  sizes: [
    ['2x2', 'bad-size', { cols: 2, rows: 2, sideMin: 4, sideMax: 16 }],
    ['18x18', 'bad-size', { cols: 18, rows: 18, sideMin: 4, sideMax: 16 }],
    ['8x6', 'not-square', {}],
    ['5x5', 'odd-size', { cols: 5, rows: 5 }],
  ],
  setups: [
    ['4x4 4/.wx./.x2/4 x', 'unreachable', {}],
    ['4x4 4/4/4/4 x', 'unreachable', {}],
  ],
  counts: [
    ['8x8', 4, 12, 56, 244, 1396, 8200, 55_092, 390_216],
    ['4x4', 4, 12, 44, 128, 424, 1256],
  ],
  moves: [
    ['8x8', 'd3 c4 f5 e6'],
    ['4x4 www./wwx./wxx./2x. x', 'pass'],
    ['8x8 8/8/4x3/3xxx2/2xxxxx./3xxx2/4x3/8 w', ''],
  ],
  games: [
    [
      '8x8',
      'e6 f4 e3 f6 g5 d6 e7 f5 c5',
      '8x8 8/8/4x3/3xxx2/2xxxxx./3xxx2/4x3/8 w',
      'black',
      'more-stones',
    ],
    [
      '4x4',
      'a2 c1 d3 c4 b1 a1 pass d2 d1 b4 a4 a3 d4',
      '4x4 wwwx/wwxx/wwwx/xxxx w',
      'nobody',
      'as-many-stones',
    ],
    [
      '6x6',
      'c2 b4 c5 d2 e4 e3 d1 c1 b1 d5 d6 f4 b3 b2 f3 f2 e2 b6 a4 c6 a6 a2 b5 a5 e6 e5 a3 a1 f5 f6 pass e1 f1',
      '6x6 wwwwwx/wwxwxw/xxwxww/xxxwww/wwxxww/xxxxxw w',
      'white',
      'more-stones',
    ],
    ['4x4', 'd3 d2 c1 d4 a3 b1 c4 b4 a1 d1', '4x4 xxxw/.www/xwww/.www x', 'white', 'more-stones'],
  ],
  refusals: [
    ['8x8', 'c3', 'turns-none', { cell: 'c3' }],
    ['8x8', 'e3', 'turns-none', { cell: 'e3' }],
    ['8x8', 'd4', 'occupied', { cell: 'd4' }],
    ['8x8', 'i1', 'off-board', { cell: 'i1', cols: 8, rows: 8, lastCell: 'h8' }],
    ['8x8', 'd3c3', 'not-a-move', {}],
    ['8x8', 'pass', 'must-move', {}],
    ['4x4 www./wwx./wxx./2x. x', 'd1', 'turns-none', { cell: 'd1' }],
    ['8x8 8/8/4x3/3xxx2/2xxxxx./3xxx2/4x3/8 w', 'a1', 'game-over', {}],
    ['8x8 8/8/4x3/3xxx2/2xxxxx./3xxx2/4x3/8 w', 'pass', 'game-over', {}],
  ],
  values: [['4x4', 'loss']],
  shown: [['4x4 4/.wx./.xw./4 x', 'a2']],
};
