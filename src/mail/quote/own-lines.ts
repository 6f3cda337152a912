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
const INLINE = new Set('a b code em font i img small span strong td th u'.split(' '));
export const UNSEEN = new Set(['head', 'script', 'style', 'title']);
/** The tags of links and cells, of which a board has a thousand. */
const LINK_OR_CELL_TAGS = /<\/?(?:a|td|th)(?=[\s>])[^>"']*(?:(?:"[^"]*"|'[^']*')[^>"']*)*>/gi;
/** Elements without content (HTML, section 13.1.2). */
const VOID = new Set('area base br col embed hr img input link meta source track wbr'.split(' '));
/** A comment, an element that is never shown, a declaration, or a tag with its name. */
const TAG = new RegExp(
  [
    '<!--.*?-->',
    `<(${[...UNSEEN].join('|')})\\b.*?</\\1\\s*>`,
    '<[!?][^>]*>',
    `<(/?[a-z][^\\s/>]*)[^>"']*(?:(?:"[^"]*"|'[^']*')[^>"']*)*>`,
  ].join('|'),
  'gis',
);
/** What hides an element with its content. */
const HIDES = /\shidden(?=[\s=/>])|display:\s*none/gi;
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
    for (const [at, part] of text.split('\n').entries()) {
      if (at > 0 && line.trim() !== '') end();
      if (signs !== '' && part.trim() !== '') end();
      line += part;
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
    else if (!hidden && !VOID.has(name) && tag.search(HIDES) >= 0) hidden = { name, open: 1 };
  };
  const close = (name: string): void => {
    if (!INLINE.has(name)) end();
    if (hidden?.name === name && --hidden.open === 0) hidden = undefined;
  };
  let at = 0;
  const shown = hidesCell(html) ? html : html.replace(LINK_OR_CELL_TAGS, '');
  for (const { index, 0: tag, 1: unseen, 2: name } of shown.matchAll(TAG)) {
    if (index > at) write(decoded(shown.slice(at, index)));
    at = index + tag.length;
    if (unseen !== undefined) end();
    else if (name?.startsWith('/')) close(name.slice(1).toLowerCase());
    else if (name !== undefined) open(name.toLowerCase(), tag);
  }
  write(decoded(shown.slice(at)));
  end();
  return lines;
}

/** Whether something in a tag of a link or a cell may hide it. */
const hidesCell = (html: string): boolean =>
  [...html.matchAll(HIDES)].some(({ index }) =>
    /^<(?:a|td|th)\s/i.test(html.slice(html.lastIndexOf('<', index), index + 1)),
  );

/** Decodes references. The library knows thousands, but is slow. */
function decoded(markup: string): string {
  if (!markup.includes('&')) return markup;
  const text = markup
    .replace(BLANKS, ' ')
    .replace(/&(amp|gt|lt|quot|#39);/g, (_, name: string) => SIGNS[name] ?? '');
  if (!/&[#\w]+;/.test(text)) return text;
  const pieces: string[] = [];
  new Parser({ ontext: (piece) => pieces.push(piece) }).end(markup);
  return pieces.join('');
}

/** References to invisible fillers, of which a preheader has hundreds. */
const BLANKS = /&#(?:160|847);/g;
const SIGNS: Readonly<Record<string, string>> = {
  amp: '&',
  gt: '>',
  lt: '<',
  quot: '"',
  '#39': "'",
};

/** Maximum length of the sign of a cell; longer texts describe a board. */
const SIGN_CHARS_MAX = 4;
