import type { Engine } from '../engine/engine.ts';
import { makeSize, parseSize } from '../engine/notation.ts';
import { findEngine } from '../engine/registry.ts';
import type { Size } from '../engine/types.ts';
import { FIRSTS, type First } from '../match/types.ts';
import { err, ok, type Result } from '../result.ts';
import { type Sentence, say } from '../sentence.ts';
import type { Words } from './types.ts';

/** What two players agree on before the first ply. */
export interface Terms {
  readonly engine: Engine;
  readonly size: Size;
  readonly first: First;
}

/** The options that `readTerms` understands. */
export const TERM_OPTIONS = ['size', 'first'] as const;

const GAME_BY_DEFAULT = 'forms';

/**
 * Reads a game's name (Forms when there is none) and the options `-size=6x6` (or `-size=6`) and
 * `-first=me`. A size that the game is not played on is refused with the engine's reason.
 */
export function readTerms(game: string | undefined, { options }: Words): Result<Terms, Sentence> {
  const engine = findEngine((game ?? GAME_BY_DEFAULT).toLowerCase());
  if (!engine) return err(say('no-such-game'));
  const written = options.get('size')?.toLowerCase();
  const size =
    written === undefined
      ? engine.defaultSize
      : parseSize(written.includes('x') ? written : `${written}x${written}`);
  if (!size) return err(say('size-shape'));
  const start = engine.start(size);
  if (!start.ok) return err(say(start.error.code, start.error.facts));
  const first = FIRSTS.find((each) => each === (options.get('first') ?? 'random').toLowerCase());
  return first === undefined ? err(say('first-shape')) : ok({ engine, size, first });
}

/** Writes terms as `readTerms` reads them: `forms -size=6x6 -first=me`. */
export const makeTerms = ({ engine, size, first }: Terms): string =>
  `${engine.rules} -size=${makeSize(size)} -first=${first}`;
