import { expect, it } from 'vitest';
import { amazons } from '../../../src/engine/games/amazons/amazons.ts';
import { Effort } from '../../../src/engine/shape/solution.ts';
import { winner } from '../../../src/engine/solve/solve.ts';
import { onlyInFull } from '../../support/run/seed.ts';
import { first, value } from '../given.ts';

const full = onlyInFull();

it('has the amazons of the first position of Amazons go to 80 cells, before they shoot', () => {
  const start = value(amazons.start({ cols: 10, rows: 10 }));
  const steps = amazons
    .legalMoves(start)
    .map((move) => amazons.makeMove(move, start).split('/')[0]);
  // Counted by the Regular Games compiler as well (WoojtekP/RGcompiler, scripts/test.py).
  expect(new Set(steps).size).toBe(80);
});

// By a program that shares nothing with this one.
it.runIf(full)('has who begins on 4x4 lose', () => {
  expect(winner(first(amazons, 4, 4), new Effort({ nodesMax: 20_000_000 }))).toBe('white');
});
