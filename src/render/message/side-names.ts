import { isArgumentElement, type MessageFormatElement } from '@formatjs/icu-messageformat-parser';
import type { Wording } from './wording.ts';

/**
 * The sides of a game are facts by their ids: `black`, `vertical`. In a sentence `{side}` stands for the
 * name that the reader's language has for it, and `{side, select, …}` chooses by the id.
 */

/** The facts that hold a side. */
export const SIDES: readonly string[] = ['side', 'owner', 'colour', 'won'];

/** How a part of a message puts a side into words; undefined where it asks for none. */
export function sideWording(element: MessageFormatElement): Wording | undefined {
  if (!isArgumentElement(element) || !SIDES.includes(element.value)) return undefined;
  return (side, nameOf) => nameOf(String(side));
}
