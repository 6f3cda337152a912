import {
  type DateElement,
  isArgumentElement,
  isDateElement,
  isLiteralElement,
  isNumberElement,
  isPluralElement,
  isPoundElement,
  isSelectElement,
  isTimeElement,
  type MessageFormatElement,
  parse,
} from '@formatjs/icu-messageformat-parser';
import type { Facts } from '../../sentence.ts';

/** Fills a sentence with facts, and the names of sides in the reader's language; undefined if a fact is missing. */
type Filling = (
  facts: Facts,
  nameOf: (side: string) => string,
  reader?: string,
) => string | undefined;

/**
 * Parses an ICU message, such as `{lost, plural, one {one stone} other {# stones}}`.
 *
 * @throws SyntaxError if malformed
 */
export function readMessage(message: string, language: string): Filling {
  // Sentences hold no markup, so `<` is literal.
  const elements = parse(message, { ignoreTag: true, shouldParseSkeletons: true });
  check(elements, language);
  const hasReader = asksWhoReads(elements);
  return (facts, nameOf, reader) =>
    fill(elements, { facts: hasReader ? withReader(facts, reader) : facts, nameOf, language });
}

/** What a sentence is filled with. */
interface Given {
  readonly facts: Facts;
  readonly nameOf: (side: string) => string;
  readonly language: string;
}

/** Formatters are slow to make, and few. */
const formatters = new Map<string, unknown>();

function cached<Formatter>(key: string, make: () => Formatter): Formatter {
  if (!formatters.has(key)) formatters.set(key, make());
  return formatters.get(key) as Formatter;
}

const digitsOf = (count: number, language: string): string =>
  cached(`digits ${language}`, () => new Intl.NumberFormat(language)).format(count);

/** The plural form of a number: `one`, `other`. */
const formOf = (count: number, language: string): string =>
  cached(`plural ${language}`, () => new Intl.PluralRules(language)).select(count);

/** Refuses unknown lengths of dates, and numbers with a style or ordinal: no sentence of ours needs them. */
function check(elements: readonly MessageFormatElement[], language: string): void {
  for (const element of elements) {
    const isOrdinal = isPluralElement(element) && element.pluralType === 'ordinal';
    if (isOrdinal || (isNumberElement(element) && element.style)) {
      throw new SyntaxError(`no such style of a number: ${element.value}`);
    }
    if (isDateElement(element)) formatterOf(language, element);
    if (!isSelectElement(element) && !isPluralElement(element)) continue;
    for (const { value } of Object.values(element.options)) check(value, language);
  }
}

/** @param count the value of `#` */
function fill(
  elements: readonly MessageFormatElement[],
  given: Given,
  count = 0,
): string | undefined {
  let said = '';
  for (const element of elements) {
    const words = wordsFor(element, given, count);
    if (words === undefined) return undefined;
    said += words;
  }
  return said;
}

function wordsFor(element: MessageFormatElement, given: Given, count: number): string | undefined {
  const { facts, nameOf, language } = given;
  if (isLiteralElement(element)) return element.value;
  if (isPoundElement(element)) return digitsOf(count, language);
  const fact = facts[element.value];
  if (fact === undefined) return undefined;
  if (isSelectElement(element)) {
    const { options } = element;
    const branch = Object.hasOwn(options, fact) ? options[fact] : options['other'];
    return branch && fill(branch.value, given, count);
  }
  if (isPluralElement(element)) {
    const { options, offset } = element;
    const rest = +fact - offset;
    const branch = options[`=${fact}`] ?? options[formOf(rest, language)] ?? options['other'];
    return branch && fill(branch.value, given, rest);
  }
  if (isNumberElement(element)) return digitsOf(+fact, language);
  const text = String(fact);
  if (isDateElement(element)) return dayIn(text, formatterOf(language, element));
  if (isTimeElement(element)) return timeIn(text, element.style === 'zone');
  return isArgumentElement(element) && SIDES.includes(element.value) ? nameOf(text) : text;
}

/**
 * Days and moments are facts of the form `2026-12-24` and `2026-12-24 18:00 (Europe/Berlin)`, as in
 * commands. In a sentence `{day}` is that text, and `{day, date}` the day in the reader's language: `24
 * December 2026`. Of a moment, `{at, date}` is the day, `{at, time}` the time, and `{at, time, zone}` the
 * zone.
 */

/** Text that is no day stays; 30 February is none, though it can be parsed. */
function dayIn(text: string, { format }: Intl.DateTimeFormat): string {
  const [day = ''] = /^\d{4}-\d\d-\d\d\b/.exec(text) ?? [];
  const at = Date.parse(day);
  return at >= 0 && new Date(at).toISOString().startsWith(day) ? format(at) : text;
}

/** The time or the zone of a moment; older versions wrote the zone without parentheses. */
function timeIn(text: string, isZone: boolean): string {
  const [, time = '', zone = ''] = /^\S+ (\d\d:\d\d) \(?([^()]+)\)?$/.exec(text) ?? [];
  if (!isZone) return time;
  return zone === 'UTC' ? zone : `(${zone})`;
}

/** English letters are international, with the day before the month. */
const LOCALES: Readonly<Record<string, string>> = { en: 'en-GB' };

/** @throws RangeError when an ICU style (`long`) or a skeleton (`::dMMMM`) is unknown */
const formatterOf = (language: string, { style }: DateElement): Intl.DateTimeFormat =>
  cached(`${language} ${JSON.stringify(style)}`, () => {
    const options: Intl.DateTimeFormatOptions =
      typeof style === 'object' && style !== null
        ? style.parsedOptions
        : { dateStyle: (style ?? 'long') as 'long' };
    return new Intl.DateTimeFormat(LOCALES[language] ?? language, { ...options, timeZone: 'UTC' });
  });

/**
 * Sides of a game are facts by id: `black`, `vertical`. In a sentence `{side}` is the name in the reader's
 * language; `{side, select, …}` chooses by id.
 */
export const SIDES: readonly string[] = ['side', 'owner', 'colour', 'won'];

/**
 * Facts name people by userid, as the reader is unknown when a sentence is decided. `{you, select, winner
 * {You have won} other {{winner} has won}}` chooses by the fact that names the reader. Sentences never carry
 * this fact; rendering adds it.
 */
export const YOU = 'you';

/** The facts that name people; the first that names the reader counts. */
const PEOPLE = ['userid', 'winner', 'loser', 'asker', 'mover'] as const;

const asksWhoReads = (elements: readonly MessageFormatElement[]): boolean =>
  elements.some((element) => {
    if (!isSelectElement(element) && !isPluralElement(element)) return false;
    const isAsked = element.value === YOU;
    return isAsked || Object.values(element.options).some(({ value }) => asksWhoReads(value));
  });

/** Adds the name of the fact that names the reader; `nobody` if none. */
const withReader = (facts: Facts, reader: string | undefined): Facts => ({
  ...facts,
  [YOU]: PEOPLE.find((name) => reader !== undefined && facts[name] === reader) ?? 'nobody',
});
