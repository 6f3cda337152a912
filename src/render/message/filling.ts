import {
  type DateElement,
  isArgumentElement,
  isDateElement,
  isLiteralElement,
  isPluralElement,
  isPoundElement,
  isSelectElement,
  isTimeElement,
  type MessageFormatElement,
  type PluralElement,
  parse,
  TYPE,
} from '@formatjs/icu-messageformat-parser';
import { ErrorCode, FormatError, IntlMessageFormat } from 'intl-messageformat';
import type { Facts } from '../../sentence.ts';

/** Puts facts into a sentence; undefined when it names one that is not there. */
export type Filling = (facts: Facts, nameOf: NameOf, reader?: string) => string | undefined;

/**
 * Reads an ICU message, such as `{lost, plural, one {one stone} other {# stones}}`.
 *
 * @throws SyntaxError when it is none
 */
export function readMessage(message: string, language: string): Filling {
  const worded: Worded[] = [];
  // Letters hold no markup, so `<` in a sentence is just a sign.
  const parts = parse(message, { ignoreTag: true, shouldParseSkeletons: true });
  const elements = takeOut(parts, language, worded);
  const fill = plainly(elements, language) ?? byLibrary(new IntlMessageFormat(elements, language));
  const hasReader = asksWhoReads(elements);
  return (facts, nameOf, reader) => {
    const told = worded.length === 0 ? facts : withWords(facts, worded, nameOf);
    return fill(hasReader ? withReader(told, reader) : told);
  };
}

/** A fact that a message asks for in words of its language. */
interface Worded {
  readonly fact: string;
  /** What the words are called among the facts: nothing else can be called so. */
  readonly key: string;
  readonly wording: Wording;
}

/** A message that asks for words where it asks for facts that have them; `worded` gets those. */
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

/** The same facts, with the words for some of them. */
function withWords(facts: Facts, worded: readonly Worded[], nameOf: NameOf): Facts {
  const all: Record<string, string | number> = { ...facts };
  for (const { fact, key, wording } of worded) {
    const told = facts[fact];
    if (told !== undefined) all[key] = wording(told, nameOf);
  }
  return all;
}

/** Nearly all sentences take no library; undefined for those that do. */
function plainly(elements: readonly MessageFormatElement[], language: string) {
  if (!isPlain(elements)) return undefined;
  const counting = countingIn(language);
  return (facts: Facts) => fillPlainly(elements, facts, counting);
}

/** How a language counts. */
interface Counting {
  /** Which of its forms a number takes: `one`, `other`. */
  readonly form: (count: number) => string;
  readonly digits: (count: number) => string;
}

const countings = new Map<string, Counting>();

function countingIn(language: string): Counting {
  const known = countings.get(language);
  if (known) return known;
  const rules = new Intl.PluralRules(language);
  const { format } = new Intl.NumberFormat(language);
  const counting = { form: (count: number) => rules.select(count), digits: format };
  countings.set(language, counting);
  return counting;
}

const isPlain = (elements: readonly MessageFormatElement[]): boolean =>
  elements.every(
    (element) =>
      isLiteralElement(element) ||
      isArgumentElement(element) ||
      isPoundElement(element) ||
      ((isSelectElement(element) || isCount(element)) &&
        Object.values(element.options).every(({ value }) => isPlain(value))),
  );

const isCount = (element: MessageFormatElement): element is PluralElement =>
  isPluralElement(element) && element.offset === 0 && element.pluralType === 'cardinal';

/**
 * As the library does, in a tenth of the time, which is felt where each letter has a dozen sentences.
 *
 * @param count what `#` stands for
 */
function fillPlainly(
  elements: readonly MessageFormatElement[],
  facts: Facts,
  counting: Counting,
  count = 0,
): string | undefined {
  let said = '';
  for (const element of elements) {
    const words = wordsFor(element, facts, counting, count);
    if (words === undefined) return undefined;
    said += words;
  }
  return said;
}

function wordsFor(
  element: MessageFormatElement,
  facts: Facts,
  counting: Counting,
  count: number,
): string | undefined {
  if (isLiteralElement(element)) return element.value;
  if (isPoundElement(element)) return counting.digits(count);
  const fact = facts[element.value];
  if (fact === undefined) return undefined;
  if (isSelectElement(element)) {
    const { options } = element;
    const branch = Object.hasOwn(options, fact) ? options[fact] : options['other'];
    return branch && fillPlainly(branch.value, facts, counting, count);
  }
  if (isPluralElement(element)) {
    const { options } = element;
    const branch = options[`=${fact}`] ?? options[counting.form(+fact)] ?? options['other'];
    return branch && fillPlainly(branch.value, facts, counting, +fact);
  }
  return String(fact);
}

const byLibrary =
  (format: IntlMessageFormat) =>
  (facts: Facts): string | undefined => {
    try {
      return String(format.format(facts));
    } catch (error) {
      // This is how the library tells it.
      if (error instanceof FormatError && error.code === ErrorCode.MISSING_VALUE) return undefined;
      throw error;
    }
  };

/**
 * Days and moments are facts as `2026-12-24` and `2026-12-24 18:00 (Europe/Berlin)`, which is also how
 * commands are written. In a sentence `{day}` stands for just that, and `{day, date}` for the day as the
 * reader's language says it: `24 December 2026`. Of a moment, `{at, date}` is its day, `{at, time}` the
 * time, and `{at, time, zone}` where that is.
 */

/** How a part of a message puts a day or a time into words; undefined where it asks for none. */
function dateWording(element: MessageFormatElement, language: string): Wording | undefined {
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

/**
 * The sides of a game are facts by their ids: `black`, `vertical`. In a sentence `{side}` stands for the
 * name that the reader's language has for it, and `{side, select, …}` chooses by the id.
 */

/** The facts that hold a side. */
export const SIDES: readonly string[] = ['side', 'owner', 'colour', 'won'];

/** How a part of a message puts a side into words; undefined where it asks for none. */
function sideWording(element: MessageFormatElement): Wording | undefined {
  if (!isArgumentElement(element) || !SIDES.includes(element.value)) return undefined;
  return (side, nameOf) => nameOf(String(side));
}

/**
 * Facts name people by their userids, as nobody knows who will read a sentence when it is decided. In
 * its words `{you, select, winner {You have won} other {{winner} has won}}` chooses by which of these
 * facts names the reader. No sentence is given it: whoever puts it into words knows.
 */
export const YOU = 'you';

/** The facts that name somebody; where several name the reader, the first of them here. */
const PEOPLE = ['userid', 'winner', 'loser', 'asker', 'mover'] as const;

/** Whether a message chooses by who its reader is. */
const asksWhoReads = (elements: readonly MessageFormatElement[]): boolean =>
  elements.some((element) => {
    if (!isSelectElement(element) && !isPluralElement(element)) return false;
    const isAsked = element.value === YOU;
    return isAsked || Object.values(element.options).some(({ value }) => asksWhoReads(value));
  });

/** The same facts, with what names the reader among them; that is nothing for a stranger. */
const withReader = (facts: Facts, reader: string | undefined): Facts => ({
  ...facts,
  [YOU]: PEOPLE.find((name) => reader !== undefined && facts[name] === reader) ?? 'nobody',
});

/** What a side is called in the reader's language. */
type NameOf = (side: string) => string;

/** Puts a fact into words of the reader's language. */
type Wording = (fact: string | number, nameOf: NameOf) => string;
