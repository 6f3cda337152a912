import {
  isLiteralElement,
  isPluralElement,
  isPoundElement,
  isSelectElement,
  isTagElement,
  type MessageFormatElement,
  parse,
} from '@formatjs/icu-messageformat-parser';
import { YOU } from './second-person.ts';

/**
 * The names of the facts that an ICU message asks for, in whichever of its branches. Who reads it is
 * none of them: that is known of every message.
 */
export const namedFacts = (message: string): ReadonlySet<string> =>
  new Set(namesIn(parse(message, { ignoreTag: true })).filter((name) => name !== YOU));

const namesIn = (elements: readonly MessageFormatElement[]): readonly string[] =>
  elements.flatMap((element) => {
    if (isLiteralElement(element) || isPoundElement(element) || isTagElement(element)) return [];
    if (!isSelectElement(element) && !isPluralElement(element)) return [element.value];
    const branches = Object.values(element.options);
    return [element.value, ...branches.flatMap(({ value }) => namesIn(value))];
  });
