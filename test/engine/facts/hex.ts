import type { Facts } from '../facts.ts';

/**
 * The first two counts of 11x11 without swaps are those of the Regular Games compiler (WoojtekP/RGcompiler,
 * scripts/test.py); of the second, 121 are swaps. The others, and the values, are from a program that shares
 * nothing with this one. That a1 and b1 lose is told by HexWiki (Small boards), which has one exception: b1
 * on 2x2.
 */
export const facts: Facts = {
  starts: [['3x3', '3x3 3/3/3 x']],
  sizes: [
    ['1x1', 'bad-size', { cols: 1, rows: 1, sideMin: 2, sideMax: 19 }],
    ['20x20', 'bad-size', { cols: 20, rows: 20, sideMin: 2, sideMax: 19 }],
    ['11x10', 'not-square', {}],
  ],
  setups: [
    ['3x3 3/3/3 w', 'unreachable', {}],
    ['3x3 x../3/3 x', 'unreachable', {}],
    ['3x3 ww./3/3 x', 'unreachable', {}],
    ['3x4 3/3/3/3 x', 'not-square', {}],
    ['3x3 .x./wx./wx. x', 'unreachable', {}],
  ],
  counts: [
    ['3x3', 9, 81, 576, 3528, 18144, 69840, 201600, 354240, 328320],
    ['5x5', 25, 625, 14400],
    ['11x11', 121, 14641],
  ],
  moves: [
    ['3x3 ..x/3/3 w', 'a1 b1 a2 b2 c2 a3 b3 c3 swap'],
    ['3x3 3/3/w.. x', 'a1 b1 c1 a2 b2 c2 b3 c3'],
    ['3x3 xw./3/3 x', 'c1 a2 b2 c2 a3 b3 c3'],
    ['3x3 .x./.xw/.xw w', ''],
  ],
  games: [
    ['11x11', 'c2 swap', '11x11 11/11/.w9/11/11/11/11/11/11/11/11 x'],
    ['3x3', 'c1 swap c3 b2 b1 c1', '3x3 .xw/.w./w.x x', 'white', 'edges-joined'],
    ['3x3', 'b2 a1 a3 c3 b1', '3x3 wx./.x./x.w w', 'black', 'edges-joined'],
  ],
  refusals: [
    ['3x3 3/.x./3 w', 'b2', 'occupied', { cell: 'b2' }],
    ['3x3 3/.x./3 w', 'd1', 'off-board', { cell: 'd1', cols: 3, rows: 3, lastCell: 'c3' }],
    ['3x3 3/.x./3 w', 'b2c3', 'not-a-move', {}],
    ['3x3 3/3/3 x', 'swap', 'too-late-to-swap', {}],
    ['3x3 3/.w./3 x', 'swap', 'too-late-to-swap', {}],
    ['3x3 3/.w./..x w', 'swap', 'too-late-to-swap', {}],
    ['3x3 .x./.xw/.xw w', 'swap', 'game-over', {}],
  ],
  values: [
    // What was the first stone, after the swap: on b1 and a2 of 2x2, and on c1, a2, b2, c2 and a3 of 3x3, it
    // had won for Vertical.
    ['2x2 2/w. x', 'loss'],
    ['2x2 .w/2 x', 'loss'],
    ['2x2 w./2 x', 'win'],
    ['2x2 2/.w x', 'win'],
    ['3x3 3/3/w.. x', 'loss'],
    ['3x3 .w./3/3 x', 'loss'],
    ['3x3 3/.w./3 x', 'loss'],
    ['3x3 3/3/.w. x', 'loss'],
    ['3x3 ..w/3/3 x', 'loss'],
    ['3x3 w../3/3 x', 'win'],
    ['3x3 3/w../3 x', 'win'],
    ['3x3 3/..w/3 x', 'win'],
    ['3x3 3/3/..w x', 'win'],
  ],
  shown: [['4x4 4/..x./4/4 w', 'swap']],
};
