import {
  isPluralElement,
  isSelectElement,
  type MessageFormatElement,
} from '@formatjs/icu-messageformat-parser';
import type { Facts } from '../../sentence.ts';

/**
 * Facts name people by their userids, as nobody knows who will read a sentence when it is decided. In
 * its words `{you, select, winner {You have won} other {{winner} has won}}` chooses by which of these
 * facts names the reader. No sentence is given it: whoever puts it into words knows.
 */
export const YOU = 'you';

/** The facts that name somebody; where several name the reader, the first of them here. */
const PEOPLE = ['userid', 'winner', 'loser', 'asker', 'mover'] as const;

/** Whether a message chooses by who its reader is. */
export const asksWhoReads = (elements: readonly MessageFormatElement[]): boolean =>
  elements.some((element) => {
    if (!isSelectElement(element) && !isPluralElement(element)) return false;
    const isAsked = element.value === YOU;
    return isAsked || Object.values(element.options).some(({ value }) => asksWhoReads(value));
  });

/** The same facts, with what names the reader among them; that is nothing for a stranger. */
export const withReader = (facts: Facts, reader: string | undefined): Facts => ({
  ...facts,
  [YOU]: PEOPLE.find((name) => reader !== undefined && facts[name] === reader) ?? 'nobody',
});
