import { describe, expect, test } from 'vitest';
import { ENGINES, engineOf, findEngine } from '../../src/engine/registry.ts';
import { storedRules } from '../../src/engine/written.ts';

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
  });

  test('lets in only the ids that we have written down', () => {
    for (const { rules } of ENGINES) expect(storedRules(rules)).toBe(rules);
    for (const other of ['chess', 'Forms', '', 'constructor']) {
      expect(() => storedRules(other)).toThrow(`there is no game "${other}"`);
    }
  });
});
