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
/** These with their content, and references to blanks, by the hundred. */
const NO_WORDS = new RegExp(`<(${[...UNSEEN].join('|')})\\b.*?</\\1\\s*>|&#(?:160|847);`, 'gis');
/** Elements without content (HTML, section 13.1.2). */
const VOID = new Set('area base br col embed hr img input link meta source track wbr'.split(' '));
/** A comment, a declaration, or a tag with its name. */
const TAG = /<!--.*?-->|<[!?][^>]*>|<(\/?[a-z][^\s/>]*)[^>"']*(?:(?:"[^"]*"|'[^']*')[^>"']*)*>/gis;
/** What hides an element with its content. */
const HIDES = /\shidden(?=[\s=/>])|display:\s*none/i;
/** The alternative text of a picture, in either quotes. */
const ALT = /\salt=(?:"([^"]*)"|'([^']*)')/i;

/**
 * The lines of markup as mail programs quote them. Alternative texts of pictures are optional, and so is
 * the hidden preheader: some programs lose the style that hides it.
 */
function linesOfHtml(html: string): readonly OwnLine[] {
  const lines: OwnLine[] = [];
  let line = '';
  /** The signs of adjacent pictures. */
  let signs = '';
  /** The outermost hidden element, and how many of its name are open. */
  let hidden: { readonly name: string; open: number } | undefined;
  const end = (): void => {
    if (line.trim() !== '') lines.push({ text: line, optional: hidden !== undefined });
    if (signs !== '') lines.push({ text: signs, pictured: true });
    line = '';
    signs = '';
  };
  const write = (text: string): void => {
    if (signs !== '' && text.trim() !== '') end();
    line += text;
  };
  const writeLines = (text: string): void => {
    const [first = '', ...more] = text.split('\n');
    write(first);
    for (const next of more) {
      if (line.trim() !== '') end();
      write(next);
    }
  };
  const show = (alt: string): void => {
    if (line !== '' || alt.length > SIGN_CHARS_MAX) end();
    if (alt.length > SIGN_CHARS_MAX) lines.push({ text: alt, optional: true });
    else signs += `${alt} `;
  };
  const open = (name: string, tag: string): void => {
    if (!INLINE.has(name)) end();
    if (name === 'img') show(decoded(ALT.exec(tag)?.slice(1).join('') ?? ''));
    if (hidden?.name === name) hidden.open++;
    else if (!hidden && !VOID.has(name) && HIDES.test(tag)) hidden = { name, open: 1 };
  };
  const close = (name: string): void => {
    if (!INLINE.has(name)) end();
    if (hidden?.name === name && --hidden.open === 0) hidden = undefined;
  };
  let at = 0;
  const shown = html.replace(NO_WORDS, ' ');
  for (const { index, 0: tag, 1: name } of shown.matchAll(TAG)) {
    if (index > at) writeLines(decoded(shown.slice(at, index)));
    at = index + tag.length;
    if (name?.startsWith('/')) close(name.slice(1).toLowerCase());
    else if (name !== undefined) open(name.toLowerCase(), tag);
  }
  writeLines(decoded(shown.slice(at)));
  end();
  return lines;
}

/** Decodes references. The library knows thousands, but is slow. */
function decoded(markup: string): string {
  if (!markup.includes('&')) return markup;
  const text = markup.replace(/&(amp|gt|lt|quot|#39);/g, (_, name: string) => SIGNS[name] ?? '');
  if (!/&[#\w]+;/.test(text)) return text;
  const pieces: string[] = [];
  new Parser({ ontext: (piece) => pieces.push(piece) }).end(markup);
  return pieces.join('');
}

const SIGNS: Readonly<Record<string, string>> = {
  amp: '&',
  gt: '>',
  lt: '<',
  quot: '"',
  '#39': "'",
};

/** Maximum length of the sign of a cell; longer texts describe a board. */
const SIGN_CHARS_MAX = 4;
