import { expect, test } from 'vitest';
import { solveReport } from '../../src/cli/solve.ts';
import { value } from '../engine/given.ts';

const report = (position: string) => value(solveReport(position, 1_000_000, () => undefined));

test('a win is told with its distance and a line, where the distance is known', () => {
  const [outcome, moves, line] = report('minefield 4x5 xwxw/wxwx/xwxw/wxwx/xwxw x');
  expect(outcome).toBe('Black is to move and wins, in 3 plies at the latest.');
  expect(moves).toMatch(/^Winning moves \(\d+\): /);
  expect(line).toMatch(/^Best play could go on: [a-d][1-5] [a-d][1-5] [a-d][1-5]$/);
  expect(report('minefield 2x2 xw/wx x')[0]).toBe(
    'Black is to move and loses, after one ply at the latest.',
  );
});

test('elsewhere it is told with a line alone', () => {
  const lines = report('forms 4x4 4/.xx./.ww./4 x');
  expect(lines[0]).toBe('Black is to move and loses.');
  expect(lines[1]).toMatch(/^Best play could go on: [a-d]\dx?-?[a-d]\d /);
});
