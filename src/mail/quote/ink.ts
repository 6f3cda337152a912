import { inkMax } from '../../limits.ts';

/** The letters and digits of some lines in a row, whatever stands between them. */
export interface Ink {
  readonly signs: string;
  /** Where each line ends in them. */
  readonly ends: readonly number[];
}

/**
 * What mail programs put among the words of a letter that they quote as text: an address behind each
 * link, `[cid:...]` or the name of its file in the place of a picture, and `[image: ` before the sign
 * that stands for one.
 */
const ADDED = new RegExp(
  [
    '<(?=[^<>]{0,400}(?:@|://))[^<>]{1,2000}>',
    String.raw`\b(?:mailto:|cid:|https?://)[^\s<>[\]"]{1,2000}`,
    String.raw`<[\w.-]{1,80}\.(?:gif|jpe?g|png)>`,
    String.raw`\[image:|\[\p{L}{2,20}:(?=[^\]\n]{0,4}\])`,
  ].join('|'),
  'giu',
);

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

/** The ink of lines that may quote a letter, without what mail programs add to one. */
export function inkOfLines(lines: readonly string[]): Ink {
  const bare = lines
    .join('\n')
    .replace(ADDED, (added) => added.replace(/[^\n]/g, ' '))
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
