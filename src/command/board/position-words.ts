import { parsePosition } from '../../engine/notation.ts';
import { findEngine } from '../../engine/registry.ts';
import type { Position, Setup } from '../../engine/types.ts';
import { err, ok, type Result } from '../../result.ts';
import { type Sentence, say } from '../../sentence.ts';

/** A text without quotation marks of any kind. */
export const plainQuotes = (text: string): string =>
  text.replace(/["'\u2018-\u201f\u00ab\u00bb]/g, '').trim();

/**
 * Reads a position in its notation, and asks its rules. The code `not-a-position` has no sentence:
 * the command says what it takes.
 */
export function readPosition(text: string): Result<Position, Sentence> {
  const setup = parsePosition(text);
  return setup.ok ? legalPosition(setup.value) : err(say(setup.error.code, setup.error.facts));
}

/** Leads a set-up through the door of its rules. */
export function legalPosition(setup: Setup): Result<Position, Sentence> {
  const engine = findEngine(setup.rules);
  if (!engine) return err(say('no-such-game'));
  const position = engine.legalise(setup);
  return position.ok ? ok(position.value) : err(say(position.error.code, position.error.facts));
}
