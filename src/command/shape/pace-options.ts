import { forfeitDaysMax, incrementDaysMax, shortNagDays, totalDaysMax } from '../../limits.ts';
import { makePace, type Pace, USUAL_PACE } from '../../match/pace.ts';
import { err, ok, type Result } from '../../result.ts';
import { type Sentence, say } from '../../sentence.ts';
import type { Words } from './types.ts';

/** What somebody has named of a clock; about the rest nothing was said. */
export type PaceWish = Partial<{ readonly [Name in keyof Pace]: number }>;

/** The options that `readPace` understands. */
export const PACE_OPTIONS = ['nag', 'forfeit', 'total', 'increment', 'clock'] as const;

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
export function readPace({ options }: Words): Result<PaceWish | 'none' | undefined, Sentence> {
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
export const makePaceOptions = (wish: PaceWish | 'none'): readonly string[] =>
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
