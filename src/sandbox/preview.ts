import { Parser } from 'htmlparser2';
import { preheaderCharsMax } from '../limits.ts';
import type { Letter } from './letter.ts';

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

/**
 * What a list of letters shows of one below its subject, as most mail programs do: its first words, and
 * so those that a letter hides for such lists, with the blanks behind them.
 */
export function previewOf({ html, text = '' }: Pick<Letter, 'html' | 'text'>): string {
  const words = html === undefined ? text : wordsOf(html);
  return words.trimStart().slice(0, preheaderCharsMax).replace(BLANKS, ' ').trim();
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
