import type { Place } from '../../command/shape/types.ts';
import { readLine } from '../../command/text/line.ts';

/** A command without the writer's own words: our vocabulary, numbers, userids, cells and addresses. */
export function bareLine(line: string, place: Place): string {
  const read = readLine(line, place);
  return (read.kind === 'command' ? read.ready.bare : undefined) ?? line;
}

/** Whether words go along with a command that others are to read: a reason, or a comment. */
export function hasWords(line: string, place: Place, comment: string): boolean {
  const read = readLine(line, place);
  if (read.kind !== 'command') return false;
  const { bare, text } = read.ready;
  return (comment !== '' && read.takesComment) || (bare !== undefined && bare !== text);
}

const ADDRESS = /\S+@\S+/g;

/** Nobody's mailbox gets an address, which may be a link, that a stranger has put into a letter. */
export const withoutAddresses = (line: string): string => line.replace(ADDRESS, 'ADDRESS');

/** An address that its reader has to know again, as no mail program takes for a link. */
export const withSpacedAddresses = (line: string): string =>
  line.replace(ADDRESS, (address) => address.replace(/[@.]/g, ' $& '));
