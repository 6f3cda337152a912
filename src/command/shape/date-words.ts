import type { LANGUAGES } from '../../player/settings.ts';
import { foldings } from './fold.ts';

/** What stands around the numbers of a date, in one language. */
interface DateWords {
  /** Where its names of months and days are taken from; a country may have other ones. */
  readonly locales: readonly string[];
  /** Between the first day and the last. */
  readonly until: string;
  /** What tells nothing: before the first day, before the name of a month. */
  readonly idle: string;
  /** Right behind the number of a day. */
  readonly ordinals: string;
}

/**
 * Each language of the letters has words for dates; the names of the months are in `Intl`. `and` is
 * none of them: two days with it may be two days.
 */
const WORDS: Readonly<Record<(typeof LANGUAGES)[number], DateWords>> = {
  en: {
    locales: ['en'],
    until: 'to until till til through thru',
    idle: 'the of on from starting beginning inclusive including',
    ordinals: 'st nd rd th',
  },
  de: {
    locales: ['de', 'de-AT'],
    until: 'bis',
    idle: 'der dem den zum am von vom ab einschließlich inklusive',
    ordinals: 'ter ten te',
  },
};

const ALL = Object.values(WORDS);
const LOCALES = ALL.flatMap(({ locales }) => locales);
const setOf = (kind: 'until' | 'idle' | 'ordinals'): ReadonlySet<string> =>
  new Set(ALL.flatMap((words) => words[kind].split(' ').flatMap(foldings)));

export const UNTIL_WORDS = setOf('until');
export const ORDINALS = setOf('ordinals');

/** What a month or a weekday is called in all languages: `Dezember`, `December`, `Thu`. */
const namesOf = (format: Intl.DateTimeFormatOptions, day: Date): readonly string[] =>
  LOCALES.map((locale) =>
    new Intl.DateTimeFormat(locale, { ...format, timeZone: 'UTC' }).format(day).replace(/\.$/, ''),
  ).flatMap(foldings);

/** Words of which a date makes nothing; the name of the weekday is one of them. */
export const IDLE_WORDS: ReadonlySet<string> = new Set([
  ...setOf('idle'),
  ...[1, 2, 3, 4, 5, 6, 7].flatMap((day) =>
    (['long', 'short'] as const).flatMap((weekday) =>
      namesOf({ weekday }, new Date(Date.UTC(2024, 0, day))),
    ),
  ),
]);

/** Each month's name, January first. */
const MONTHS = Array.from({ length: 12 }, (_, month) =>
  namesOf({ month: 'long' }, new Date(Date.UTC(2024, month))),
);
const MONTH_CHARS_MIN = 3;

/** The month, from 1 on, that a word is the name of, or its beginning: `Sept`. */
export function monthNamed(word: string): number | undefined {
  if (word.length < MONTH_CHARS_MIN) return undefined;
  const monthsWith = (fits: (name: string) => boolean) =>
    MONTHS.flatMap((names, index) => (names.some(fits) ? [index + 1] : []));
  const whole = monthsWith((name) => name === word);
  const [month, ...others] = whole.length > 0 ? whole : monthsWith((name) => name.startsWith(word));
  return others.length === 0 ? month : undefined;
}

/** How many days from now on a word means: `today`, `morgen`. */
export const DAYS_FROM_TODAY: ReadonlyMap<string, 0 | 1> = new Map(
  LOCALES.flatMap((locale) =>
    ([0, 1] as const).flatMap((days) =>
      foldings(new Intl.RelativeTimeFormat(locale, { numeric: 'auto' }).format(days, 'day')).map(
        (word) => [word, days] as const,
      ),
    ),
  ),
);
