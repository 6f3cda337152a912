import type { Facts } from '../facts.ts';

/**
 * The counts of 8x8 are from two programs that share nothing with this one nor with each other; a fifth,
 * 55,963,132, takes minutes here. The rest is from one of them.
 */
export const facts: Facts = {
  starts: [
    ['8x8', '8x8 .xxxxxx./w6w/w6w/w6w/w6w/w6w/w6w/.xxxxxx. x'],
    ['4x5', '4x5 .xx./w2w/w2w/w2w/.xx. x'],
  ],
  sizes: [['3x8', 'bad-size', { cols: 3, rows: 8, sideMin: 4, sideMax: 26 }]],
  setups: [
    ['4x4 xxx./x2x/w3/4 x', 'too-many-stones', { colour: 'black', stones: 5, stonesMax: 4 }],
    ['4x4 xx2/4/4/4 w', 'unreachable', {}],
  ],
  counts: [
    ['8x8', 36, 1244, 44_952, 1_563_208],
    ['4x4', 12, 120, 1012, 7460, 54_700, 389_872],
    ['5x6', 18, 388, 6232, 120_988],
  ],
  moves: [['4x5 3w/.w2/xw2/ww2/xw2 x', 'pass']],
  games: [
    // Over five stones of one's own.
    ['8x8', 'b1h1 h2f4', '8x8 .xxxxxx./w6w/w6w/w6w/w4w.w/w6w/w7/2xxxxxx x'],
    ['8x8', 'c1xa3 a5c3', '8x8 .xxxxxx./w6w/w6w/7w/w6w/x.w4w/w6w/.x.xxxx. x'],
    ['4x5 3w/.w2/xw2/ww2/xw2 x', 'pass d5c5', '4x5 2w./.w2/xw2/ww2/xw2 x', 'white', 'all-joined'],
    // A capture joins what is left of the other side.
    ['4x4', 'b4d4 d3xb1 d4xd2', '4x4 2x./w3/w2x/.wx. w', 'white', 'all-joined'],
    // Both sides are joined by one move: whoever made it has won.
    ['4x4', 'b4xd2 a2a4 b1xd3', '4x4 w.x./w2x/3x/2x. w', 'black', 'all-joined'],
    ['4x4', 'b1xd3 a2a4 c4c2 d2xb4', '4x4 ww2/w2x/2x./2x. x', 'white', 'all-joined'],
  ],
  refusals: [
    ['8x8', 'b1b4', 'wrong-distance', { from: 'b1', to: 'b4', stones: 2 }],
    ['8x8', 'd1d2', 'wrong-distance', { from: 'd1', to: 'd2', stones: 2 }],
    ['8x8', 'b1g1', 'own-stone', { to: 'g1' }],
    ['8x8', 'b1d2', 'not-straight', { from: 'b1', to: 'd2' }],
    ['5x5 5/5/x4/4w/xw3 x', 'a1c1', 'enemy-between', { from: 'a1', to: 'c1', cell: 'b1' }],
    ['8x8', 'a2c2', 'not-yours', { cell: 'a2', owner: 'white' }],
    ['8x8', 'd4d5', 'no-stone', { cell: 'd4' }],
    ['8x8', 'b1j9', 'off-board', { cell: 'j9', cols: 8, rows: 8, lastCell: 'h8' }],
    ['8x8', 'b1', 'not-a-move', {}],
    ['8x8', 'pass', 'must-move', {}],
    ['4x4 w.x./w2x/3x/2x. w', 'a4a2', 'game-over', {}],
    ['4x4 w.x./w2x/3x/2x. w', 'pass', 'game-over', {}],
  ],
  values: [['4x4', 'win']],
  shown: [['6x6 .xxxx./w4w/w4w/w4w/w4w/.xxxx. x', 'd1xf3']],
};
