import { expect, test } from 'vitest';
import { stoneView } from '../../../src/engine/stones/stones.ts';
import { given } from '../given.ts';

test('a board of stones is seen from the top and from the left', () => {
  const black = { owner: 'black', kind: 'stone', sign: '#' };
  const white = { owner: 'white', kind: 'stone', sign: 'O' };
  expect(stoneView(given('forms 3x2 xw./.wx x'))).toEqual({
    grid: 'squares',
    files: ['a', 'b', 'c'],
    lines: [
      {
        label: '2',
        shift: 0,
        spots: [{ name: 'a2', thing: black }, { name: 'b2', thing: white }, { name: 'c2' }],
      },
      {
        label: '1',
        shift: 0,
        spots: [{ name: 'a1' }, { name: 'b1', thing: white }, { name: 'c1', thing: black }],
      },
    ],
  });
});
