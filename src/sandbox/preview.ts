import { Parser } from 'htmlparser2';
import { preheaderCharsMax } from '../limits.ts';

/** What these hold is not for reading. */
const UNREAD = new Set(['head', 'style', 'script', 'title']);
/** What these hold goes on in the line that it stands in. */
const IN_LINE = new Set([
  'a',
  'b',
  'code',
  'em',
  'font',
  'i',
  'small',
  'span',
  'strong',
  'tt',
  'u',
]);
/** Blanks, and what lies between those that keep the rest of a letter out of a list: U+034F. */
const BLANKS = /(?:\s|\u034f)+/g;

/** Half of a sign that takes two places, where a text was cut. */
const HALF = /[\ud800-\udbff]$/;

interface Parts {
  readonly html?: string | undefined;
  readonly text?: string | undefined;
}

/**
 * What a list shows of a letter below its subject, as most mail programs do: its first words, or those
 * that it hides for such lists.
 */
export function previewOf({ html, text = '' }: Parts): string {
  const words = html === undefined ? text : wordsOf(html);
  const first = words.trimStart().slice(0, preheaderCharsMax).replace(HALF, '');
  return first.replace(BLANKS, ' ').trim();
}

function wordsOf(html: string): string {
  const pieces: string[] = [];
  let unread = 0;
  const parser = new Parser({
    onopentagname(name) {
      if (UNREAD.has(name)) unread++;
      if (!IN_LINE.has(name)) pieces.push(' ');
    },
    ontext(text) {
      if (unread === 0) pieces.push(text);
    },
    onclosetag(name) {
      if (UNREAD.has(name)) unread--;
      if (!IN_LINE.has(name)) pieces.push(' ');
    },
  });
  parser.end(html);
  return pieces.join('').replace(/[ \t\r\n]+/g, ' ');
}
