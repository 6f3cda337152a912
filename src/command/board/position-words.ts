import { parsePosition } from '../../engine/notation.ts';
import { findGame } from '../../engine/registry.ts';
import type { NotationError, Position, Setup } from '../../engine/types.ts';
import { err, type Result } from '../../result.ts';
import { type Sentence, say } from '../../sentence.ts';

/** A text without quotation marks of any kind. */
export const plainQuotes = (text: string): string =>
  text.replace(/["'\u2018-\u201f\u00ab\u00bb]/g, '').trim();

/** A text that is no position at all. It has no sentence: the command says what it takes. */
export type NoPosition = Extract<NotationError, { readonly code: 'not-a-position' }>;

/** Reads a position in its notation, and asks its rules. */
export function readPosition(text: string): Result<Position, Sentence | NoPosition> {
  const setup = parsePosition(text);
  return setup.ok ? legalPosition(setup.value) : setup;
}

/** Leads a set-up through the door of its rules. */
export function legalPosition(setup: Setup): Result<Position, Sentence> {
  const game = findGame(setup.rules);
  return game ? game.legalise(setup) : err(say('no-such-game'));
}
