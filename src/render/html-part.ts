import { GAMES } from '../engine/registry.ts';
import { preheaderCharsMax } from '../limits.ts';
import type { Facts } from '../sentence.ts';
import type { HtmlBody, LinkGroup } from './links.ts';
import type { Templates } from './templates.ts';

/** The content of an HTML part. */
interface HtmlFrame {
  readonly language: string;
  readonly subject: string;
  /** Hidden text at the top for lists of letters; may be empty. */
  readonly preheader: string;
  /** The line above the links; empty without links. */
  readonly intro: string;
  readonly groups: readonly LinkGroup[];
  readonly body: string;
  /** The last line, in parts, of which one may be a link; may be empty. */
  readonly footer: readonly FooterPart[];
}

/** A part of the footer, optionally a link to a filled-in letter. */
interface FooterPart {
  readonly text: string;
  readonly href?: string | undefined;
}

/** The footer, with its command as a link. */
export function footerParts(
  words: string,
  command: string | undefined,
  href: string | undefined,
): readonly FooterPart[] {
  const at = command === undefined ? -1 : words.lastIndexOf(command);
  if (command === undefined || at < 0) return words === '' ? [] : [{ text: words }];
  return [
    { text: words.slice(0, at) },
    { text: command, href },
    { text: words.slice(at + command.length) },
  ];
}

/** Renders a template `part/NAME` of the same language, for use in another one. */
type Part = (name: string, data: object) => string;
/** Translates a sentence for markup, which has no words of its own. */
type Tell = (code: string, facts?: Facts) => string;

/**
 * Preserves the blanks of a line, also in programs without `white-space`: as non-breaking ones, except the
 * last of each run, where the line may break.
 */
const spaced = (line: string): string => line.replace(/^ | (?= )/g, '\u00a0');

/**
 * Prevents line breaks after hyphens in typed text, such as `-size=6x6`, `e4-e2`, `2026-12-24` and
 * `forms-original`.
 */
function unbroken(markup: string, part: Part): string {
  // Fast path: most letters have none.
  if (markup.search(TYPED) < 0) return markup;
  let left = TYPED_MAX;
  return markup.replace(/>[^<]+/g, (words) =>
    words.replace(TYPED, (typed) => (left-- > 0 ? part('typed', { typed }) : typed)),
  );
}
/** Above the number on a help page; a person's words may hold many more. */
const TYPED_MAX = 60;
/** Rules ids with a hyphen: the parts before and after the first one. */
const HYPHENATED = GAMES.map(({ rules }) => /^(.*?)-(.*)$/.exec(rules) ?? []).filter(
  ([rules]) => rules !== undefined,
);
/**
 * Matches from the hyphen on, as no line breaks before it. The hyphen comes first: a lookbehind at every
 * character takes four times as long.
 */
const TYPED = new RegExp(
  `-(?:${[
    '(?<=[\\s([>]-)[a-z]+(?:=[^\\s,.;:)|&]*)?',
    // Links to moves do not break anyway.
    '(?<=[\\s(][a-z]\\d{1,2}-)[a-z]\\d+',
    '(?<=[\\s(>]\\d{4}-)\\d\\d-\\d\\d',
    ...HYPHENATED.map(([, head, tail]) => `(?<=\\b${head}-)${tail}`),
  ].join('|')})`,
  'g',
);

/** Renders the body of an HTML part. */
export function renderBody(
  { language, userid }: { readonly language: string; readonly userid: string | undefined },
  { template, data }: HtmlBody,
  templates: Templates,
): string {
  const tell: Tell = (code, facts = {}) => templates.sentence(language, { code, facts }, userid);
  const part: Part = (name, data) =>
    templates.html(language, `part/${name}`, { ...data, part, tell, spaced });
  return unbroken(templates.html(language, template, { ...data, part, tell, spaced }), part);
}

/** Renders the complete HTML part, with links below the body. */
export function renderHtml(frame: HtmlFrame, templates: Templates): string {
  const { language, preheader } = frame;
  const inner: Part = (name, data) => templates.html(language, `part/${name}`, data);
  const part: Part = (name, data) => unbroken(inner(name, { ...data, part: inner }), inner);
  const padding = paddingFor(preheader);
  return templates.html(language, 'letter', { ...frame, padding, part });
}

/** An invisible non-blank, so that the following blank is kept; a reference, as in mail. */
const UNSEEN = '&#847;';
/** Number in a line, to limit line lengths. */
const UNSEEN_IN_LINE = 12;

/** Padding after a preheader, so that lists do not show the following text. */
function paddingFor(preheader: string): string {
  const lacking = preheader === '' ? 0 : Math.max(0, preheaderCharsMax - preheader.length);
  const line = `\n${Array(UNSEEN_IN_LINE).fill(UNSEEN).join(' ')}`;
  return line.repeat(Math.ceil(lacking / UNSEEN_IN_LINE));
}

/** Replaces `wrap` in text for HTML: a sentence is a paragraph, whatever its length. */
export const unwrapped = (text: string, indent = ''): string =>
  indent === '' ? `${text}\n` : text;
