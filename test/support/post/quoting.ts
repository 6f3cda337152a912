import type { Sent } from '../desk/desk.ts';
import { asText, type Manner } from './as-text.ts';

/** Where the typed lines stand: above the quotation, below it, or between its lines. */
export const LAYOUTS = ['top', 'bottom', 'interleaved'] as const;
export type Layout = (typeof LAYOUTS)[number];

/** The body of an answer, and what it is. */
interface Body {
  readonly type: string;
  readonly text: string;
}

/** How mail programs quote: what each line bears, or what stands around the older letter. */
export type Quotes = (head: readonly string[], older: Sent, typed: Typed) => Body;

/** What was typed, by the place where it stands; two of them are empty. */
type Typed = Readonly<Record<Layout, readonly string[]>>;

const linesOf = ({ text }: Sent): readonly string[] => text.trimEnd().split('\n');
/** The older letter in two: somebody answers a paragraph in its middle. */
function halves<T>(lines: readonly T[], at: number): readonly [readonly T[], readonly T[]] {
  return [lines.slice(0, at), lines.slice(at)];
}

const around = (lines: readonly string[]): readonly string[] =>
  lines.length > 0 ? ['', ...lines, ''] : [];

const plain =
  (mark: (line: string) => string, toLines = linesOf): Quotes =>
  (head, older, { top, bottom, interleaved }) => {
    const lines = toLines(older);
    const middle = lines.findIndex((line) => /^(?:bob writes:|alice<)/.test(line.trim()));
    const [first, second] = halves(lines, middle);
    const quoted = [...first.map(mark), ...around(interleaved), ...second.map(mark)];
    const text = [...top, ...(top.length > 0 ? [''] : []), ...head, ...quoted, ...around(bottom)];
    return { type: 'text/plain; charset=utf-8', text: text.join('\n') };
  };

/** Every line with a mark. */
export const marked = plain((line) => `> ${line}`.trimEnd());
/** The same without a blank behind the mark. */
export const tight = plain((line) => `>${line}`);
/** The older letter as it is. */
export const bare = plain((line) => line);
/** Blanks at the ends of lines, as some web mailers leave them. */
export const trailing = plain((line) => `${line}  `);

/** Text that a program has made of the HTML part. */
export const written = (manner: Manner, mark = (line: string) => line): Quotes =>
  plain(mark, ({ email }) => asText(email.html ?? '', manner));
export const withMark = (line: string): string => `> ${line}`.trimEnd();

const escaped = (line: string): string =>
  line.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;');
const paragraphs = (lines: readonly string[]): string =>
  lines.map((line) => `<div>${escaped(line)}</div>`).join('');

/** What stands around the older letter in HTML; a pair for each piece of it. */
interface Wrapper {
  readonly before: (head: string) => string;
  readonly open: string;
  readonly close: string;
  readonly after: string;
  /** What the program makes of the older letter before it quotes it. */
  readonly reads?: (body: string) => string;
}

const markup =
  ({ before, open, close, after, reads = (body) => body }: Wrapper): Quotes =>
  (head, older, { top, bottom, interleaved }) => {
    const body = reads(/<body[^>]*>([\s\S]*)<\/body>/.exec(older.email.html ?? '')?.[1] ?? '');
    const [first, second] = halves([...body], body.indexOf('<p', body.indexOf('alice<')));
    const between = interleaved.length > 0 ? `${close}${paragraphs(interleaved)}${open}` : '';
    const text = [
      `<html><body>${paragraphs(top)}`,
      before(head.map(escaped).join('<br>')),
      `${open}${first.join('')}${between}${second.join('')}${close}${after}`,
      `${paragraphs(bottom)}</body></html>`,
    ];
    return { type: 'text/html; charset=utf-8', text: text.join('\n') };
  };

export const gmail = markup({
  before: (head) =>
    `<br><div class="gmail_quote"><div dir="ltr" class="gmail_attr">${head}<br></div>`,
  open: '<blockquote class="gmail_quote" style="margin:0px 0px 0px 0.8ex">',
  close: '</blockquote>',
  after: '</div>',
});
export const moz = markup({
  before: (head) => `<div class="moz-cite-prefix">${head}<br></div>`,
  open: '<blockquote type="cite" cite="mid:x@y">',
  close: '</blockquote>',
  after: '',
});
/** The attribution stands within. */
export const apple = markup({
  before: (head) => `<div><blockquote type="cite"><div>${head}</div></blockquote></div>`,
  open: '<blockquote type="cite"><br class="Apple-interchange-newline">',
  close: '</blockquote>',
  after: '',
});
export const yahoo = markup({
  before: (head) =>
    `<div class="yahoo_quoted" id="yahoo_quoted_1"><div>${head}</div><div><br></div>`,
  open: '<div>',
  close: '</div>',
  after: '</div>',
});
export const proton = markup({
  before: (head) => `<div class="protonmail_quote">${head}<br><br>`,
  open: '<blockquote class="protonmail_quote" type="cite">',
  close: '</blockquote><br>',
  after: '</div>',
});
export const outlook = markup({
  before: (head) =>
    `<hr style="display:inline-block;width:98%"><div id="divRplyFwdMsg" dir="ltr">${head}</div><div>&nbsp;</div>`,
  open: '<div>',
  close: '</div>',
  after: '',
});
/**
 * Word's own markup, as Outlook on a desk sends it: each paragraph and cell with classes, styles and
 * spans of its own, which makes a letter three times as long.
 */
const inWord = (body: string): string =>
  body
    .replace(
      /<td([^>]*)>/g,
      '<td$1 valign="top" style="border:none;padding:0cm 0cm 0cm 0cm;mso-line-height-rule:exactly"><p class="MsoNormal" align="center" style="margin:0cm;text-align:center;line-height:12.0pt"><span style="font-size:9.0pt;font-family:&quot;Arial&quot;,sans-serif;color:#16130F;mso-fareast-language:EN-GB;mso-bidi-language:AR-SA">',
    )
    .replaceAll('</td>', '<o:p></o:p></span></p></td>')
    .replace(
      /<a href="([^"]*)"([^>]*)>/g,
      '<a href="$1"$2><span style="color:#7C4305;text-decoration:none;mso-fareast-font-family:&quot;Times New Roman&quot;;mso-bidi-font-family:Arial;mso-ligatures:none;mso-fareast-language:EN-GB;mso-bidi-language:AR-SA">',
    )
    .replaceAll('</a>', '<o:p></o:p></span></a>')
    .replace(
      /<img src="cid:[^"]*"([^>]*)>/g,
      '<span style="font-size:26.0pt;color:blue;border:none windowtext 1.0pt;padding:0cm"><img$1 id="Picture_x0020_1" src="cid:image001.png@01DC5B0F.4D2B1A30"></span>',
    );
/** Outlook on a desk writes what Word has read: what conditional comments hold is there, too. */
export const word = markup({
  before: (head) =>
    `<div><div style="border:none;border-top:solid #E1E1E1 1.0pt;padding:3.0pt 0in 0in 0in"><p class="MsoNormal">${head}</p></div></div><p class="MsoNormal"><o:p>&nbsp;</o:p></p>`,
  open: '',
  close: '',
  after: '',
  reads: (body) =>
    inWord(body)
      .replace(/<!--\[if mso\]>(.*?)<!\[endif\]-->/gs, '$1')
      .replaceAll('<p ', '<p class="MsoNormal" '),
});
export const outlookExpress = markup({
  before: (head) => `<div class="OutlookMessageHeader" dir="ltr">${head}</div><br>`,
  open: '<div>',
  close: '</div>',
  after: '',
});
export const hotmail = markup({
  before: (head) => `<div><hr id="stopSpelling">${head}<br><br>`,
  open: '<div dir="ltr">',
  close: '</div>',
  after: '</div>',
});
export const zimbra = markup({
  before: (head) => `<hr id="zwchr"><div>${head}</div>`,
  open: '<div>',
  close: '</div>',
  after: '',
});
export const mailRu = markup({
  before: (head) => `<br>${head}<br>`,
  open: '<blockquote style="border-left:1px solid #0857A6"><div class="js-helper">',
  close: '</div></blockquote>',
  after: '<br>',
});
