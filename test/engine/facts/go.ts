import type { Facts } from '../facts.ts';

/**
 * Counted by a program that shares nothing with this one: sequences of stones and passes, of which two in a row end a
 * game. Simple ko, no suicide.
 */
export const facts: Facts = {
  starts: [
    ['9x9', '9x9 9/9/9/9/9/9/9/9/9 x'],
    ['1x1', '1x1 . x'],
  ],
  sizes: [
    ['20x20', 'bad-size', { cols: 20, rows: 20, sideMin: 1, sideMax: 19 }],
    ['20x9', 'bad-size', { cols: 20, rows: 9, sideMin: 1, sideMax: 19 }],
  ],
  setups: [
    ['2x2 xx/xx x', 'unreachable', {}],
    ['3x3 xwx/.x./3 x', 'unreachable', {}],
    ['3x3 3/.X./3 x', 'unreachable', {}],
    ['3x3 3/.X./3 x count', 'unreachable', {}],
    ['3x3 3/.X./.x. x named', 'unreachable', {}],
    ['3x3 3/.x./3 x named', 'unreachable', {}],
    ['3x3 3/.X./3 x named resumed', 'unreachable', {}],
    ['3x3 3/.x./3 x count resumed', 'unreachable', {}],
    ['3x3 3/.x./3 w ko-a1', 'unreachable', {}],
    ['4x4 .xw./x.xw/.xw./4 x ko-b3', 'unreachable', {}],
    ['4x4 .xw./x.xw/.xw./4 w ko-b3 passed', 'unreachable', {}],
    ['3x3 3/3/3 x counted', 'unreachable', {}],
    ['3x3 3/3/3 x taken-1-0 passed', 'unreachable', {}],
  ],
  counts: [
    ['9x9', 82, 6643, 531_522],
    ['3x3', 10, 91, 738, 5281, 33_384],
  ],
  moves: [
    ['2x2 .x/x. w', 'pass'],
    ['2x2 .x/x. x', 'b1 a2 pass'],
    ['2x2 .x/x. w passed', 'pass'],
    ['2x2 .x/x. w count', 'agree on dead/a1 dead/b2'],
    ['2x2 .X/x. w named', 'agree on dead/a1 dead/b2'],
    ['2x2 .X/x. w answered', 'agree on'],
    ['2x2 .x/x. w over', ''],
    ['4x4 .xw./xw.w/.xw./4 x', 'a1 b1 c1 d1 a2 d2 c3 a4 pass'],
    ['4x4 .xw./x.xw/.xw./4 w ko-b3 taken-1-0', 'a1 b1 c1 d1 a2 d2 d4 pass'],
  ],
  games: [
    // Black has three files of five points, and White two and 6.5.
    [
      '5x5',
      'c3 d3 c4 d4 c2 d2 c5 d5 c1 d1 pass b3 pass pass dead/b3 agree',
      '5x5 2xw./2xw./.Wxw./2xw./2xw. x over',
      'white',
      'more-points',
    ],
    ['3x3', 'b2 pass pass agree', '3x3 3/.x./3 x over', 'black', 'more-points'],
    ['3x3', 'pass pass', '3x3 3/3/3 x count'],
    ['3x3', 'b2 pass pass on', '3x3 3/.x./3 x resumed'],
    ['3x3', 'b2 pass pass on pass pass', '3x3 3/.x./3 x over resumed', 'black', 'more-points'],
    // A pass that names the dead at once; the same names agree, and others answer.
    ['3x3', 'b2 pass dead/b2', '3x3 3/.X./3 w named'],
    ['3x3', 'b2 pass dead/b2 agree', '3x3 3/.X./3 x over', 'white', 'more-points'],
    ['3x3', 'b2 pass dead/b2 dead/b2', '3x3 3/.X./3 x over', 'white', 'more-points'],
    ['3x3', 'b2 a1 c2 pass pass dead/b2 dead/a1', '3x3 3/.xx/W2 w answered'],
    ['3x3', 'b2 a1 c2 pass pass dead/b2 dead/a1 on', '3x3 3/.xx/w2 x resumed'],
    ['4x4', 'a1 d4 pass pass dead/d4/a1', '4x4 3W/4/4/X3 w named'],
    ['4x4 .xw./xw.w/.xw./4 x', 'c3', '4x4 .xw./x.xw/.xw./4 w ko-b3 taken-1-0'],
    ['4x4 .xw./xw.w/.xw./4 x', 'c3 pass', '4x4 .xw./x.xw/.xw./4 x passed taken-1-0'],
    ['4x4 .xw./xw.w/.xw./4 x', 'c3 d1 a1 b3', '4x4 .xw./xw.w/.xw./x2w x ko-c3 taken-1-1'],
    ['3x2 .xx/www w', 'a2', '3x2 w2/www x taken-0-2'],
  ],
  refusals: [
    ['4x4 .xw./x.xw/.xw./4 w ko-b3', 'b3', 'ko', { cell: 'b3' }],
    ['4x4 .xw./x.xw/.xw./4 w', 'a4', 'no-liberty', { cell: 'a4' }],
    ['3x3 .x./x.x/.x. w', 'b2', 'no-liberty', { cell: 'b2' }],
    ['4x4 .xw./x.xw/.xw./4 w', 'b4', 'occupied', { cell: 'b4' }],
    ['9x9', 'i5', 'no-file-i', {}],
    ['9x9', 'k5', 'off-board', { cell: 'k5', cols: 9, rows: 9, lastCell: 'j9' }],
    ['9x9', 'j10', 'off-board', { cell: 'j10', cols: 9, rows: 9, lastCell: 'j9' }],
    ['9x9', 'z1', 'off-board', { cell: 'z1', cols: 9, rows: 9, lastCell: 'j9' }],
    ['9x9', 'c3c4', 'not-a-move', {}],
    ['9x9', 'dead', 'not-a-move', {}],
    ['9x9', 'agree', 'not-counting', {}],
    ['9x9', 'on', 'not-counting', {}],
    ['9x9', 'dead/c3', 'not-counting', {}],
    ['3x3 3/.x./3 w passed', 'agree', 'not-counting', {}],
    ['3x3 3/.x./3 w passed', 'dead/a1', 'no-stone', { cell: 'a1' }],
    ['3x3 3/.x./3 w passed resumed', 'dead/b2', 'not-counting', {}],
    ['3x3 3/.x./3 w count', 'a1', 'counting', {}],
    ['3x3 3/.x./3 w count', 'pass', 'counting', {}],
    [
      '3x3 3/.x./3 w count',
      'dead/d1',
      'off-board',
      { cell: 'd1', cols: 3, rows: 3, lastCell: 'c3' },
    ],
    ['3x3 3/.X./3 w answered', 'dead/b2', 'counting', {}],
    ['3x3 3/.x./3 w over', 'a1', 'game-over', {}],
  ],
  shown: [
    ['4x4 4/.x2/xw2/.x2 x', 'c2'],
    ['5x5 2xw./2xw./.wxw./2xw./2xw. x count', 'dead/b3'],
  ],
};
