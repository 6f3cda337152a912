import { gameOf } from '../engine/registry.ts';
import type { RulesId } from '../engine/shape/rules.ts';
import type { Size } from '../engine/shape/types.ts';
import { drawBoard, marksOf } from './ascii.ts';

/** A board with every sign on it that a diagram can have: the first legal move of a game. */
export function sampleBoard(rules: RulesId, size?: Size): readonly string[] {
  const game = gameOf(rules);
  const start = game.start(size ?? game.defaultSize);
  if (!start.ok) throw new Error(`${rules} has no first position (${start.error.code})`);
  const [move] = game.legalMoves(start.value);
  if (!move) throw new Error(`${rules} has no first move`);
  const { position, effects } = game.play(start.value, move);
  return drawBoard(game.view(position), marksOf(effects()));
}
