import {
  isLiteralElement,
  isPluralElement,
  isPoundElement,
  isSelectElement,
  isTagElement,
  type MessageFormatElement,
  parse,
} from '@formatjs/icu-messageformat-parser';

/** The names of the facts that an ICU message asks for, in whichever of its branches. */
export const namedFacts = (message: string): ReadonlySet<string> =>
  new Set(namesIn(parse(message, { ignoreTag: true })));

const namesIn = (elements: readonly MessageFormatElement[]): readonly string[] =>
  elements.flatMap((element) => {
    if (isLiteralElement(element) || isPoundElement(element) || isTagElement(element)) return [];
    if (!isSelectElement(element) && !isPluralElement(element)) return [element.value];
    const branches = Object.values(element.options);
    return [element.value, ...branches.flatMap(({ value }) => namesIn(value))];
  });
