import { Parser } from 'htmlparser2';
import { makeTrace, type OwnLine } from './trace.ts';

/** The traces of both parts of an outgoing letter; an answer quotes one of them. */
export interface Traces {
  readonly text: Uint8Array;
  readonly html: Uint8Array | undefined;
}

/** @param html our markup, or the operator's */
export const makeTraces = (text: string, html: string | undefined): Traces => ({
  text: makeTrace(text.split('\n').map((line) => ({ text: line }))),
  html: html === undefined ? undefined : makeTrace(linesOfHtml(html)),
});

/** Elements that do not break a line: a table row is one line. */
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
/** Elements that are never shown. */
export const UNSEEN = new Set(['head', 'script', 'style', 'title']);

/**
 * The lines of markup as mail programs quote them. Alternative texts of pictures are optional, and so is
 * the hidden preheader: some programs lose the style that hides it.
 */
function linesOfHtml(html: string): readonly OwnLine[] {
  const lines: OwnLine[] = [];
  const open: Look[] = [{ unseen: false, optional: false }];
  let line = '';
  /** The signs of adjacent pictures. */
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

/** Nine tenths of a board's markup, which would slow down the parser. */
const NO_WORDS =
  / (?:a(?:lign|ria-label)|b(?:gcolor|order)|cell[a-z]+|class|col|colspan|height|href|role|scope|src|width|style(?!="[^"]*display:\s*none))="[^"]*"/g;
/** Hundreds of links and cells of a board, without attributes by then. */
const ONLY_AROUND = /<\/?(?:a|td|th)>/g;

/** Maximum length of the sign of a cell; longer texts describe a board. */
const SIGN_CHARS_MAX = 4;

/** Properties of the text in an element. */
interface Look {
  readonly unseen: boolean;
  readonly optional: boolean;
}
