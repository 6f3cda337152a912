import { GAMES } from '../engine/registry.ts';
import { preheaderCharsMax } from '../limits.ts';
import type { Facts } from '../sentence.ts';
import type { HtmlBody } from './content.ts';
import type { LinkGroup } from './links.ts';
import type { Templates } from './templates.ts';

/** What an HTML part consists of. */
interface HtmlFrame {
  readonly language: string;
  readonly subject: string;
  /** Stands at the top and is not shown there, but in lists of letters; empty where there is none. */
  readonly preheader: string;
  /** What stands above the links; empty when there are none. */
  readonly intro: string;
  readonly groups: readonly LinkGroup[];
  readonly body: string;
  /** The last line, in parts of which one may be a link; none where there is no such line. */
  readonly footer: readonly FooterPart[];
}

/** A part of the footer, which opens a filled-in letter where it has a link. */
interface FooterPart {
  readonly text: string;
  readonly href?: string | undefined;
}

/** The footer with the command in it as a link. */
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

/** Renders a template `part/NAME` of the same language, for use inside another one. */
type Part = (name: string, data: object) => string;
/** The reader's words for a sentence: markup has none of its own. */
type Tell = (code: string, facts?: Facts) => string;

/**
 * A line whose blanks are all seen, also in programs that know no `white-space`: they are hard, but
 * for the last of each run, where the line may break.
 */
const spaced = (line: string): string => line.replace(/^ | (?= )/g, '\u00a0');

/**
 * Markup in which no line ends behind a hyphen that belongs to what is typed, as in `-size=6x6`, `e4-e2`,
 * `2026-12-24` and `forms-original`; to a browser it is one that parts words.
 */
function unbroken(markup: string, part: Part): string {
  // Most letters have none, and are not looked through any further.
  if (markup.search(TYPED) < 0) return markup;
  let left = TYPED_MAX;
  return markup.replace(/>[^<]+/g, (words) =>
    words.replace(TYPED, (typed) => (left-- > 0 ? part('typed', { typed }) : typed)),
  );
}
/** More than a page of help has; words of somebody else may be full of them, and a letter has an end. */
const TYPED_MAX = 60;
/** Rules with a hyphen: what stands in front of the first one, and all behind it. */
const HYPHENATED = GAMES.map(({ rules }) => /^(.*?)-(.*)$/.exec(rules) ?? []).filter(
  ([rules]) => rules !== undefined,
);
/**
 * From the hyphen on, as no line ends in front of it. The hyphen comes first: a search that looks behind at
 * every sign of the markup takes four times as long.
 */
const TYPED = new RegExp(
  `-(?:${[
    '(?<=[\\s([>]-)[a-z]+(?:=[^\\s,.;:)|&]*)?',
    // A link that is a move keeps it whole itself.
    '(?<=[\\s(][a-z]\\d{1,2}-)[a-z]\\d+',
    '(?<=[\\s(>]\\d{4}-)\\d\\d-\\d\\d',
    ...HYPHENATED.map(([, head, tail]) => `(?<=\\b${head}-)${tail}`),
  ].join('|')})`,
  'g',
);

/** The body of an HTML part. */
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

/** The whole HTML part, with its links below the body. */
export function renderHtml(frame: HtmlFrame, templates: Templates): string {
  const { language, preheader } = frame;
  const inner: Part = (name, data) => templates.html(language, `part/${name}`, data);
  const part: Part = (name, data) => unbroken(inner(name, { ...data, part: inner }), inner);
  const padding = paddingFor(preheader);
  return templates.html(language, 'letter', { ...frame, padding, part });
}

/** Takes no room, and yet is no blank, so that the blank behind it is shown. A reference, as in mail. */
const UNSEEN = '&#847;';
/** How many stand in a line: one line of them all would be too long to travel as it is. */
const UNSEEN_IN_LINE = 12;

/** Blanks behind a preheader, so that a list does not go on with what stands below it. */
function paddingFor(preheader: string): string {
  const lacking = preheader === '' ? 0 : Math.max(0, preheaderCharsMax - preheader.length);
  const line = `\n${Array(UNSEEN_IN_LINE).fill(UNSEEN).join(' ')}`;
  return line.repeat(Math.ceil(lacking / UNSEEN_IN_LINE));
}

/** In place of `wrap` for a text that is set anew: a sentence is a paragraph, whatever its length. */
export const unwrapped = (text: string, indent = ''): string =>
  indent === '' ? `${text}\n` : text;
