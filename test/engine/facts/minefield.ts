import type { Facts } from '../facts.ts';

/** What follows from the rules. How many sequences of plies there are stands in test/fixtures/conformance. */
export const facts: Facts = {
  starts: [
    ['8x8', '8x8 xwxwxwxw/wxwxwxwx/xwxwxwxw/wxwxwxwx/xwxwxwxw/wxwxwxwx/xwxwxwxw/wxwxwxwx x'],
    ['3x2', '3x2 xwx/wxw x'],
  ],
  sizes: [
    ['1x8', 'bad-size', { cols: 1, rows: 8, sideMin: 2, sideMax: 26 }],
    ['8x1', 'bad-size', { cols: 8, rows: 1, sideMin: 2, sideMax: 26 }],
  ],
  setups: [['2x2 x./wx x', 'empty-cell', { cell: 'b2' }]],
  games: [
    ['5x3 xxxww/wxwxw/xwxwx x', 'c3', '5x3 xxwww/wxwxw/xwxwx w'],
    ['3x3 xxw/xwx/wxw x', 'c3', '3x3 xxx/xwx/wxw w', 'black', 'full-row'],
    ['3x3 xwx/xxw/wxw w', 'a1', '3x3 xwx/xxw/xxw x', 'white', 'full-column'],
    ['3x3 xxw/xwx/wxw w', 'c3', '3x3 xxx/xwx/wxw x', 'black', 'full-row'],
  ],
  refusals: [
    ['3x2 xwx/wxw x', 'c6d6', 'not-a-move', {}],
    ['3x2 xwx/wxw x', 'd1', 'off-board', { cell: 'd1', cols: 3, rows: 2, lastCell: 'c2' }],
    ['3x2 xwx/wxw x', 'a3', 'off-board', { cell: 'a3', cols: 3, rows: 2, lastCell: 'c2' }],
    ['2x2 xx/xw w', 'a1', 'game-over', {}],
  ],
  shown: [
    ['5x4 wwxww/wxwxw/xwxwx/wxwxw x', 'c2'],
    ['4x4 xwxw/wxxx/wwxx/xwww x', 'c3'],
  ],
};
