import type { Facts } from '../facts.ts';

/** What follows from the rules. How many sequences of plies there are stands in test/fixtures/conformance. */
export const facts: Facts = {
  starts: [
    ['6x6', '6x6 wwwwww/wwwwww/wwwwww/xxxxxx/xxxxxx/xxxxxx x'],
    ['3x2', '3x2 www/xxx x'],
    ['4x3', '4x3 xxww/xxww/xxww x'],
    ['2x1', '2x1 xw x'],
  ],
  moves: [['3x2 w.w/xxx w', 'a2xa1 a2xb1 a2xc1 c2xa1 c2xb1 c2xc1']],
  games: [
    ['5x2 ww.../xxwxx x', 'e1xa2', '5x2 xw3/xxwx. w'],
    ['5x2 xw3/xxwx. w', 'c1xa1', '5x2 xw3/wx3 x'],
    ['2x2 w./xx x', 'a1xa2', '2x2 x./2 w', 'white', 'last-stone-gone'],
  ],
  refusals: [['3x2 w.w/xxx x', 'a1b2', 'no-enemy', { to: 'b2' }]],
  shown: [
    ['4x2 wwww/xxxx x', 'b1c2'],
    ['4x2 wwxw/x.xx w', 'b2d1'],
  ],
};
