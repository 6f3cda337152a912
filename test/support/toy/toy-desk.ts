import { vi } from 'vitest';
import type { Game } from '../../../src/engine/shape/game.ts';

type Registry = typeof import('../../../src/engine/registry.ts');
type Rules = typeof import('../../../src/engine/shape/rules.ts');

const REGISTRY = '../../../src/engine/registry.ts';
const RULES_OF = '../../../src/engine/shape/rules.ts';

/**
 * Loads modules anew, so that they know more games than are offered: ours come first.
 *
 * @param load imports them; what was imported before knows nothing of the others
 */
export async function withGames<T>(games: readonly Game[], load: () => Promise<T>): Promise<T> {
  vi.resetModules();
  const added = (rules: string) => games.find((game) => game.rules === rules.toLowerCase());
  const { RULES } = await vi.importActual<Rules>(RULES_OF);
  const registry = await vi.importActual<Registry>(REGISTRY);
  vi.doMock(RULES_OF, () => ({ RULES: [...RULES, ...games.map(({ rules }) => rules)] }));
  vi.doMock(REGISTRY, () => ({
    GAMES: [...registry.GAMES, ...games],
    findGame: (rules: string) => added(rules) ?? registry.findGame(rules),
    gameOf: (rules: string) => added(rules) ?? registry.findGame(rules),
  }));
  return load();
}

/** Leaves nothing of it to the next test in this process. */
export function withoutGames(): void {
  vi.doUnmock(REGISTRY);
  vi.doUnmock(RULES_OF);
  vi.resetModules();
}
