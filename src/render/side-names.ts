import {
  isArgumentElement,
  isPluralElement,
  isSelectElement,
  type MessageFormatElement,
} from '@formatjs/icu-messageformat-parser';
import type { Facts } from '../sentence.ts';

/**
 * The sides of a game are facts by their ids: `black`, `vertical`. In a sentence `{side}` stands for the
 * name that the reader's language has for it, and `{side, select, …}` chooses by the id.
 */

/** The facts that hold a side. */
export const SIDES: readonly string[] = ['side', 'owner', 'colour', 'won'];

/** What the name of a side is called among the facts: nothing else can be called so. */
const keyOf = (fact: string): string => `${fact} name`;
const KEYS = SIDES.map((fact) => [fact, keyOf(fact)] as const);

/** A message that asks for the names of sides where it asks for sides. */
export const sayingNames = (elements: MessageFormatElement[]): MessageFormatElement[] =>
  elements.map((element) => {
    if (isArgumentElement(element)) {
      return SIDES.includes(element.value) ? { ...element, value: keyOf(element.value) } : element;
    }
    if (!isSelectElement(element) && !isPluralElement(element)) return element;
    const options = Object.entries(element.options).map(([choice, { value, ...rest }]) => [
      choice,
      { ...rest, value: sayingNames(value) },
    ]);
    return { ...element, options: Object.fromEntries(options) };
  });

/** Whether a message, as it is given back by `sayingNames`, asks for the name of a side. */
export const saysNames = (elements: MessageFormatElement[]): boolean =>
  elements.some((element) => {
    if (isArgumentElement(element)) return SIDES.some((fact) => element.value === keyOf(fact));
    if (!isSelectElement(element) && !isPluralElement(element)) return false;
    return Object.values(element.options).some(({ value }) => saysNames(value));
  });

/** The same facts, with the names of the sides among them. */
export function withNames(facts: Facts, nameOf: (side: string) => string): Facts {
  const named: Record<string, string | number> = { ...facts };
  for (const [fact, key] of KEYS) {
    const side = facts[fact];
    if (side !== undefined) named[key] = nameOf(String(side));
  }
  return named;
}
