import type { Facts } from '../facts.ts';

/**
 * The counts of 10x10 are those of the Regular Games compiler (WoojtekP/RGcompiler, scripts/test.py), and of a
 * program that shares nothing with this one, like the rest.
 */
export const facts: Facts = {
  starts: [
    ['10x10', '10x10 3w2w3/10/10/w8w/10/10/x8x/10/10/3x2x3 x'],
    ['4x5', '4x5 .ww./w2w/4/x2x/.xx. x'],
  ],
  sizes: [
    ['3x4', 'bad-size', { cols: 3, rows: 4, sideMin: 4, sideMax: 12 }],
    ['10x13', 'bad-size', { cols: 10, rows: 13, sideMin: 4, sideMax: 12 }],
  ],
  setups: [
    ['4x4 .ww./w2w/x2x/.xx. w', 'unreachable', {}],
    ['4x4 .ww./w2w/x*.x/.xx. x', 'unreachable', {}],
    ['4x4 .ww./w2w/x2x/.x2 x', 'unreachable', {}],
  ],
  counts: [
    ['10x10', 2176, 4_307_152],
    ['4x4', 88, 4336, 139_500],
  ],
  games: [
    // The arrow flies back to where the amazon came from.
    ['10x10', 'd1d7/d1', '10x10 3w2w3/10/10/w2x5w/10/10/x8x/10/10/3*2x3 w'],
    ['4x4', 'd2b2/c2 b4d2/d1 b2a1/b2 c4c3/b3', '4x4 4/w*ww/x**w/xxx* x', 'white', 'hemmed-in'],
  ],
  refusals: [
    ['10x10', 'd1e3/e4', 'not-straight', { from: 'd1', to: 'e3' }],
    ['10x10', 'd1d7/e9', 'not-straight', { from: 'd7', to: 'e9' }],
    ['10x10', 'd1d7/d7', 'not-straight', { from: 'd7', to: 'd7' }],
    ['10x10', 'd1i1/i2', 'no-way', { from: 'd1', to: 'i1' }],
    ['10x10', 'd1d7/j10', 'not-straight', { from: 'd7', to: 'j10' }],
    ['10x10', 'd1d7/d10', 'no-way', { from: 'd7', to: 'd10' }],
    ['10x10', 'd1d10/d9', 'no-way', { from: 'd1', to: 'd10' }],
    ['10x10', 'd1g1/g2', 'own-stone', { to: 'g1' }],
    ['10x10', 'd10d9/d8', 'not-yours', { cell: 'd10', owner: 'white' }],
    ['10x10', 'd1d7/k7', 'off-board', { cell: 'k7', cols: 10, rows: 10, lastCell: 'j10' }],
    ['10x10', 'd1d7', 'not-a-move', {}],
    ['4x4 4/w*ww/x**w/xxx* x', 'a1a2/a3', 'game-over', {}],
  ],
  shown: [['6x6 2ww2/6/w4w/x4x/6/2xx2 x', 'c1c4/e4']],
};
