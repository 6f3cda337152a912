import { SIDE_MAX } from '../engine/cell.ts';
import type { Engine } from '../engine/engine.ts';
import { makeSize, parseSize } from '../engine/notation.ts';
import { engineOf, findEngine } from '../engine/registry.ts';
import type { Size } from '../engine/types.ts';
import { type Challenge, FIRSTS, type First } from '../match/types.ts';
import { err, ok, type Result } from '../result.ts';
import { type Sentence, say } from '../sentence.ts';
import type { Words } from './types.ts';

/** What two players agree on before the first ply. */
export interface Terms {
  readonly engine: Engine;
  readonly size: Size;
  /** Seen from whoever offers. */
  readonly first: First;
}

/** The terms that somebody has named; about the others nothing was said. */
export type Wishes = { readonly [Name in keyof Terms]: Terms[Name] | undefined };

/** The options that `readWishes` and `readTerms` understand. */
export const TERM_OPTIONS = ['size', 'first'] as const;

/** How a size is written. */
export const sizeShape = say('size-shape', { sideMax: SIDE_MAX });

const GAME_BY_DEFAULT = 'forms';

/**
 * Reads a game's name, if there is one, and the options `-size=6x6` (or `-size=6`) and `-first=me`.
 * Whether the game is played on such a board shows when the wishes are settled.
 */
export function readWishes(game: string | undefined, { options }: Words): Result<Wishes, Sentence> {
  const engine = game === undefined ? undefined : findEngine(game.toLowerCase());
  if (game !== undefined && !engine) return err(say('no-such-game'));
  const size = parseSizes(options.get('size')?.toLowerCase());
  if (!size.ok) return size;
  const who = options.get('first')?.toLowerCase();
  const first = FIRSTS.find((each) => each === who);
  if (who !== undefined && first === undefined) return err(say('first-shape'));
  return ok({ engine, size: size.value, first });
}

/**
 * Fills in what the wishes leave open: from `otherwise`, but another game brings its own size. A
 * size that the game is not played on is refused with the engine's reason.
 */
export function settle(wishes: Wishes, otherwise: Terms): Result<Terms, Sentence> {
  const engine = wishes.engine ?? otherwise.engine;
  const usual = engine.rules === otherwise.engine.rules ? otherwise.size : engine.defaultSize;
  const size = wishes.size ?? usual;
  const start = engine.start(size);
  if (!start.ok) return err(say(start.error.code, start.error.facts));
  return ok({ engine, size, first: wishes.first ?? otherwise.first });
}

/** Reads whole terms: Forms on its usual board, and chance decides, unless the words say otherwise. */
export function readTerms(game: string | undefined, words: Words): Result<Terms, Sentence> {
  const wishes = readWishes(game, words);
  if (!wishes.ok) return wishes;
  const engine = engineOf(GAME_BY_DEFAULT);
  return settle(wishes.value, { engine, size: engine.defaultSize, first: 'random' });
}

/** The terms that a challenge offers. */
export const termsOf = ({ rules, size, first }: Challenge): Terms => ({
  engine: engineOf(rules),
  size,
  first,
});

/** The same terms as the other player would put them: my first move is your second. */
export const turnAround = (terms: Terms): Terms => ({
  ...terms,
  first: terms.first === 'me' ? 'them' : terms.first === 'them' ? 'me' : 'random',
});

/** Writes terms, or the wished ones of them, as they are read: `forms -size=6x6 -first=me`. */
export const makeTerms = ({ engine, size, first }: Wishes): string =>
  [
    ...(engine ? [engine.rules] : []),
    ...(size ? [`-size=${makeSize(size)}`] : []),
    ...(first ? [`-first=${first}`] : []),
  ].join(' ');

function parseSizes(written: string | undefined): Result<Size | undefined, Sentence> {
  if (written === undefined) return ok(undefined);
  const size = parseSize(written.includes('x') ? written : `${written}x${written}`);
  return size ? ok(size) : err(sizeShape);
}
