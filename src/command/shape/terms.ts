import { findGame, gameOf } from '../../engine/registry.ts';
import type { Game } from '../../engine/shape/game.ts';
import type { Size } from '../../engine/shape/types.ts';
import { SIDE_MAX } from '../../engine/stones/cell.ts';
import { makeSize, parseSize } from '../../engine/stones/notation.ts';
import { forfeitDaysMax, incrementDaysMax, shortNagDays, totalDaysMax } from '../../limits.ts';
import { makePace, type Pace, USUAL_PACE } from '../../match/clock.ts';
import { type Challenge, FIRSTS, type First } from '../../match/types.ts';
import { SWITCH_WORDS } from '../../player/settings.ts';
import { err, ok, type Result } from '../../result.ts';
import { type Sentence, say } from '../../sentence.ts';
import type { Words } from './types.ts';
import { readSwitch } from './words.ts';

/** What somebody has named of a clock; about the rest nothing was said. */
type PaceWish = Partial<{ readonly [Name in keyof Pace]: number }>;

/** The options that `readPace` understands. */
const PACE_OPTIONS = ['nag', 'forfeit', 'total', 'increment', 'clock'] as const;

const LIMITS = {
  nag: { field: 'nagDays', min: 1, max: forfeitDaysMax },
  forfeit: { field: 'forfeitDays', min: 1, max: forfeitDaysMax },
  total: { field: 'totalDays', min: 1, max: totalDaysMax },
  increment: { field: 'incrementDays', min: 0, max: incrementDaysMax },
} as const;
type Option = keyof typeof LIMITS;
const NAMES = Object.keys(LIMITS) as readonly Option[];

/**
 * Reads `-nag=7d -forfeit=21d -total=90d -increment=1d`, each in days (`7` or `7d`) or weeks (`3w`),
 * or `-clock=none`. Undefined when nothing is said of a clock.
 */
function readPace({ options }: Words): Result<PaceWish | 'none' | undefined, Sentence> {
  const named = NAMES.filter((name) => options.has(name));
  const clock = options.get('clock')?.toLowerCase();
  if (clock !== undefined) {
    if (clock !== 'none') return err(say('clock-shape'));
    return named.length > 0 ? err(say('clock-or-none')) : ok('none');
  }
  if (named.length === 0) return ok(undefined);
  const wish: Record<string, number> = {};
  for (const option of named) {
    const { field, min, max } = LIMITS[option];
    const days = parseDays(options.get(option) ?? '');
    if (days === undefined || days < min || days > max) {
      return err(say('days-shape', { option, min, max }));
    }
    wish[field] = days;
  }
  return ok(wish);
}

/**
 * The whole clock of a match: what is not named is from `otherwise`, or as usual where that has no
 * clock. A reminder comes after a third of a long time, unless its day is named.
 */
export function settlePace(
  wish: PaceWish | 'none' | undefined,
  otherwise: Pace | 'none',
): Result<Pace | 'none', Sentence> {
  if (wish === undefined || wish === 'none') return ok(wish ?? otherwise);
  const base = otherwise === 'none' ? USUAL_PACE : otherwise;
  const forfeitDays = wish.forfeitDays ?? base.forfeitDays;
  const usualNag = wish.forfeitDays === undefined ? base.nagDays : nagFor(forfeitDays);
  const nagDays = wish.nagDays ?? usualNag;
  const totalDays = wish.totalDays ?? base.totalDays;
  const incrementDays = wish.incrementDays ?? base.incrementDays;
  if (nagDays >= forfeitDays)
    return err(say('nag-too-late', { nag: nagDays, forfeit: forfeitDays }));
  if (totalDays === undefined && incrementDays > 0) return err(say('increment-of-nothing'));
  return ok({ nagDays, forfeitDays, totalDays, incrementDays });
}

/** A third of the time; who has few days hears of the last ones anyway. */
function nagFor(forfeitDays: number): number {
  const third = Math.floor(forfeitDays / 3);
  return third < shortNagDays ? 0 : Math.min(third, USUAL_PACE.nagDays);
}

/** Writes what is named as it is read: `-nag=7d -forfeit=21d`. */
const makePaceOptions = (wish: PaceWish | 'none'): readonly string[] =>
  wish === 'none'
    ? ['-clock=none']
    : NAMES.flatMap((option) => {
        const days = wish[LIMITS[option].field];
        return days === undefined ? [] : [`-${option}=${days}d`];
      });

/** What there is to say about a clock that is not as usual; nothing about the usual one. */
export const unusualPace = (pace: Pace | 'none'): PaceWish | 'none' | undefined => {
  if (pace === 'none') return pace;
  if (makePace(pace) === makePace(USUAL_PACE)) return undefined;
  const { nagDays, forfeitDays, totalDays, incrementDays } = pace;
  return {
    ...(nagDays > 0 && { nagDays }),
    forfeitDays,
    ...(totalDays !== undefined && { totalDays, incrementDays }),
  };
};

function parseDays(written: string): number | undefined {
  const [, count, unit] = /^(\d{1,6})([dw]?)$/i.exec(written) ?? [];
  if (count === undefined) return undefined;
  return Number(count) * (unit?.toLowerCase() === 'w' ? 7 : 1);
}

/** What two players agree on before the first ply. */
export interface Terms {
  readonly game: Game;
  readonly size: Size;
  /** Seen from whoever offers. */
  readonly first: First;
  readonly pace: Pace | 'none';
  /** Whether it changes the ratings of its players. */
  readonly rated: boolean;
  /** Whether either may ask for hints; then it is not rated. */
  readonly hints: boolean;
}

/** The terms that somebody has named; about the others nothing was said. */
interface Wishes {
  readonly game: Game | undefined;
  readonly size: Size | undefined;
  readonly first: First | undefined;
  readonly pace: PaceWish | 'none' | undefined;
  readonly rated: boolean | undefined;
  readonly hints: boolean | undefined;
}

/** The options that `readWishes` and `readTerms` understand. */
export const TERM_OPTIONS = [
  'size',
  'first',
  'rated',
  'unrated',
  'hints',
  ...PACE_OPTIONS,
] as const;

/** ... and the words of ours that may stand for their values. */
export const TERM_VALUES = [...FIRSTS, 'none', ...SWITCH_WORDS] as const;

const NO_WISH: Wishes = {
  game: undefined,
  size: undefined,
  first: undefined,
  pace: undefined,
  rated: undefined,
  hints: undefined,
};

/** How a size is written. */
export const sizeShape = say('size-shape', { sideMax: SIDE_MAX });

const GAME_BY_DEFAULT = 'forms';

/**
 * Reads a game's name, if there is one, and the options `-size=6x6` (or `-size=6`), `-first=me`,
 * `-unrated`, `-hints` and those of the clock. Whether the game is played on such a board shows when the wishes
 * are settled.
 */
export function readWishes(named: string | undefined, words: Words): Result<Wishes, Sentence> {
  const { options } = words;
  const game = named === undefined ? undefined : findGame(named.toLowerCase());
  if (named !== undefined && !game) return err(say('no-such-game'));
  const size = parseSizes(options.get('size')?.toLowerCase());
  if (!size.ok) return size;
  const who = options.get('first')?.toLowerCase();
  const first = FIRSTS.find((each) => each === who);
  if (who !== undefined && first === undefined) return err(say('first-shape'));
  const pace = readPace(words);
  if (!pace.ok) return pace;
  const rated = readRated(words);
  if (!rated.ok) return rated;
  const hints = readSwitch(words, 'hints');
  if (!hints.ok) return hints;
  if (rated.value && hints.value) return err(say('hints-or-rated'));
  const [wished, helped] = [rated.value, hints.value];
  return ok({ game, size: size.value, first, pace: pace.value, rated: wished, hints: helped });
}

/** One wish with two names, which may both be there as long as they say the same. */
function readRated(words: Words): Result<boolean | undefined, Sentence> {
  const rated = readSwitch(words, 'rated');
  if (!rated.ok) return rated;
  const unrated = readSwitch(words, 'unrated');
  if (!unrated.ok) return unrated;
  if (unrated.value === undefined) return rated;
  return rated.value === unrated.value ? err(say('rated-or-unrated')) : ok(!unrated.value);
}

/**
 * Fills in what the wishes leave open: from `otherwise`, but another game brings its own size. A
 * size that the game is not played on is refused with the engine's reason.
 */
export function settleTerms(wishes: Wishes, otherwise: Terms): Result<Terms, Sentence> {
  const game = wishes.game ?? otherwise.game;
  const usual = game.rules === otherwise.game.rules ? otherwise.size : game.defaultSize;
  const size = wishes.size ?? usual;
  const start = game.start(size);
  if (!start.ok) return start;
  const pace = settlePace(wishes.pace, otherwise.pace);
  if (!pace.ok) return pace;
  const first = wishes.first ?? otherwise.first;
  // The newer wish counts: who wants it rated wants no hints, and the other way round.
  const hints = wishes.hints ?? (otherwise.hints && wishes.rated !== true);
  const rated = !hints && (wishes.rated ?? otherwise.rated);
  return ok({ game, size, first, pace: pace.value, rated, hints });
}

/**
 * Reads whole terms: Forms as usual, and chance decides, unless the words say otherwise. `rated` is
 * what a match is about which nothing is said.
 */
export function readTerms(
  named: string | undefined,
  words: Words,
  rated = true,
): Result<Terms, Sentence> {
  const wishes = readWishes(named, words);
  if (!wishes.ok) return wishes;
  const game = gameOf(GAME_BY_DEFAULT);
  const { defaultSize: size } = game;
  const usual = { game, size, first: 'random', pace: USUAL_PACE, rated, hints: false } as const;
  return settleTerms(wishes.value, usual);
}

/** The terms that a challenge offers. */
export const termsOf = ({ rules, size, first, pace, rated, hints }: Challenge): Terms => ({
  game: gameOf(rules),
  size,
  first,
  pace: pace ?? 'none',
  rated: rated === true,
  hints: hints === true,
});

/** The same terms as the other player would put them: my first move is your second. */
export const turnAround = (terms: Terms): Terms => ({
  ...terms,
  first: terms.first === 'me' ? 'them' : terms.first === 'them' ? 'me' : 'random',
});

/** Writes terms as they are read, but for what is as usual: `forms -size=6x6 -first=me`. */
export const makeTerms = ({ pace, rated, hints, ...named }: Named): string =>
  makeWishes({
    ...named,
    pace: unusualPace(pace),
    rated: rated || hints ? undefined : false,
    hints: hints || undefined,
  });

/** In the classic spelling, who moves first is not among the terms. */
type Named = Omit<Terms, 'first'> & Pick<Wishes, 'first'>;

/** Writes all that is wished: `-size=6x6 -forfeit=5d`. */
export const makeWishes = (wishes: Partial<Wishes>): string => {
  const { game, size, first, pace, rated, hints } = { ...NO_WISH, ...wishes };
  return [
    ...(game ? [game.rules] : []),
    ...(size ? [`-size=${makeSize(size)}`] : []),
    ...(first ? [`-first=${first}`] : []),
    ...(pace ? makePaceOptions(pace) : []),
    ...(rated === undefined ? [] : [rated ? '-rated' : '-unrated']),
    ...(hints === undefined ? [] : [hints ? '-hints' : '-hints=no']),
  ].join(' ');
};

function parseSizes(written: string | undefined): Result<Size | undefined, Sentence> {
  if (written === undefined) return ok(undefined);
  const size = parseSize(written.includes('x') ? written : `${written}x${written}`);
  return size ? ok(size) : err(sizeShape);
}
