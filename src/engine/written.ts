import type { Result } from '../result.ts';
import type { Engine } from './engine.ts';
import { parsePosition } from './notation.ts';
import { engineOf } from './registry.ts';
import type { NotationError, Position, SetupError } from './types.ts';

/** Reads a position of a game in notation, and asks its rules. */
export const readPosition = (
  engine: Engine,
  text: string,
): Result<Position, NotationError | SetupError> => {
  const setup = parsePosition(text);
  return setup.ok ? engine.legalise(setup.value) : setup;
};

/**
 * The door for what we have written down ourselves, in a row or a frozen letter: it was a position of
 * these rules then, and is one now.
 *
 * @param where what holds it, for the error
 * @throws Error when it is none: the row is damaged, or from another program
 */
export const storedPosition = (rules: string, text: string, where: string): Position => {
  const position = readPosition(engineOf(rules), text);
  if (!position.ok) throw new Error(`${where}: damaged start (${position.error.code})`);
  return position.value;
};
