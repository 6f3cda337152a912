import { describe, expect, test } from 'vitest';
import { gameOf } from '../../../src/engine/registry.ts';
import { solveGame } from '../../../src/engine/solve/solve.ts';
import { throwDice } from '../../support/run/seed.ts';
import { first } from '../given.ts';
import { VALUES } from './conformance.ts';

describe('exact values of small boards', () => {
  test.each(throwDice('values').sample(VALUES, 8))(
    '$rules $cols x $rows: the $winner player wins',
    (row) => {
      const start = first(gameOf(row.rules), row.cols, row.rows);
      const solution = solveGame(start, { nodesMax: 20_000_000 });
      expect(solution.kind).toBe('solved');
      expect(solution.value).toBe(row.winner === 'first' ? 'win' : 'loss');
      expect(solution.bestMoves.length > 0).toBe(row.winner === 'first');
    },
  );
});
