import { inkMax } from '../../limits.ts';

/** The letters and digits of some lines in a row, whatever stands between them. */
export interface Ink {
  readonly signs: string;
  /** Where each line ends in them. */
  readonly ends: readonly number[];
}

/** An address in the words, as mail programs put one behind each link of a letter that they quote. */
const ADDRESS =
  /<(?=[^<>]{0,400}(?:@|:\/\/))[^<>]{1,2000}>|\b(?:mailto:|https?:\/\/)[^\s<>()[\]"]{1,2000}/g;

/**
 * What stays the same of a text however a mail program quotes it: its letters and digits. Marks,
 * bullets, blanks, emphasis and the places where lines end do not, nor does the case of headings.
 */
const inkOf = (text: string): string =>
  (
    text
      .normalize('NFKC')
      .toLowerCase()
      .match(/[\p{L}\p{N}]+/gu) ?? []
  ).join('');

/** The ink of lines that may quote a letter, without the addresses of its links. */
export function inkOfLines(lines: readonly string[]): Ink {
  const bare = lines
    .join('\n')
    .replace(ADDRESS, (address) => address.replace(/[^\n]/g, ' '))
    .split('\n');
  const pieces: string[] = [];
  const ends: number[] = [];
  let length = 0;
  for (const line of bare) {
    const piece = inkOf(line).slice(0, inkMax - length);
    pieces.push(piece);
    length += piece.length;
    ends.push(length);
  }
  return { signs: pieces.join(''), ends };
}
