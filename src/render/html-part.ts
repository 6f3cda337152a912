import type { Facts } from '../sentence.ts';
import { blocksOf } from './blocks.ts';
import type { HtmlBody } from './content.ts';
import type { LinkGroup } from './links.ts';
import type { Templates } from './templates.ts';

/** What an HTML part consists of besides its body. */
export interface HtmlFrame {
  readonly language: string;
  readonly subject: string;
  /** What stands above the links; empty when there are none. */
  readonly intro: string;
  readonly groups: readonly LinkGroup[];
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
 * The HTML part of a letter: its body from a template of its own where there is one, and else what
 * the text part says, set anew.
 *
 * @param body that template, or the text with every sentence on a line of its own
 */
export function renderHtml(
  frame: HtmlFrame,
  body: HtmlBody | string,
  templates: Templates,
): string {
  const { language } = frame;
  const tell: Tell = (code, facts = {}) => templates.sentence(language, { code, facts });
  const part: Part = (name, data) =>
    templates.html(language, `part/${name}`, { ...data, part, tell });
  const content =
    typeof body === 'string'
      ? part('blocks', { blocks: blocksOf(body) })
      : templates.html(language, body.template, { ...body.data, part, tell });
  return templates.html(language, 'letter', { ...frame, body: content, part });
}

/** In place of `wrap` for a text that is set anew: a sentence is a paragraph, whatever its length. */
export const unwrapped = (text: string, indent = ''): string =>
  indent === '' ? `${text}\n` : text;
