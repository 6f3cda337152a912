import { expect, it } from 'vitest';
import { amazons } from '../../../src/engine/games/amazons/amazons.ts';
import { value } from '../given.ts';

it('has the amazons of the first position of Amazons go to 80 cells, before they shoot', () => {
  const start = value(amazons.start({ cols: 10, rows: 10 }));
  const steps = amazons
    .legalMoves(start)
    .map((move) => amazons.makeMove(move, start).split('/')[0]);
  // Counted by the Regular Games compiler as well (WoojtekP/RGcompiler, scripts/test.py).
  expect(new Set(steps).size).toBe(80);
});
