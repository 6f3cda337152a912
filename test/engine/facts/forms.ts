import type { Facts } from '../facts.ts';

/**
 * Meyers' illustrations, the examples of Games of Soldiers, and what follows from the rules. How many
 * sequences of plies there are stands in test/fixtures/conformance.
 */
export const facts: Facts = {
  starts: [
    ['4x4', '4x4 xwxw/wxwx/xwxw/wxwx x'],
    ['2x3', '2x3 xw/wx/xw x'],
    ['3x2', '3x2 xwx/wxw x'],
    ['1x2', '1x2 x/w x'],
  ],
  sizes: [
    ['7x7', 'odd-size', { cols: 7, rows: 7 }],
    ['1x1', 'odd-size', { cols: 1, rows: 1 }],
  ],
  setups: [
    ['4x1 x.w. x', 'not-one-group', { groups: 2 }],
    ['2x2 x./.w x', 'not-one-group', { groups: 2 }],
    ['6x1 x.w.xw x', 'not-one-group', { groups: 3 }],
    ['2x2 ../.. x', 'no-stones', {}],
    ['2x2 xx/xw x', 'too-many-stones', { colour: 'black', stones: 3, stonesMax: 2 }],
    ['3x1 x.w x', 'odd-size', { cols: 3, rows: 1 }],
  ],
  moves: [
    ['2x3 xw/w./.. x', 'a3xa2 a3xb3'],
    ['2x3 xw/w./.. w', 'a2-a1 a2-b1 a2xa3 b3-b1 b3xa3'],
    ['4x4 4/4/.xx./4 x', ''],
    ['4x4 4/4/.xx./4 w', ''],
    ['2x1 x. x', ''],
    ['2x1 x. w', ''],
  ],
  games: [
    ['8x8 8/8/8/4xxx./4wx2/4x3/8/8 w', 'e4e2', '8x8 8/8/8/8/8/4x3/4w3/8 x'],
    ['4x4 wx2/.x2/.w2/xww. x', 'b4-d1', '4x4 4/.x2/.w2/xwwx w'],
    ['4x4 4/4/ww../x... w', 'a2c2', '4x4 4/4/.ww./4 x', 'black', 'last-stone-gone'],
    ['4x4 4/4/.xw./4 x', 'b2d4', '4x4 3x/4/4/4 w', 'white', 'last-stone-gone'],
    ['4x1 wxwx x', 'b1xc1', '4x1 2xx w', 'white', 'last-stone-gone'],
  ],
  refusals: [
    ['4x4 4/.xw./.xww/4 x', 'pass', 'not-a-move', {}],
    ['4x4 4/.xw./.xww/4 x', 'b2', 'not-a-move', {}],
    ['4x4 4/.xw./.xww/4 x', 'e1a1', 'off-board', { cell: 'e1', cols: 4, rows: 4, lastCell: 'd4' }],
    [
      '4x4 4/.xw./.xww/4 x',
      'b2-b44',
      'off-board',
      { cell: 'b44', cols: 4, rows: 4, lastCell: 'd4' },
    ],
    ['4x4 4/.xw./.xww/4 x', 'b2b2', 'same-cell', { cell: 'b2' }],
    ['4x4 4/.xw./.xww/4 x', 'a1a2', 'no-stone', { cell: 'a1' }],
    ['4x4 4/.xw./.xww/4 x', 'c2b2', 'not-yours', { cell: 'c2', owner: 'white' }],
    ['4x4 4/.xw./.xww/4 x', 'b2b3', 'own-stone', { to: 'b3' }],
    ['4x4 4/.xw./.xww/4 x', 'b2xd2', 'not-adjacent', { from: 'b2', to: 'd2' }],
    ['4x4 4/.xw./.xww/4 x', 'b2c3', 'not-adjacent', { from: 'b2', to: 'c3' }],
    ['4x4 4/.xw./.xww/4 x', 'b3a2', 'nothing-removed', { from: 'b3', to: 'a2' }],
    ['3x4 3/x../wx./.w. x', 'b2a1', 'no-way', { from: 'b2', to: 'a1' }],
    ['4x4 4/4/.xx./4 w', 'b2a1', 'game-over', {}],
    ['4x4 4/4/.xx./4 w', 'thanks!', 'not-a-move', {}],
  ],
  values: [
    ['8x8 8/8/8/4xxx./4wx2/4x3/8/8 w', 'win'],
    ['4x4 4/.xx./.ww./4 x', 'loss'],
    ['4x4 4/.xx./.ww./4 w', 'loss'],
  ],
  shown: [['4x4 wx2/.x2/.w2/xww. x', 'b4d1']],
};
