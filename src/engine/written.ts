import { err, ok, type Result } from '../result.ts';
import { findGame, gameOf } from './registry.ts';
import type { Game } from './shape/game.ts';
import { RULES, type RulesId } from './shape/ground.ts';
import { refuseSetup, refuseText } from './shape/refusal.ts';
import type { NotationError, Position, SetupError } from './shape/types.ts';
import { POSITION_CHARS_MAX, parseSize } from './stones/notation.ts';

/** Positions as text: the id of the rules, a blank, and what the game writes. */

/** Why a text is no position of any game. */
export type PositionError = NotationError | SetupError | NoGame;
interface NoGame {
  /** No game of ours has this id. */
  readonly code: 'no-such-game';
  readonly facts: Readonly<Record<string, never>>;
}

/** Reads a position of any game, and asks its rules. */
export const parsePosition = (text: string): Result<Position, PositionError> => {
  const parts = takeApart(text);
  if (!parts.ok) return parts;
  const game = findGame(parts.value.rules);
  if (game) return game.parsePosition(parts.value.rest);
  // Of a game that nobody knows, the size is what makes a text a position.
  return parseSize(parts.value.rest.split(' ')[0] ?? '')
    ? err({ code: 'no-such-game', facts: {} })
    : refuseText('not-a-position', {});
};

/** Reads a position of a game, and asks its rules. */
export const readPosition = (
  game: Game,
  text: string,
): Result<Position, NotationError | SetupError> => {
  const parts = takeApart(text);
  if (!parts.ok) return parts;
  const { rules, rest } = parts.value;
  return rules === game.rules ? game.parsePosition(rest) : refuseSetup('other-rules', { rules });
};

/** Writes a position. `parsePosition` reads it back to an equal value. */
export const makePosition = (position: Position): string =>
  `${position.rules} ${gameOf(position.rules).makePosition(position)}`;

/** One text for all equivalent forms of a position, and another for every other position. */
export const canonical = (position: Position): string => {
  const forms = gameOf(position.rules).equivalents?.(position) ?? [position];
  return forms.map(makePosition).sort()[0] ?? makePosition(position);
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

const takeApart = (
  text: string,
): Result<{ readonly rules: string; readonly rest: string }, NotationError> => {
  if (text.length > POSITION_CHARS_MAX) {
    return refuseText('too-long', { charsMax: POSITION_CHARS_MAX });
  }
  const blank = text.indexOf(' ');
  const rules = text.slice(0, Math.max(blank, 0));
  return RULES_ID.test(rules)
    ? ok({ rules, rest: text.slice(blank + 1) })
    : refuseText('not-a-position', {});
};

const RULES_ID = /^[a-z][a-z0-9-]{0,30}$/;
