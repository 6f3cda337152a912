import { afterAll, beforeAll } from 'vitest';
import { BY_RULES, GAMES } from '../../../src/engine/registry.ts';
import type { Game } from '../../../src/engine/shape/game.ts';
import { RULES } from '../../../src/engine/shape/ground.ts';

/**
 * Offers games behind all others for the tests of one file. All files of a worker share their modules,
 * so a mock in the place of the registry would come too late, or stay too long.
 */
export function offerToys(...toys: readonly Game[]): void {
  const registry: Record<string, Game> = BY_RULES;
  const lists: [unknown[], (toy: Game) => unknown][] = [
    [GAMES as Game[], (toy) => toy],
    [RULES as unknown as string[], (toy) => toy.rules],
  ];
  beforeAll(() => {
    for (const toy of toys) {
      registry[toy.rules] = toy;
      for (const [list, entry] of lists) list.push(entry(toy));
    }
  });
  afterAll(() => {
    for (const toy of toys) {
      delete registry[toy.rules];
      for (const [list, entry] of lists) list.splice(list.indexOf(entry(toy)), 1);
    }
  });
}
