import { preheaderCharsMax } from '../limits.ts';
import type { Facts } from '../sentence.ts';
import { blocksOf } from './blocks.ts';
import type { HtmlBody } from './content.ts';
import type { LinkGroup } from './links.ts';
import type { Templates } from './templates.ts';

/** What an HTML part consists of besides its body. */
export interface HtmlFrame {
  readonly language: string;
  readonly subject: string;
  /** Who is meant by `you`. */
  readonly userid: string | undefined;
  /** Stands at the top and is not shown there, but in lists of letters; empty where there is none. */
  readonly preheader: string;
  /** What stands above the links; empty when there are none. */
  readonly intro: string;
  readonly groups: readonly LinkGroup[];
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
  const { language, userid, preheader } = frame;
  const tell: Tell = (code, facts = {}) => templates.sentence(language, { code, facts }, userid);
  const part: Part = (name, data) =>
    templates.html(language, `part/${name}`, { ...data, part, tell });
  const content =
    typeof body === 'string'
      ? part('blocks', { blocks: blocksOf(body) })
      : templates.html(language, body.template, { ...body.data, part, tell });
  const padding = paddingFor(preheader);
  return templates.html(language, 'letter', { ...frame, padding, body: content, part });
}

/** Takes no room, and yet is no blank, so that the blank behind it is shown. A reference, as in mail. */
const UNSEEN = '&#847; ';

/** Blanks behind a preheader, so that a list does not go on with what stands below it. */
const paddingFor = (preheader: string): string =>
  preheader === '' ? '' : UNSEEN.repeat(Math.max(0, preheaderCharsMax - preheader.length));

/** In place of `wrap` for a text that is set anew: a sentence is a paragraph, whatever its length. */
export const unwrapped = (text: string, indent = ''): string =>
  indent === '' ? `${text}\n` : text;
