import { describe, expect, it } from 'vitest';
import { shownLimits } from '../../src/limits.ts';
import { cellLinks, moveLinks } from '../../src/render/links.ts';

const TO = { address: 'games+k3f@turnpost.test', subject: 'Forms Board 12' };
const ROOM = 1_000_000;

/** Stones with so many moves each, which all differ. */
const stones = (count: number, movesEach: number) =>
  Array.from({ length: count }, (_, stone) => ({
    from: `s${stone}`,
    moves: Array.from({ length: movesEach }, (_, move) => `s${stone}m${move}`),
  }));
/** Cells that are moves themselves. */
const cells = (count: number) => stones(count, 1).map(({ from }) => ({ from, moves: [from] }));

const shown = (moves: ReturnType<typeof stones>, byCell: boolean, room: number) => {
  const groups = moveLinks({ board: 12, moves }, TO, { byCell, room });
  const intro = groups.find((group) => group.intro)?.intro?.code;
  return { intro, groups: groups.length, links: groups.flatMap(({ links }) => links).length };
};

describe('links to play a move with', () => {
  it.each([
    ['a few moves below a board that is tapped', stones(5, 3), true, ROOM, undefined, 5, 15],
    ['not many moves, where that is tapped', stones(20, 4), true, ROOM, undefined, 0, 0],
    ['no moves where the cells are the moves', cells(50), true, ROOM, undefined, 0, 0],
    ['a cell each where the board is not tapped', cells(50), false, ROOM, undefined, 1, 50],
    ['all moves', stones(10, 4), false, ROOM, undefined, 10, 40],
    [
      'the stones, where a letter is too long for all moves',
      stones(10, 400),
      false,
      ROOM,
      'links-intro-stones',
      1,
      10,
    ],
    ['nothing but the board, where that is tapped', stones(10, 400), true, ROOM, undefined, 0, 0],
    [
      'one empty answer, where there are too many stones',
      stones(900, 9),
      false,
      ROOM,
      'links-intro-empty',
      1,
      1,
    ],
    [
      'the stones, where there is no room for more',
      stones(10, 40),
      false,
      8_000,
      'links-intro-stones',
      1,
      10,
    ],
    [
      'one empty answer, where there is no room',
      stones(10, 4),
      false,
      500,
      'links-intro-empty',
      1,
      1,
    ],
  ])('are %s', (_, moves, byCell, room, intro, groups, links) => {
    expect(shown(moves, byCell, room)).toEqual({ intro, groups, links });
  });

  it('take no more of a letter than they may', () => {
    for (let each = 1; each < 60; each++) {
      const groups = moveLinks({ board: 12, moves: stones(10, each) }, TO, {
        byCell: false,
        room: ROOM,
      });
      const bytes = groups
        .flatMap(({ links }) => links)
        .reduce((sum, { href }) => sum + href.length, 0);
      expect(bytes).toBeLessThan(shownLimits.moveLinksBytes);
    }
  });

  it('stand on each cell: its only move, its moves to choose from, or how to type one', () => {
    const many = Array.from({ length: 10 }, (_, step) => `d1-d${step + 2}/d1`);
    const [one, several, typed] = [
      ...cellLinks(
        [...stones(1, 1), { from: 'b2', moves: ['b2a2', 'b2b1'] }, { from: 'd1', moves: many }],
        TO,
        (move) => move,
        (like) => (like ? `Type the rest, such as ${like}:` : 'Type a number:'),
      ).values(),
    ];
    const mailto = 'mailto:games%2Bk3f@turnpost.test?subject=Re%3A%20Forms%20Board%2012&amp;body=';
    expect(one).toBe(`${mailto}s0m0%0D%0A`);
    expect(decodeURIComponent(several ?? '')).toMatch(
      /body=\[b2\] Type a number:\r\n1\) b2a2\r\n2\) b2b1\r\n\r\n$/,
    );
    expect(decodeURIComponent(typed ?? '')).toMatch(
      /body=\[d1\] Type the rest, such as d2\/d1:\r\n\r\n$/,
    );
  });
});
