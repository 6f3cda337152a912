import { Parser } from 'htmlparser2';

/** What a mail program writes into the text of an answer, where its reader sees an HTML part. */
export interface Manner {
  /** In the place of a picture. */
  readonly picture: (alt: string, cid: string) => string;
  /** For a link, whose words may be a picture. */
  readonly link: (words: string, href: string) => string;
  /** Between two cells of a row. */
  readonly cell: string;
}

/** What ends a line. */
const BLOCKS = new Set(['br', 'div', 'h1', 'h2', 'h3', 'li', 'p', 'pre', 'table', 'tr', 'ul']);
const UNSEEN = new Set(['head', 'style', 'title']);

/** The lines that a program makes of markup in its manner; never more than one blank one in a row. */
export function asText(html: string, { picture, link, cell }: Manner): readonly string[] {
  const open: { readonly name: string; readonly unseen: boolean }[] = [];
  const linked: { readonly href: string; readonly before: string }[] = [];
  let text = '';
  const parser = new Parser({
    onopentag(name, { alt = '', src = '', href = '', style = '' }) {
      const unseen = UNSEEN.has(name) || /display:\s*none/.test(style) || !!open.at(-1)?.unseen;
      open.push({ name, unseen });
      if (unseen) return;
      if (BLOCKS.has(name)) text += '\n';
      if (name === 'img') text += picture(alt, src.replace('cid:', ''));
      if (name === 'a') {
        linked.push({ href, before: text });
        text = '';
      }
    },
    ontext(words) {
      const isPre = open.some(({ name }) => name === 'pre');
      if (!open.at(-1)?.unseen) text += isPre ? words : words.replace(/\s+/g, ' ');
    },
    onclosetag(name) {
      const unseen = open.pop()?.unseen;
      if (unseen) return;
      if (name === 'a') {
        const { href = '', before = '' } = linked.pop() ?? {};
        text = before + link(text, href);
      }
      if (name === 'td' || name === 'th') text += cell;
      if (BLOCKS.has(name) && name !== 'br') text += '\n';
    },
  });
  parser.end(html);
  const lines = text.split('\n').map((line) => line.replace(/^ +| +$/g, ''));
  return lines.filter((line, at) => line.trim() !== '' || (lines[at - 1] ?? '').trim() !== '');
}

const nameOf = (cid: string): string => `${cid.split(/[.@]/)[0]}.png`;
const behind = (words: string, href: string): string => `${words}<${href}>`;
const words = (shown: string): string => shown;

/** Outlook and Exchange: what stands for a picture in brackets, and addresses in angles. */
export const OUTLOOK: Manner = {
  picture: (alt, cid) => (alt === '' ? `[cid:${cid}]` : `[${alt}]`),
  link: behind,
  cell: '\n',
};
/** Outlook gives the pictures of an answer names of its own. */
export const OUTLOOK_CID: Manner = {
  ...OUTLOOK,
  picture: () => '[cid:image001.png@01DC5B0F.4D2B1A30]',
};
/** Outlook on the web and on telephones: a row in a line. */
export const OUTLOOK_WEB: Manner = { ...OUTLOOK_CID, link: behind, cell: '\t' };
export const GMAIL: Manner = {
  picture: (alt) => `[image: ${alt}]`,
  link: (shown, href) => `${shown} <${href.replace('mailto:', '')}>`,
  cell: '\n',
};
export const APPLE: Manner = { picture: (_, cid) => `<${nameOf(cid)}>`, link: words, cell: '\t' };
export const THUNDERBIRD: Manner = {
  picture: words,
  link: (shown, href) => `${shown} <${href}>`,
  cell: '\t',
};
export const YAHOO: Manner = { picture: () => '', link: words, cell: ' |  | ' };
/** A sign of Unicode in the place of an object. */
export const ANDROID: Manner = { picture: () => '\ufffc', link: words, cell: '\n' };
/** Programs that write Markdown. */
export const MARKDOWN: Manner = {
  picture: (alt, cid) => `![${alt}](cid:${cid})`,
  link: (shown, href) => `[${shown}](${href})`,
  cell: '\n',
};
/** A program that nobody has told us of, with a word of its own for every picture. */
export const UNHEARD_OF: Manner = { picture: () => ' Bild ', link: words, cell: '\n' };
