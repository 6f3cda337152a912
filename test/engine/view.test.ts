import { expect, test } from 'vitest';
import { viewOf } from '../../src/engine/view.ts';
import { given } from './given.ts';

test('a view has the ranks from the top and the files from the left', () => {
  expect(viewOf(given('forms 3x2 xw./.wx x'))).toEqual({
    size: { cols: 3, rows: 2 },
    ranks: [
      ['black', 'white', undefined],
      [undefined, 'white', 'black'],
    ],
  });
});
