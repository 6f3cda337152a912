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
  TYPE,
} from '@formatjs/icu-messageformat-parser';
import type { Facts } from '../../sentence.ts';

/** Fills a sentence with facts; undefined if one is missing. */
export type Filling = (facts: Facts, nameOf: NameOf, reader?: string) => string | undefined;

/**
 * Parses an ICU message, such as `{lost, plural, one {one stone} other {# stones}}`.
 *
 * @throws SyntaxError if malformed
 */
export function readMessage(message: string, language: string): Filling {
  const worded: Worded[] = [];
  // Sentences hold no markup, so `<` is literal.
  const parts = parse(message, { ignoreTag: true, shouldParseSkeletons: true });
  const elements = takeOut(parts, language, worded);
  refuseUnknown(elements);
  const numbers = numbersIn(language);
  const hasReader = asksWhoReads(elements);
  return (facts, nameOf, reader) => {
    const wordedFacts = worded.length === 0 ? facts : withWords(facts, worded, nameOf);
    return fill(elements, hasReader ? withReader(wordedFacts, reader) : wordedFacts, numbers);
  };
}

interface Worded {
  readonly fact: string;
  /** The key of the words among the facts; unique. */
  readonly key: string;
  readonly wording: Wording;
}

/** Replaces translated facts in a message by their words; appends them to `worded`. */
const takeOut = (
  elements: readonly MessageFormatElement[],
  language: string,
  worded: Worded[],
): MessageFormatElement[] =>
  elements.map((element) => {
    if (isSelectElement(element) || isPluralElement(element)) {
      const options = Object.entries(element.options).map(([choice, { value, ...rest }]) => [
        choice,
        { ...rest, value: takeOut(value, language, worded) },
      ]);
      return { ...element, options: Object.fromEntries(options) };
    }
    const wording = sideWording(element) ?? dateWording(element, language);
    if (!wording || isPoundElement(element)) return element;
    const key = `${element.value} ${worded.length}`;
    worded.push({ fact: element.value, key, wording });
    return { type: TYPE.argument, value: key };
  });

function withWords(facts: Facts, worded: readonly Worded[], nameOf: NameOf): Facts {
  const all: Record<string, string | number> = { ...facts };
  for (const { fact, key, wording } of worded) {
    const value = facts[fact];
    if (value !== undefined) all[key] = wording(value, nameOf);
  }
  return all;
}

/** How a language counts. */
type Numbers = ReturnType<typeof numbersIn>;

function numbersIn(language: string) {
  const rules = cached(`plural ${language}`, () => new Intl.PluralRules(language));
  const digits = cached(`digits ${language}`, () => new Intl.NumberFormat(language));
  return { form: (count: number) => rules.select(count), digits: digits.format };
}

/** Formatters are slow to make, and few. */
const formatters = new Map<string, unknown>();

function cached<Formatter>(key: string, make: () => Formatter): Formatter {
  if (!formatters.has(key)) formatters.set(key, make());
  return formatters.get(key) as Formatter;
}

/** Numbers in a style of their own, and ordinal ones: no sentence of ours needs them. */
function refuseUnknown(elements: readonly MessageFormatElement[]): void {
  for (const element of elements) {
    const isOrdinal = isPluralElement(element) && element.pluralType === 'ordinal';
    if (isOrdinal || (isNumberElement(element) && element.style)) {
      throw new SyntaxError(`no such style of a number: ${element.value}`);
    }
    if (!isSelectElement(element) && !isPluralElement(element)) continue;
    for (const { value } of Object.values(element.options)) refuseUnknown(value);
  }
}

/** @param count the value of `#` */
function fill(
  elements: readonly MessageFormatElement[],
  facts: Facts,
  numbers: Numbers,
  count = 0,
): string | undefined {
  let said = '';
  for (const element of elements) {
    const words = wordsFor(element, facts, numbers, count);
    if (words === undefined) return undefined;
    said += words;
  }
  return said;
}

function wordsFor(
  element: MessageFormatElement,
  facts: Facts,
  numbers: Numbers,
  count: number,
): string | undefined {
  if (isLiteralElement(element)) return element.value;
  if (isPoundElement(element)) return numbers.digits(count);
  const fact = facts[element.value];
  if (fact === undefined) return undefined;
  if (isSelectElement(element)) {
    const { options } = element;
    const branch = Object.hasOwn(options, fact) ? options[fact] : options['other'];
    return branch && fill(branch.value, facts, numbers, count);
  }
  if (isPluralElement(element)) {
    const { options, offset } = element;
    const rest = +fact - offset;
    const branch = options[`=${fact}`] ?? options[numbers.form(rest)] ?? options['other'];
    return branch && fill(branch.value, facts, numbers, rest);
  }
  return isNumberElement(element) ? numbers.digits(+fact) : String(fact);
}

/**
 * Days and moments are facts of the form `2026-12-24` and `2026-12-24 18:00 (Europe/Berlin)`, as in
 * commands. In a sentence `{day}` is that text, and `{day, date}` the day in the reader's language: `24
 * December 2026`. Of a moment, `{at, date}` is the day, `{at, time}` the time, and `{at, time, zone}` the
 * zone.
 */

/** The wording of a day or a time in a message; undefined for other elements. */
function dateWording(element: MessageFormatElement, language: string): Wording | undefined {
  if (isDateElement(element)) {
    const { format } = formatterOf(language, optionsOf(element));
    return (fact) => {
      const text = String(fact);
      const [day = ''] = DAY.exec(text) ?? [];
      const at = Date.parse(day);
      // Keeps text that is no day; 30 February is none, though it can be parsed.
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

/** A moment, with its zone in parentheses or, from older versions, without. */
const MOMENT = /^\S+ (\d\d:\d\d) \(?([^()]+)\)?$/;
const DAY = /^\d{4}-\d\d-\d\d\b/;

/** An ICU style (`long`), or a skeleton (`::dMMMM`). */
const optionsOf = ({ style }: DateElement): Intl.DateTimeFormatOptions =>
  typeof style === 'object' && style !== null
    ? style.parsedOptions
    : { dateStyle: (style ?? 'long') as 'long' };

/** English letters are international, with the day before the month. */
const LOCALES: Readonly<Record<string, string>> = { en: 'en-GB' };

const formatterOf = (language: string, options: Intl.DateTimeFormatOptions) =>
  cached(`${language} ${JSON.stringify(options)}`, () => {
    const locale = LOCALES[language] ?? language;
    return new Intl.DateTimeFormat(locale, { ...options, timeZone: 'UTC' });
  });

/**
 * Sides of a game are facts by id: `black`, `vertical`. In a sentence `{side}` is the name in the reader's
 * language; `{side, select, …}` chooses by id.
 */

export const SIDES: readonly string[] = ['side', 'owner', 'colour', 'won'];

/** The wording of a side in a message; undefined for other elements. */
function sideWording(element: MessageFormatElement): Wording | undefined {
  if (!isArgumentElement(element) || !SIDES.includes(element.value)) return undefined;
  return (side, nameOf) => nameOf(String(side));
}

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

type NameOf = (side: string) => string;

type Wording = (fact: string | number, nameOf: NameOf) => string;
