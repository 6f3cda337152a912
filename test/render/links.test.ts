import { describe, expect, it } from 'vitest';
import { moveLinksMax, stoneLinksMax } from '../../src/limits.ts';
import { moveLinks } from '../../src/render/links.ts';

const TO = { address: 'games+k3f@turnpost.test', subject: 'Re: Forms Board 12' };

/** Stones with so many moves each, which all differ. */
const stones = (count: number, movesEach: number) =>
  Array.from({ length: count }, (_, stone) => ({
    from: `s${stone}`,
    moves: Array.from({ length: movesEach }, (_, move) => `s${stone}m${move}`),
  }));
/** Cells that are moves themselves. */
const cells = (count: number) => stones(count, 1).map(({ from }) => ({ from, moves: [from] }));

const shown = (moves: ReturnType<typeof stones>) => {
  const { intro, groups } = moveLinks({ board: 12, moves });
  const all = groups(TO);
  return { intro: intro.code, groups: all.length, links: all.flatMap(({ links }) => links).length };
};

describe('links to play a move with', () => {
  it.each([
    ['a cell each, as many as there may be', cells(stoneLinksMax), 'links-intro', 1, stoneLinksMax],
    ['a cell each, one too many', cells(stoneLinksMax + 1), 'links-intro-empty', 1, 1],
    ['all moves', stones(moveLinksMax / 10, 10), 'links-intro', moveLinksMax / 10, moveLinksMax],
    [
      'one move too many',
      [...stones(moveLinksMax / 10, 10), ...cells(1)],
      'links-intro-stones',
      1,
      moveLinksMax / 10 + 1,
    ],
    [
      'as many stones as there may be',
      stones(stoneLinksMax, moveLinksMax),
      'links-intro-stones',
      1,
      stoneLinksMax,
    ],
    ['one stone too many', stones(stoneLinksMax + 1, moveLinksMax), 'links-intro-empty', 1, 1],
  ])('are %s', (_, moves, intro, groups, links) => {
    expect(shown(moves)).toEqual({ intro, groups, links });
  });
});
