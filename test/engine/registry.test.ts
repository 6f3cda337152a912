import { describe, expect, test } from 'vitest';
import { findGame, GAMES, gameOf, storedRules } from '../../src/engine/registry.ts';
import { RULES } from '../../src/engine/shape/ground.ts';

describe('the registry', () => {
  test('lists every kind of game under its own id', () => {
    expect(GAMES.map(({ rules }) => rules)).toEqual([...RULES]);
  });

  test('finds a game by its id in any case', () => {
    for (const game of GAMES) {
      expect(findGame(game.rules.toUpperCase())).toBe(game);
      expect(gameOf(game.rules)).toBe(game);
    }
  });

  test('knows no other game', () => {
    expect(findGame('poker')).toBeUndefined();
    expect(findGame('')).toBeUndefined();
  });

  test('lets in only the ids that we have written down', () => {
    for (const { rules } of GAMES) expect(storedRules(rules)).toBe(rules);
    for (const other of ['poker', 'Forms', '', 'constructor']) {
      expect(() => storedRules(other)).toThrow(`there is no game "${other}"`);
    }
  });
});
