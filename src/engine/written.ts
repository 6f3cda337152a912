import type { Result } from '../result.ts';
import type { Game } from './game.ts';
import { parsePosition } from './notation.ts';
import { gameOf } from './registry.ts';
import { RULES, type RulesId } from './rules.ts';
import type { NotationError, Position, SetupError } from './types.ts';

/** Reads a position of a game in notation, and asks its rules. */
export const readPosition = (
  game: Game,
  text: string,
): Result<Position, NotationError | SetupError> => {
  const setup = parsePosition(text);
  return setup.ok ? game.legalise(setup.value) : setup;
};

/**
 * The door for the id of a game that we have written down ourselves.
 *
 * @throws Error when there is no such game: the row is from another program
 */
export const storedRules = (text: string): RulesId => {
  const rules = RULES.find((each) => each === text);
  if (rules === undefined) throw new Error(`there is no game "${text}"`);
  return rules;
};

/**
 * The door for a position that we have written down ourselves, in a row or a frozen letter: it obeyed
 * these rules then, and does now.
 *
 * @param where what holds it, for the error
 * @throws Error when it is none: the row is damaged, or from another program
 */
export const storedPosition = (rules: RulesId, text: string, where: string): Position => {
  const position = readPosition(gameOf(rules), text);
  if (!position.ok) throw new Error(`${where}: damaged start (${position.error.code})`);
  return position.value;
};
