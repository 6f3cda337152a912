import { describe, expect, test } from 'vitest';
import { Effort } from '../../../src/engine/shape/solution.ts';

describe('an effort', () => {
  test('is spent when its nodes are', () => {
    const effort = new Effort({ nodesMax: 10 });
    effort.spend(9);
    expect(effort.isSpent).toBe(false);
    effort.spend(1);
    expect(effort.isSpent).toBe(true);
    effort.nodesMax = 11;
    expect(effort.isSpent).toBe(false);
  });

  test('of nothing is spent from the beginning', () => {
    expect(new Effort({ nodesMax: 0 }).isSpent).toBe(true);
  });

  test('reports about once in a million nodes', () => {
    const reports: number[] = [];
    const effort = new Effort({ nodesMax: 1e7, onProgress: (nodes) => reports.push(nodes) });
    for (let step = 0; step < 30; step++) effort.spend(100_000);
    expect(reports).toEqual([1_100_000, 2_200_000]);
  });
});
