import { Parser } from 'htmlparser2';
import { makeTrace, type OwnLine } from './trace.ts';

/** What is kept of both parts of a letter of ours; people quote one of them. */
export interface Traces {
  readonly text: Uint8Array;
  readonly html: Uint8Array | undefined;
}

/** @param html our own markup, or the operator's */
export const makeTraces = (text: string, html: string | undefined): Traces => ({
  text: makeTrace(text.split('\n').map((line) => ({ text: line }))),
  html: html === undefined ? undefined : makeTrace(linesOfHtml(html)),
});

/** What stands in one line, however wide: a row of a table is one. */
const INLINE = new Set([
  'a',
  'b',
  'code',
  'em',
  'font',
  'i',
  'img',
  'small',
  'span',
  'strong',
  'td',
  'th',
  'u',
]);
/** What no letter shows. */
export const UNSEEN = new Set(['head', 'script', 'style', 'title']);

/**
 * The lines of markup as mail programs quote them. Words in place of a picture may be missing, and so
 * may what is hidden at the top for lists of letters: some lose the style that hides it.
 */
function linesOfHtml(html: string): readonly OwnLine[] {
  const lines: OwnLine[] = [];
  const open: Look[] = [{ unseen: false, optional: false }];
  let line = '';
  /** The signs of pictures that stand side by side. */
  let signs = '';
  const look = (): Look => open.at(-1) as Look;
  const end = (): void => {
    if (line.trim() !== '') lines.push({ text: line, optional: look().optional });
    if (signs !== '') lines.push({ text: signs, pictured: true });
    line = '';
    signs = '';
  };
  const write = (text: string): void => {
    if (signs !== '' && text.trim() !== '') end();
    line += text;
  };
  const show = (alt: string): void => {
    if (line !== '' || alt.length > SIGN_CHARS_MAX) end();
    if (alt.length > SIGN_CHARS_MAX) lines.push({ text: alt, optional: true });
    else signs += `${alt} `;
  };
  const parser = new Parser({
    onopentag(name, { alt = '', hidden, style = '' }) {
      if (!INLINE.has(name)) end();
      if (name === 'img') show(alt);
      const { unseen, optional } = look();
      const hides = hidden !== undefined || /display:\s*none/i.test(style);
      open.push({ unseen: unseen || UNSEEN.has(name), optional: optional || hides });
    },
    ontext(text) {
      if (look().unseen) return;
      const [first = '', ...more] = text.split('\n');
      write(first);
      for (const next of more) {
        if (line.trim() !== '') end();
        write(next);
      }
    },
    onclosetag(name) {
      if (!INLINE.has(name)) end();
      open.pop();
    },
  });
  parser.end(html.replace(NO_WORDS, '').replace(ONLY_AROUND, ''));
  end();
  return lines;
}

/** Nine tenths of the markup of a board, which a parser would look at sign by sign. */
const NO_WORDS =
  / (?:a(?:lign|ria-label)|b(?:gcolor|order)|cell[a-z]+|class|col|colspan|height|href|role|scope|src|width|style(?!="[^"]*display:\s*none))="[^"]*"/g;
/** What then says nothing more: the links and cells of a board are hundreds. */
const ONLY_AROUND = /<\/?(?:a|td|th)>/g;

/** What stands for the picture of a cell; more is said of a whole board. */
const SIGN_CHARS_MAX = 4;

/** What is known of the text in an element. */
interface Look {
  readonly unseen: boolean;
  readonly optional: boolean;
}
