import { Parser } from 'htmlparser2';
import { preheaderCharsMax } from '../src/limits.ts';
import { UNSEEN } from '../src/mail/quote/own-lines.ts';

/** What these hold goes on in the word or line that it stands in. */
const INLINE = new Set('a b code em font i small span strong sub sup tt u wbr'.split(' '));
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
  let unseen = 0;
  const parser = new Parser({
    onopentagname(name) {
      if (UNSEEN.has(name)) unseen++;
      if (!INLINE.has(name)) pieces.push(' ');
    },
    ontext(text) {
      if (unseen === 0) pieces.push(text);
    },
    onclosetag(name) {
      if (UNSEEN.has(name)) unseen--;
      if (!INLINE.has(name)) pieces.push(' ');
    },
  });
  parser.end(html);
  return pieces.join('').replace(/[ \t\r\n]+/g, ' ');
}
