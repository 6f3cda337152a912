import { err, ok, type Result } from '../result.ts';
import { amazons } from './games/amazons/amazons.ts';
import { breakthrough } from './games/breakthrough/breakthrough.ts';
import { chess } from './games/chess/chess.ts';
import { forms } from './games/forms/forms.ts';
import { formsOriginal } from './games/forms/forms-original.ts';
import { go } from './games/go/go.ts';
import { hex } from './games/hex/hex.ts';
import { linesOfAction } from './games/lines-of-action/lines-of-action.ts';
import { minefield } from './games/minefield/minefield.ts';
import { reversi } from './games/reversi/reversi.ts';
import type { Game } from './shape/game.ts';
import { RULES, type RulesId } from './shape/ground.ts';
import { refuseSetup, refuseText } from './shape/refusal.ts';
import type { NotationError, Position, SetupError } from './shape/types.ts';
import { POSITION_CHARS_MAX, parseSize } from './stones/notation.ts';

/** All games by rules id. */
export const BY_RULES: Readonly<Record<RulesId, Game>> = {
  forms,
  'forms-original': formsOriginal,
  minefield,
  breakthrough,
  hex,
  chess,
  go,
  amazons,
  reversi,
  'lines-of-action': linesOfAction,
};

/** All games, in the order in which help lists them. */
export const GAMES: readonly Game[] = RULES.map((rules) => BY_RULES[rules]);

/** The game of a rules id such as `forms`, in any case; undefined if there is none. */
export const findGame = (rules: string): Game | undefined =>
  GAMES.find((game) => game.rules === rules.toLowerCase());

/** The ids that the operator has named, if any. */
let named: readonly RulesId[] | undefined;

/** Names the games that this process offers, once it starts; undefined: all but those that say otherwise. */
export const offerGames = (rules: readonly RulesId[] | undefined): void => {
  named = rules;
};

/** The games of which a match can begin, in the order in which help lists them. */
export const offeredGames = (): readonly Game[] =>
  GAMES.filter(({ rules, offered }) => named?.includes(rules) ?? offered !== false);

/** Their ids. */
export const offeredRules = (): readonly RulesId[] => offeredGames().map(({ rules }) => rules);

/** `findGame` among those that are offered. */
export const findOffered = (rules: string): Game | undefined => {
  const game = findGame(rules);
  return game && offeredGames().includes(game) ? game : undefined;
};

export const gameOf = (rules: RulesId): Game => BY_RULES[rules];

/** Position notation: the id of the rules, a blank, and the game's own notation. */

/** Why a text is refused as a position. */
export type PositionError = NotationError | SetupError | NoGame;
interface NoGame {
  /** No game has this id. */
  readonly code: 'no-such-game';
  readonly facts: Readonly<Record<string, never>>;
}

/** Reads a position of any game and checks that it is legal. */
export const parsePosition = (text: string): Result<Position, PositionError> => {
  const parts = splitRules(text);
  if (!parts.ok) return parts;
  const game = findGame(parts.value.rules);
  if (game) return game.parsePosition(parts.value.rest);
  // For an unknown game, a size is enough to recognise a position.
  return parseSize(parts.value.rest.split(' ')[0] ?? '')
    ? err({ code: 'no-such-game', facts: {} })
    : refuseText('not-a-position', {});
};

/** Reads a position of one game and checks that it is legal. */
export const readPosition = (
  game: Game,
  text: string,
): Result<Position, NotationError | SetupError> => {
  const parts = splitRules(text);
  if (!parts.ok) return parts;
  const { rules, rest } = parts.value;
  return rules === game.rules ? game.parsePosition(rest) : refuseSetup('other-rules', { rules });
};

/** Writes a position. `parsePosition` reads it back to an equal value. */
export const makePosition = (position: Position): string =>
  `${position.rules} ${gameOf(position.rules).makePosition(position)}`;

/** The same text for all equivalent forms of a position, and for no other position. */
export const canonical = (position: Position): string => {
  const forms = gameOf(position.rules).equivalents?.(position) ?? [position];
  return forms.map(makePosition).sort()[0] ?? makePosition(position);
};

/**
 * Reads a rules id from the store.
 *
 * @throws Error if there is no such game: the row is from another program
 */
export const storedRules = (text: string): RulesId => {
  const rules = RULES.find((each) => each === text);
  if (rules === undefined) throw new Error(`there is no game "${text}"`);
  return rules;
};

/**
 * Reads a position from the store: a row or a frozen letter.
 *
 * @param where name of its source, for the error
 * @throws Error if invalid: the row is damaged, or from another program
 */
export const storedPosition = (rules: RulesId, text: string, where: string): Position => {
  if (lastStored?.rules === rules && lastStored.text === text) return lastStored.position;
  const position = readPosition(gameOf(rules), text);
  if (!position.ok) throw new Error(`${where}: damaged start (${position.error.code})`);
  lastStored = { rules, text, position: position.value };
  return position.value;
};

/** The last that was read: most matches begin alike. */
let lastStored:
  | { readonly rules: RulesId; readonly text: string; readonly position: Position }
  | undefined;

const splitRules = (
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
