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

interface CalendarWords {
  readonly idle: ReadonlySet<string>;
  /** Each month's names, January first. */
  readonly months: readonly (readonly string[])[];
  readonly days: ReadonlyMap<string, 0 | 1>;
}

/** Made when the first date is read: most runs of the program read none, and `Intl` takes its time. */
const calendarWords = (): CalendarWords => {
  made ??= {
    idle: new Set([
      ...setOf('idle'),
      ...[1, 2, 3, 4, 5, 6, 7].flatMap((day) =>
        (['long', 'short'] as const).flatMap((weekday) =>
          namesOf({ weekday }, new Date(Date.UTC(2024, 0, day))),
        ),
      ),
    ]),
    months: Array.from({ length: 12 }, (_, month) =>
      namesOf({ month: 'long' }, new Date(Date.UTC(2024, month))),
    ),
    days: new Map(
      LOCALES.flatMap((locale) =>
        ([0, 1] as const).flatMap((days) => {
          const format = new Intl.RelativeTimeFormat(locale, { numeric: 'auto' });
          return foldings(format.format(days, 'day')).map((word) => [word, days] as const);
        }),
      ),
    ),
  };
  return made;
};
let made: CalendarWords | undefined;

/** Whether a date makes nothing of a word; the name of the weekday is one of them. */
export const isIdleWord = (word: string): boolean => calendarWords().idle.has(word);

/** How many days from now on a word means: `today`, `morgen`. */
export const daysFromToday = (word: string): 0 | 1 | undefined => calendarWords().days.get(word);

const MONTH_CHARS_MIN = 3;

/** The month, from 1 on, that a word is the name of, or its beginning: `Sept`. */
export function monthNamed(word: string): number | undefined {
  if (word.length < MONTH_CHARS_MIN) return undefined;
  const monthsWith = (fits: (name: string) => boolean) =>
    calendarWords().months.flatMap((names, index) => (names.some(fits) ? [index + 1] : []));
  const whole = monthsWith((name) => name === word);
  const [month, ...others] = whole.length > 0 ? whole : monthsWith((name) => name.startsWith(word));
  return others.length === 0 ? month : undefined;
}
