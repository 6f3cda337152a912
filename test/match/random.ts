import { gameOf } from '../../src/engine/registry.ts';
import type { RulesId } from '../../src/engine/shape/ground.ts';
import { drawsFrom } from '../../src/engine/shape/seeded-random.ts';
import type { Size } from '../../src/engine/shape/types.ts';
import { playMove } from '../../src/match/play.ts';
import { startMatch } from '../../src/match/start.ts';
import type { Match } from '../../src/match/types.ts';
import { value } from '../engine/given.ts';

/** A match of random moves to its end, the same again for the same seed. */
export function randomMatch(rules: RulesId, size: Size, seed: string): Match {
  const game = gameOf(rules);
  const draw = drawsFrom(seed);
  const seats = { first: { id: 1, userid: 'alice' }, second: { id: 2, userid: 'bob' } };
  let match = value(startMatch(1, rules, size, seats));
  while (!match.outcome) {
    const legal = game.legalMoves(match.position);
    const move = legal[draw(legal.length)];
    if (!move) throw new Error(`no move in ${game.makePosition(match.position)}`);
    const text = game.makeMove(move, match.position);
    match = value(playMove(match, match[match.position.turn].id, text, {})).match;
  }
  return match;
}

/** A size on which matches are short: the first of 4x4 to 6x6 that a game has, or its own. */
export function smallSizeOf(rules: RulesId): Size {
  const game = gameOf(rules);
  const small = [4, 5, 6].map((side) => ({ cols: side, rows: side }));
  return small.find((size) => game.start(size).ok) ?? game.defaultSize;
}
