import {
  isArgumentElement,
  isLiteralElement,
  isPluralElement,
  isPoundElement,
  isSelectElement,
  type MessageFormatElement,
  type PluralElement,
  parse,
  TYPE,
} from '@formatjs/icu-messageformat-parser';
import { ErrorCode, FormatError, IntlMessageFormat } from 'intl-messageformat';
import type { Facts } from '../../sentence.ts';
import { dateWording } from './dates.ts';
import { asksWhoReads, withReader } from './second-person.ts';
import { sideWording } from './side-names.ts';
import type { NameOf, Wording } from './wording.ts';

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
