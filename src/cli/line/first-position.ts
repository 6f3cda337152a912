import { nearest } from '../../command/shape/words.ts';
import { findGame, GAMES } from '../../engine/registry.ts';
import type { Game } from '../../engine/shape/game.ts';
import type { Position, Size } from '../../engine/shape/types.ts';
import { makeSize, parseSize } from '../../engine/stones/notation.ts';
import { err, ok, type Result } from '../../result.ts';
import type { OptionError } from './options.ts';

/** A game on a board, before the first move. */
export interface FirstPosition {
  readonly game: Game;
  readonly size: Size;
  readonly start: Position;
}

/** Parses `RULES COLSxROWS` of a command line. */
export function firstPosition(rules: string, sizeText: string): Result<FirstPosition, string> {
  const game = findGame(rules);
  if (!game) return err(noGame(rules));
  const size = parseSize(sizeText);
  if (!size) return err(`The size ${sizeText} is not written like 8x8.`);
  const start = game.start(size);
  if (!start.ok) return err(`${game.name} has no start on ${makeSize(size)}: ${start.error.code}.`);
  return ok({ game, size, start: start.value });
}

function noGame(written: string): string {
  const known = GAMES.map((each) => each.rules);
  const says = `There is no game ${written}.`;
  const meant = suggestionsFor({ says, unknown: { written, known } });
  return [
    says,
    ...meant.map((each) => `Did you mean this: ${each}`),
    `Games: ${known.join(', ')}`,
  ].join('\n');
}

/** Limit of suggestions. */
const GUESSES_MAX = 3;

/** The known words that an unknown one may mean: those it begins, or else the nearest. */
export function suggestionsFor({ unknown }: OptionError): readonly string[] {
  if (!unknown) return [];
  const written = unknown.written.toLowerCase();
  const begun = unknown.known.filter((each) => each.toLowerCase().startsWith(written));
  if (/\w\w/.test(written) && begun.length > 0 && begun.length <= GUESSES_MAX) return begun;
  const near = nearest(written, unknown.known);
  return near === undefined ? [] : [near];
}
