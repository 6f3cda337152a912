import { describe, expect, test } from 'vitest';
import { ENGINES, engineOf, findEngine } from '../../src/engine/registry.ts';

describe('the registry', () => {
  test('lists every kind of game once', () => {
    expect(ENGINES.map(({ rules }) => rules)).toEqual(['forms', 'forms-original', 'minefield']);
  });

  test('finds a game by its id in any case', () => {
    for (const engine of ENGINES) {
      expect(findEngine(engine.rules.toUpperCase())).toBe(engine);
      expect(engineOf(engine.rules)).toBe(engine);
    }
  });

  test('knows no other game', () => {
    expect(findEngine('chess')).toBeUndefined();
    expect(findEngine('')).toBeUndefined();
    expect(() => engineOf('chess')).toThrow('chess');
  });
});
