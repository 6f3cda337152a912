import { gameOf } from '../../engine/registry.ts';
import type { RulesId } from '../../engine/shape/rules.ts';
import { exampleMove } from '../move-shape.ts';

/** How a move of a game is written: the first of a match, so that it tells nothing about any puzzle. */
export function exampleOf(rules: RulesId): string {
  const game = gameOf(rules);
  const start = game.start(game.defaultSize);
  if (!start.ok) throw new Error(`${rules} has no usual board`);
  return exampleMove(start.value) ?? '';
}
