import { findGame, findOffered, gameOf, offeredRules } from '../../engine/registry.ts';
import type { Game } from '../../engine/shape/game.ts';
import type { Position, Size } from '../../engine/shape/types.ts';
import { SIDE_MAX } from '../../engine/stones/board.ts';
import { makeSize, parseSize } from '../../engine/stones/notation.ts';
import { clockLimits } from '../../limits.ts';
import { DEFAULT_PACE, makePace, type Pace } from '../../match/clock.ts';
import { type Challenge, FIRSTS, type First } from '../../match/types.ts';
import { SWITCH_WORDS } from '../../player/settings.ts';
import { err, ok, type Result } from '../../result.ts';
import { type Sentence, say } from '../../sentence.ts';
import type { CommandLine } from './types.ts';
import { readSwitch } from './words.ts';

/** The clock options that were named. */
type PaceWish = Partial<{ readonly [Name in keyof Pace]: number }>;

const CLOCK_OPTIONS = {
  nag: { field: 'nagDays', min: 1, max: clockLimits.forfeitDays },
  forfeit: { field: 'forfeitDays', min: 1, max: clockLimits.forfeitDays },
  total: { field: 'totalDays', min: 1, max: clockLimits.totalDays },
  increment: { field: 'incrementDays', min: 0, max: clockLimits.incrementDays },
} as const;

type ClockOption = keyof typeof CLOCK_OPTIONS;

const CLOCK_OPTION_NAMES = Object.keys(CLOCK_OPTIONS) as readonly ClockOption[];

/**
 * Reads `-nag=7d -forfeit=21d -total=90d -increment=1d`, each in days (`7` or `7d`) or weeks (`3w`), or
 * `-clock=none`. Undefined without any.
 */
function readPace({ options }: CommandLine): Result<PaceWish | 'none' | undefined, Sentence> {
  const named = CLOCK_OPTION_NAMES.filter((name) => options.has(name));
  const clock = options.get('clock')?.toLowerCase();
  if (clock !== undefined) {
    if (clock !== 'none') return err(say('clock-shape'));
    return named.length > 0 ? err(say('clock-or-none')) : ok('none');
  }
  if (named.length === 0) return ok(undefined);
  const pace: Record<string, number> = {};
  for (const option of named) {
    const { field, min, max } = CLOCK_OPTIONS[option];
    const days = parseDays(options.get(option) ?? '');
    if (days === undefined || days < min || days > max) {
      return err(say('days-shape', { option, min, max }));
    }
    pace[field] = days;
  }
  return ok(pace);
}

/**
 * Completes a clock from `otherwise`, or from the default clock if that is none. The default reminder comes
 * after a third of a long time.
 */
export function completePace(
  wish: PaceWish | 'none' | undefined,
  otherwise: Pace | undefined,
): Result<Pace | undefined, Sentence> {
  if (wish === undefined) return ok(otherwise);
  if (wish === 'none') return ok(undefined);
  const base = otherwise ?? DEFAULT_PACE;
  const forfeitDays = wish.forfeitDays ?? base.forfeitDays;
  const usualNag = wish.forfeitDays === undefined ? base.nagDays : defaultNag(forfeitDays);
  const nagDays = wish.nagDays ?? usualNag;
  const totalDays = wish.totalDays ?? base.totalDays;
  const incrementDays = wish.incrementDays ?? base.incrementDays;
  if (nagDays >= forfeitDays)
    return err(say('nag-too-late', { nag: nagDays, forfeit: forfeitDays }));
  if (totalDays === undefined && incrementDays > 0) return err(say('increment-of-nothing'));
  return ok({ nagDays, forfeitDays, totalDays, incrementDays });
}

/** A third of the time; none for short times, whose last days are announced anyway. */
function defaultNag(forfeitDays: number): number {
  const third = Math.floor(forfeitDays / 3);
  return third < clockLimits.shortNagDays ? 0 : Math.min(third, DEFAULT_PACE.nagDays);
}

/** Writes the named options as `readPace` reads them: `-nag=7d -forfeit=21d`. */
const makePaceOptions = (wish: PaceWish | 'none'): readonly string[] =>
  wish === 'none'
    ? ['-clock=none']
    : CLOCK_OPTION_NAMES.flatMap((option) => {
        const days = wish[CLOCK_OPTIONS[option].field];
        return days === undefined ? [] : [`-${option}=${days}d`];
      });

/** The options of a clock that is not the default; undefined for the default. */
export const nonDefaultPace = (pace: Pace | undefined): PaceWish | 'none' | undefined => {
  if (!pace) return 'none';
  if (makePace(pace) === makePace(DEFAULT_PACE)) return undefined;
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

/** The terms of a match, agreed before the first ply. */
export interface Terms {
  readonly game: Game;
  readonly size: Size;
  /** As seen by the offering player. */
  readonly first: First;
  /** Undefined means no clock. */
  readonly pace: Pace | undefined;
  /** Whether the match is rated. */
  readonly rated: boolean;
  /** Whether both may ask for hints; then the match is unrated. */
  readonly hints: boolean;
  /** The first position, if it is not the default. */
  readonly start?: Position | undefined;
}

/** The terms that were named. */
interface Wishes {
  readonly game: Game | undefined;
  readonly size: Size | undefined;
  readonly first: First | undefined;
  readonly pace: PaceWish | 'none' | undefined;
  readonly rated: boolean | undefined;
  readonly hints: boolean | undefined;
}

/** The options of `readWishes` and `readTerms`. */
export const TERM_OPTIONS = [
  'size',
  'first',
  'rated',
  'unrated',
  'hints',
  ...CLOCK_OPTION_NAMES,
  'clock',
] as const;

export const TERM_VALUES = [...FIRSTS, 'none', ...SWITCH_WORDS] as const;

/** The explanation of how to write a size. */
export const sizeUsage = say('size-shape', { sideMax: SIDE_MAX });

/** The game of a line that names none. */
export const GAME_BY_DEFAULT = 'forms';

/**
 * The small board of Forms: a match takes about five moves of each side, enough to learn play by letter. Other
 * games would end too early on it.
 */
const SMALLEST: Size = { cols: 4, rows: 4 };
const SMALL: Size = { cols: 6, rows: 6 };

/** The size of the small board that shows a game to a newcomer. */
export function smallSize(game: Game): Size {
  const size = game.rules === GAME_BY_DEFAULT ? SMALLEST : SMALL;
  return game.start(size).ok ? size : game.defaultSize;
}

/** Why a name is not that of a game which is offered here. */
export function notOffered(named: string): Sentence {
  const game = findGame(named.toLowerCase());
  const games = offeredRules().join(', ');
  return game ? say('not-offered', { game: game.name, games }) : say('no-such-game');
}

/**
 * Reads a game's name, if any, and the options `-size=6x6` (or `-size=6`), `-first=me`, `-unrated`,
 * `-hints` and those of the clock. `settleTerms` checks that the game has such a board.
 */
export function readWishes(named: string | undefined, line: CommandLine): Result<Wishes, Sentence> {
  const { options } = line;
  const game = named === undefined ? undefined : findOffered(named.toLowerCase());
  if (named !== undefined && !game) return err(notOffered(named));
  const size = parseSizeOption(options.get('size')?.toLowerCase());
  if (!size.ok) return size;
  const who = options.get('first')?.toLowerCase();
  const first = FIRSTS.find((each) => each === who);
  if (who !== undefined && first === undefined) return err(say('first-shape'));
  const pace = readPace(line);
  if (!pace.ok) return pace;
  const rated = readRated(line);
  if (!rated.ok) return rated;
  const hints = readSwitch(line, 'hints');
  if (!hints.ok) return hints;
  if (rated.value && hints.value) return err(say('hints-or-rated'));
  return ok({
    game,
    size: size.value,
    first,
    pace: pace.value,
    rated: rated.value,
    hints: hints.value,
  });
}

/** Reads `-rated` and `-unrated`, which may both occur if they agree. */
function readRated(line: CommandLine): Result<boolean | undefined, Sentence> {
  const rated = readSwitch(line, 'rated');
  if (!rated.ok) return rated;
  const unrated = readSwitch(line, 'unrated');
  if (!unrated.ok) return unrated;
  if (unrated.value === undefined) return rated;
  return rated.value === unrated.value ? err(say('rated-or-unrated')) : ok(!unrated.value);
}

/**
 * Completes the wishes from `otherwise`; another game brings its default size. An impossible size is
 * refused with the engine's reason.
 */
export function settleTerms(wishes: Wishes, otherwise: Terms): Result<Terms, Sentence> {
  const game = wishes.game ?? otherwise.game;
  const defaultSize = game.rules === otherwise.game.rules ? otherwise.size : game.defaultSize;
  const size = wishes.size ?? defaultSize;
  const start = game.start(size);
  if (!start.ok) return start;
  const pace = completePace(wishes.pace, otherwise.pace);
  if (!pace.ok) return pace;
  const first = wishes.first ?? otherwise.first;
  // The newer wish counts: rated excludes hints, and the other way round.
  const hints = wishes.hints ?? (otherwise.hints && wishes.rated !== true);
  const rated = !hints && (wishes.rated ?? otherwise.rated);
  return ok({ game, size, first, pace: pace.value, rated, hints });
}

/**
 * Reads terms, completed by the defaults: Forms, and a random first mover.
 *
 * @param rated the default for rated
 */
export function readTerms(
  named: string | undefined,
  line: CommandLine,
  rated = true,
): Result<Terms, Sentence> {
  const wishes = readWishes(named, line);
  if (!wishes.ok) return wishes;
  const game = gameOf(GAME_BY_DEFAULT);
  return settleTerms(wishes.value, {
    game,
    size: game.defaultSize,
    first: 'random',
    pace: DEFAULT_PACE,
    rated,
    hints: false,
  });
}

export const termsOf = ({ rules, size, first, pace, rated, hints }: Challenge): Terms => ({
  game: gameOf(rules),
  size,
  first,
  pace,
  rated: rated === true,
  hints: hints === true,
});

/** Writes terms as they are read, without the defaults: `forms -size=6x6 -first=me`. */
export const makeTerms = ({ pace, rated, hints, ...named }: WritableTerms): string =>
  makeWishes({
    ...named,
    pace: nonDefaultPace(pace),
    rated: rated || hints ? undefined : false,
    hints: hints || undefined,
  });

/** Terms whose first mover may be left out, as in `challenge USERID USERID`, whose order says it. */
type WritableTerms = Omit<Terms, 'first'> & Pick<Wishes, 'first'>;

/** Rewrites an option for a colour as one for who begins, `-side=white` in Chess as `-first=me`; any other stays. */
export const sideAsFirst = (option: string, { sides: [first] }: Game): string =>
  option.replace(
    /^-side=(.*)/,
    (_, side: string) => `-first=${side === first.colour ? 'me' : 'them'}`,
  );

/** Writes all named terms: `-size=6x6 -forfeit=5d`. */
export const makeWishes = ({ game, size, first, pace, rated, hints }: Partial<Wishes>): string =>
  [
    ...(game ? [game.rules] : []),
    ...(size ? [`-size=${makeSize(size)}`] : []),
    ...(first ? [`-first=${first}`] : []),
    ...(pace ? makePaceOptions(pace) : []),
    ...(rated === undefined ? [] : [rated ? '-rated' : '-unrated']),
    ...(hints === undefined ? [] : [hints ? '-hints' : '-hints=no']),
  ].join(' ');

/** Reads a size, `6x6` or `6`; undefined without one. */
export function parseSizeOption(written: string | undefined): Result<Size | undefined, Sentence> {
  if (written === undefined) return ok(undefined);
  const size = parseSize(written.includes('x') ? written : `${written}x${written}`);
  return size ? ok(size) : err(sizeUsage);
}
