import { describe, expect, test } from 'vitest';
import { minefield } from '../../../../src/engine/games/minefield/minefield.ts';
import { makeCell, parseCell, type StonePosition } from '../../../../src/engine/stones/board.ts';
import { makeBoard } from '../../../../src/engine/stones/notation.ts';
import { first, given, played } from '../../given.ts';

const CHECKERBOARD = 'xwxwxwxw/wxwxwxwx/xwxwxwxw/wxwxwxwx/xwxwxwxw/wxwxwxwx/xwxwxwxw/wxwxwxwx';

/** A checkerboard whose second rank is the one given, Black to move. */
const withRankTwo = (rank: string): StonePosition => {
  const ranks = CHECKERBOARD.split('/');
  ranks[6] = rank;
  return given(`minefield 8x8 ${ranks.join('/')} x`);
};

/** The cells whose picking wins for Black at once. */
const winningPicks = (position: StonePosition): string[] =>
  minefield
    .legalMoves(position)
    .filter(
      (move) => minefield.outcome(minefield.play(position, move).position)?.winner === 'black',
    )
    .map((move) => minefield.makeMove(move, position));

describe('Minefield: flips', () => {
  test.each([
    [8, 8],
    [3, 5],
  ])('on a %i x %i checkerboard every move flips one', (cols, rows) => {
    const start = first(minefield, cols, rows);
    for (const move of minefield.legalMoves(start)) {
      const { report } = minefield.play(start, move).effects();
      expect(report.facts).toMatchObject({ flipped: 1, cells: makeCell(move.cell) });
    }
  });

  test('a run that meets the edge does not change', () => {
    const { position, effects } = played(given('minefield 5x3 xxxww/wxwxw/xwxwx x'), 'c3');
    expect(effects().report.facts).toMatchObject({ flipped: 1, cells: 'c3' });
    expect(makeBoard(position.board)).toBe('xxwww/wxwxw/xwxwx');
  });
});

describe('Minefield: lines', () => {
  test.each(['wwwwwxxx', 'xwwwwwww', 'wwxxxxxx'])(
    'two groups in a row, %s: either outermost stone completes it',
    (rank) => {
      expect(winningPicks(withRankTwo(rank))).toEqual(expect.arrayContaining(['a2', 'h2']));
    },
  );

  test.each([
    ['wwxxxxww', ['c2', 'd2', 'e2', 'f2']],
    ['xwwwwwwx', ['b2', 'c2', 'd2', 'e2', 'f2', 'g2']],
    ['wwwxwwww', ['d2']],
  ])('three groups in a row, %s: any stone of the middle one completes it', (rank, picks) => {
    expect(winningPicks(withRankTwo(rank))).toEqual(expect.arrayContaining(picks));
  });

  test('five groups, completed by two diagonals from d4', () => {
    const position = given(
      'minefield 8x8 wxwxwxwx/xwxwxwxw/wxwxwxwx/xwxwxwxw/wxwxwxwx/xwxxxwxw/wxwwwxww/wxwxwxwx x',
    );
    expect(winningPicks(position)).toContain('d4');
  });

  test.each([
    ['minefield 2x2 xx/xw x', 'white', 'both-lines', 'b1'],
    ['minefield 2x2 xw/xx w', 'black', 'both-lines', 'b2'],
  ])('%s, where a line is full: %s wins by %s after %s', (text, winner, reason, pick) => {
    const position = given(text);
    const after = minefield.play(position, { cell: parseCell(pick) ?? -1 }).position;
    expect(minefield.outcome(after)).toEqual({ winner, reason });
    expect(minefield.legalMoves(after)).toEqual([]);
  });
});
