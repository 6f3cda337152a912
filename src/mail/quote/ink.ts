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
 * The ink of lines that may quote a letter: what stays the same of a text however a mail program quotes
 * it, its letters and digits, without what programs add. Marks, bullets, blanks, emphasis and the
 * places where lines end do not stay, nor does the case of headings.
 */
export function inkOfLines(lines: readonly string[]): Ink {
  const bare = lines
    .join('\n')
    .replace(ADDED, (added) => added.replace(/[^\n]/g, ' '))
    .normalize('NFKC')
    .toLowerCase()
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

/** Most lines of a letter are a move in a link, or words of ASCII. */
function inkOf(line: string): string {
  if (/^[a-z0-9]*$/.test(line)) return line;
  return line.replace(/^[\0-\x7f]*$/.test(line) ? /[^a-z0-9]+/g : /[^\p{L}\p{N}]+/gu, '');
}
