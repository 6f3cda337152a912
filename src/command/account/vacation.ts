import { vacationLimits } from '../../limits.ts';
import {
  type Day,
  daysWithin,
  isDayOff,
  makeDay,
  mergeSpans,
  parseDay,
  type Span,
  yearOf,
} from '../../match/clock.ts';
import { chosenZone, LANGUAGES } from '../../player/settings.ts';
import { err, ok, type Result } from '../../result.ts';
import { type Sentence, say } from '../../sentence.ts';
import { parsed, refuse, refuseWith, tell } from '../shape/decision.ts';
import type { Command, Decision, PlayerContext } from '../shape/types.ts';
import { fold } from '../shape/words.ts';

/** Days off: a player's clocks stand still, and no reminders are sent. */
export const vacation: Command = {
  name: 'vacation',
  aliases: ['holiday', 'holidays'],
  usage: 'vacation FROM TO, vacation DAYS, vacation off',
  summary: 'stops your clocks and reminders for some days',
  example: 'vacation 2026-12-20 2027-01-03',
  audience: 'player',
  need: 'proof',
  values: ['off'],

  read({ words }) {
    const input = words.join(' ');
    if (input === '') return parsed('vacation', listDaysOff);
    if (input.toLowerCase() === 'off') return parsed('vacation off', endDaysOff);
    const span = readSpan(input);
    if (!span.ok) return span;
    return parsed(`vacation ${makeSpan(span.value)}`, (context) =>
      takeDaysOff(span.value, context),
    );
  },
};

function takeDaysOff(written: WrittenSpan, context: PlayerContext): Decision {
  const { player, queries, vacationDays } = context;
  const today = queries.today(chosenZone(player.settings));
  const wished = daysOf(written, today);
  const { to } = wished;
  const days = { from: makeDay(wished.from), to: makeDay(to) };
  // Absolute days, so that a `yes` given tomorrow means the same days.
  const understood = `vacation ${days.from} ${days.to}`;
  const no = (why: Sentence) => refuseWith({ understood, says: [why] });
  if (to < wished.from) return no(say('vacation-backwards', days));
  if (wished.from < today) return no(say('vacation-past', { today: makeDay(today) }));
  if (to > today + vacationLimits.aheadDays) {
    return no(say('vacation-far', { days: vacationLimits.aheadDays }));
  }
  const daysOff = queries.daysOff(player.id, yearOf(wished.from).from);
  // Days off that end today, for example by `vacation off`, do not conflict.
  const endsToday = daysOff.some(
    (span) => span.to === today && wished.from === today && to > today,
  );
  const from = endsToday ? today + 1 : wished.from;
  const clash = daysOff.find((span) => span.from <= to && from <= span.to);
  if (clash) return no(say('vacation-clash', spanFacts(clash)));
  const span = { from, to };
  const all = mergeSpans([...daysOff, span]);
  for (let day = from; day <= to; ) {
    const { year: _, ...days } = yearOf(day);
    if (daysWithin(all, days) > vacationDays) {
      const left = daysLeftIn(daysOff, day, vacationDays);
      return no(say('vacation-too-long', { days: vacationDays, ...left }));
    }
    day = days.to + 1;
  }
  const left = daysLeftIn(all, from, vacationDays);
  return {
    changes: [{ do: 'put-vacation', playerId: player.id, span }],
    section: { understood, says: [say('vacation-set', { ...spanFacts(span), ...left })] },
    pinnedCommand: understood,
  };
}

const spanFacts = ({ from, to }: Span) => ({ from: makeDay(from), to: makeDay(to) });

/** The number of days off that are left in a year. */
function daysLeftIn(off: readonly Span[], day: Day, vacationDays: number) {
  const { year, ...span } = yearOf(day);
  return { year: String(year), left: Math.max(0, vacationDays - daysWithin(off, span)) };
}

/** Drops the days off after today. Today stays off, so that no match is lost at once on return. */
function endDaysOff({ player, queries }: PlayerContext): Decision {
  const today = queries.today(chosenZone(player.settings));
  const coming = queries.daysOff(player.id, today);
  if (coming.length === 0) return refuse(say('vacation-none'));
  const day = today + 1;
  const ended = isDayOff(coming, today)
    ? say('vacation-over', { day: makeDay(day) })
    : say('vacation-dropped');
  return {
    changes: [{ do: 'end-vacations', playerId: player.id, day }],
    section: { says: [ended] },
  };
}

/** The planned days off, and how many are left in the year. */
function listDaysOff({ player, queries, vacationDays }: PlayerContext): Decision {
  const today = queries.today(chosenZone(player.settings));
  const daysOff = queries.daysOff(player.id, yearOf(today).from);
  const coming = daysOff.filter(({ to }) => to >= today);
  return tell({
    says: [
      ...(coming.length === 0 ? [say('vacation-none')] : []),
      ...coming.map((span) => say('vacation-planned', spanFacts(span))),
      say('vacation-left', daysLeftIn(daysOff, today, vacationDays)),
      say('vacation-how'),
    ],
  });
}

/** A day of a month; mostly without a year. */
interface CalendarDate {
  readonly year: number | undefined;
  readonly month: number;
  readonly day: number;
}

/** A first and a last day, or a number of days from today on, as written. */
type WrittenSpan =
  | { readonly from: CalendarDate; readonly to: CalendarDate }
  | { readonly days: number };

/** Words around the dates in each language; the names of the months are from `Intl`. */
const WORDS: Readonly<Record<(typeof LANGUAGES)[number], Readonly<Record<DateWord, string>>>> = {
  en: { from: 'from', to: 'to|until', days: 'days?' },
  de: { from: 'vo[nm]', to: 'bis|bis zum', days: 'tage?' },
};
type DateWord = 'from' | 'to' | 'days';

const oneOf = (word: DateWord): string =>
  `(?:${Object.values(WORDS)
    .map((words) => words[word])
    .join('|')})`;

const ISO = String.raw`\d{4}-\d{2}-\d{2}`;
const NUMBERS = String.raw`\d{1,2}\.\d{1,2}(?:\.(?:\d{4})?)?`;
const NAMED = String.raw`\d{1,2}\.? ?\p{L}+\.?(?: \d{4})?`;
const DATE = `(${ISO}|${NUMBERS}|${NAMED})`;
const SPAN = new RegExp(
  `^(?:${oneOf('from')} )?${DATE}(?: ?[-\u2013] ?| ${oneOf('to')} | )${DATE}$`,
  'u',
);
const DAYS = new RegExp(`^(\\d{1,3})(?: ${oneOf('days')})?$`, 'u');

/**
 * Reads days off. A date is `2026-12-20`, `20 Dec`, `20 December 2026`, `20.12.`, `20.12.2026` or
 * `20. Dezember`. A span is two dates, alone or with `to`, `until`, `bis` or a dash between them and
 * `from` or `von` in front, or a number of days: `14`.
 *
 * @returns an error that says what to type instead
 */
export function readSpan(text: string): Result<WrittenSpan, Sentence> {
  const folded = fold(text);
  const days = Number(DAYS.exec(folded)?.[1] ?? 0);
  if (days > 0) return ok({ days });
  const [, first = '', last = ''] = SPAN.exec(folded) ?? [];
  const [from, to] = [readDate(first), readDate(last)];
  if (!from || !to) return err(say('vacation-shape'));
  const missing = [from, to].find((date) => dayOf(date) === undefined);
  return missing ? err(say('no-such-day', { day: makeDate(missing) })) : ok({ from, to });
}

/** Reads one date, even one that does not exist: `30.2.`. */
function readDate(text: string): CalendarDate | undefined {
  const [number = '', next = '', last] = text.match(/\d+|\p{L}+/gu) ?? [];
  if (number.length === 4) return date(number, Number(next), last);
  const month = /\d/.test(next) ? Number(next) : monthNamed(next);
  return month === undefined ? undefined : date(last, month, number);
}

const date = (year: string | undefined, month: number, day: string | undefined): CalendarDate => ({
  year: year === undefined ? undefined : Number(year),
  month,
  day: Number(day),
});

/** The month (1 to 12) with this name or its first three letters: `dezember`, `dec`. */
function monthNamed(word: string): number | undefined {
  monthNames ??= new Map(
    LANGUAGES.flatMap((language) => {
      const { format } = new Intl.DateTimeFormat(language, { month: 'long', timeZone: 'UTC' });
      return Array.from({ length: 12 }, (_, index) => {
        const name = format(new Date(Date.UTC(LEAP_YEAR, index)));
        return [name, name.slice(0, 3)].map((spelling) => [fold(spelling), index + 1] as const);
      }).flat();
    }),
  );
  return monthNames.get(word);
}
/** Built at first use: `Intl` is slow. */
let monthNames: ReadonlyMap<string, number> | undefined;

const LEAP_YEAR = 2024;

/** The day of a date in a year, by default its own or else a leap year; undefined if there is none. */
const dayOf = (written: CalendarDate, inYear = written.year ?? LEAP_YEAR): Day | undefined =>
  parseDay(makeDate({ ...written, year: inYear }));

/** Writes a date as `readSpan` reads it in every language. */
const makeDate = ({ year, month, day }: CalendarDate): string =>
  year === undefined
    ? `${day}.${month}.`
    : [`${year}`.padStart(4, '0'), ...[month, day].map((part) => `${part}`.padStart(2, '0'))].join(
        '-',
      );

/** Writes a span in our own spelling, as `readSpan` reads it. */
export const makeSpan = (span: WrittenSpan): string =>
  'days' in span ? `${span.days}` : `${makeDate(span.from)} ${makeDate(span.to)}`;

/**
 * Resolves the years. A first day without one is the next to come, or the last before a last day with a
 * year; a last day without one is the next after the first.
 */
export function daysOf(span: WrittenSpan, today: Day): Span {
  if ('days' in span) return { from: today, to: today + span.days - 1 };
  const datedLast = span.to.year === undefined ? undefined : dayOf(span.to);
  const first =
    datedLast === undefined ? nearest(span.from, today, 1) : nearest(span.from, datedLast, -1);
  return { from: first, to: nearest(span.to, first, 1) };
}

/** A leap day recurs after four years, or eight across a century without one. */
const YEARS_MAX = 8;

/**
 * Resolves a date.
 *
 * @param step without a year, the nearest one: 1 from `day` on, -1 up to `day`
 */
function nearest(written: CalendarDate, day: Day, step: 1 | -1): Day {
  if (written.year !== undefined) return dayOf(written) ?? day;
  const { year } = yearOf(day);
  for (let years = 0; years <= YEARS_MAX; years++) {
    const found = dayOf(written, year + step * years);
    if (found !== undefined && (found - day) * step >= 0) return found;
  }
  return day;
}
