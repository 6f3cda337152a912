import {
  type DateElement,
  isDateElement,
  isTimeElement,
  type MessageFormatElement,
} from '@formatjs/icu-messageformat-parser';
import type { Wording } from './wording.ts';

/**
 * Days and moments are facts as `2026-12-24` and `2026-12-24 18:00 (Europe/Berlin)`, which is also how
 * commands are written. In a sentence `{day}` stands for just that, and `{day, date}` for the day as the
 * reader's language says it: `24 December 2026`. Of a moment, `{at, date}` is its day, `{at, time}` the
 * time, and `{at, time, zone}` where that is.
 */

/** How a part of a message puts a day or a time into words; undefined where it asks for none. */
export function dateWording(element: MessageFormatElement, language: string): Wording | undefined {
  if (isDateElement(element)) {
    const { format } = formatterOf(language, optionsOf(element));
    return (fact) => {
      const text = String(fact);
      const [day = ''] = DAY.exec(text) ?? [];
      const at = Date.parse(day);
      // What is no day stays as it was told, and 30 February is none, though it can be parsed.
      return at >= 0 && new Date(at).toISOString().startsWith(day) ? format(at) : text;
    };
  }
  if (!isTimeElement(element)) return undefined;
  return (fact) => {
    const [, time = '', zone = ''] = MOMENT.exec(String(fact)) ?? [];
    if (element.style !== 'zone') return time;
    return zone === 'UTC' ? zone : `(${zone})`;
  };
}

/** A moment, with its zone in parentheses or, from older versions, without them. */
const MOMENT = /^\S+ (\d\d:\d\d) \(?([^()]+)\)?$/;
const DAY = /^\d{4}-\d\d-\d\d\b/;

/** The words of ICU for a length (`long`), or a skeleton of what is to be told (`::dMMMM`). */
const optionsOf = ({ style }: DateElement): Intl.DateTimeFormatOptions =>
  typeof style === 'object' && style !== null
    ? style.parsedOptions
    : { dateStyle: (style ?? 'long') as 'long' };

/** English letters go all over the world, and put the day before the month as most of it does. */
const LOCALES: Readonly<Record<string, string>> = { en: 'en-GB' };

/** They take long to make, and sentences share the few that there are. */
const formatters = new Map<string, Intl.DateTimeFormat>();

function formatterOf(language: string, options: Intl.DateTimeFormatOptions): Intl.DateTimeFormat {
  const key = `${language} ${JSON.stringify(options)}`;
  const known = formatters.get(key);
  if (known) return known;
  const made = new Intl.DateTimeFormat(LOCALES[language] ?? language, {
    ...options,
    timeZone: 'UTC',
  });
  formatters.set(key, made);
  return made;
}
