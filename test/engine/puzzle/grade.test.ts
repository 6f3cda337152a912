import { describe, expect, it } from 'vitest';
import { makePuzzle } from '../../../src/engine/puzzle/make-puzzle.ts';
import {
  afterMoves,
  firstQuestion,
  grade,
  type Puzzle,
  puzzleMoves,
  STOCK,
  solutionOf,
} from '../../../src/engine/puzzle/puzzle.ts';
import { makePosition, parsePosition } from '../../../src/engine/registry.ts';
import { Effort } from '../../../src/engine/shape/solution.ts';
import { value } from '../given.ts';

const of = (position: string): Puzzle => {
  const puzzle = STOCK.find((each) => each.position === position);
  if (!puzzle) throw new Error(`no puzzle: ${position}`);
  return puzzle;
};

describe('the grade of a puzzle', () => {
  it.each([
    [
      'one pick fills a line of four',
      'minefield 4x4 xwxw/wxwx/xwxw/wwwx w',
      'two moves with three stones against one',
      'forms 5x4 2xwx/2x.x/5/5 x',
    ],
    [
      'one pick decides on 6x6',
      'minefield 6x6 xwxwxw/wxwxwx/xxxwxw/wxxxwx/xwxxxx/wxwxxx w',
      'two picks, of which the first fills nothing',
      'minefield 6x6 xxxwxw/xxwxwx/xwxwxw/wxwxww/xwxwww/wxwwwx x',
    ],
    [
      'a stone takes the only other one',
      'forms 4x4 4/4/ww2/x3 x',
      'two moves with four stones',
      'forms 4x4 4/.x2/.x2/wxx. w',
    ],
    [
      'two moves among four stones',
      'forms 4x4 4/.x2/.x2/wxx. w',
      'three moves among twelve stones',
      'forms 4x4 xxxw/w.xw/x3/wwwx x',
    ],
    [
      'three moves on 4x4',
      'forms 4x4 xxxw/w.xw/x3/wwwx x',
      'five moves on 4x4',
      'forms 4x4 xwxw/wxwx/xwxx/wxw. w',
    ],
  ])('is lower where %s (%s) than for %s (%s)', (_, easier, __, harder) => {
    expect(grade(of(easier))).toBeLessThan(grade(of(harder)));
  });

  it('is lower for what is left of a puzzle than for all of it', () => {
    const long = STOCK.filter((puzzle) => puzzleMoves(puzzle.step) > 1 && puzzle.grade < 2200);
    expect(long.length).toBeGreaterThan(20);
    for (const puzzle of long.filter(({ step }) => Object.keys(step.wins).length === 1)) {
      const [move = '', defence = ''] = solutionOf(puzzle.step);
      const step = puzzle.step.wins[move]?.step;
      if (!step) throw new Error('no second question');
      const position = makePosition(afterMoves(firstQuestion(puzzle), [move, defence]));
      expect(grade({ position, given: [], step }), puzzle.position).toBeLessThan(puzzle.grade);
    }
  });

  it('is the same however large the table was by which the solver has proven it', () => {
    const position = value(parsePosition('forms 4x4 xwxw/wwxx/x2x/wxw. w'));
    const [large, small] = [2 ** 29, 2 ** 10].map((bytesMax) => {
      const puzzle = makePuzzle(position, {
        effort: new Effort({ nodesMax: 2_000_000, bytesMax }),
      });
      return puzzle && grade(puzzle);
    });
    expect(large).toBeGreaterThan(0);
    expect(small).toBe(large);
  });

  it('is written in the stock', () => {
    for (const puzzle of STOCK) expect(puzzle.grade, puzzle.position).toBe(grade(puzzle));
  });
});
