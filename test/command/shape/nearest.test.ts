import { describe, expect, it } from 'vitest';
import { nearest } from '../../../src/command/shape/words.ts';

describe('the known word that was meant', () => {
  it.each([
    ['one letter off in a short word', 'gamis', 'games'],
    ['two neighbours swapped', 'gmaes', 'games'],
    ['two letters off in a word of seven', 'hastury', 'history'],
    ['capitals', 'HISTORI', 'history'],
    ['none, two letters off in a word of six', 'rucird', undefined],
    ['none, three letters off', 'hastuty', undefined],
    ['none, the same letters in any order', 'segam', undefined],
  ])('%s', (_, written, meant) => {
    expect(nearest(written, ['games', 'record', 'history'])).toBe(meant);
  });

  it('is the first of those that are as near', () => {
    expect(nearest('wath', ['watch', 'bath'])).toBe('watch');
  });
});
