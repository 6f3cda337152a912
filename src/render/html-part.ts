import type { Facts } from '../sentence.ts';
import { blocksOf } from './blocks.ts';
import type { HtmlBody } from './content.ts';
import type { LinkGroup } from './links.ts';
import type { Templates } from './templates.ts';

/** What an HTML part consists of. */
interface HtmlFrame {
  readonly language: string;
  readonly subject: string;
  /** What stands above the links; empty when there are none. */
  readonly intro: string;
  readonly groups: readonly LinkGroup[];
  readonly body: string;
}

/** Renders a template `part/NAME` of the same language, for use inside another one. */
type Part = (name: string, data: object) => string;
/** The reader's words for a sentence: markup has none of its own. */
type Tell = (code: string, facts?: Facts) => string;

/**
 * The body of an HTML part: from a template of its own where there is one, and else what the text
 * part says, set anew.
 *
 * @param shown that template, or the text with every sentence on a line of its own
 */
export function renderBody(
  language: string,
  shown: HtmlBody | string,
  templates: Templates,
): string {
  const tell: Tell = (code, facts = {}) => templates.sentence(language, { code, facts });
  const part: Part = (name, data) =>
    templates.html(language, `part/${name}`, { ...data, part, tell });
  return typeof shown === 'string'
    ? part('blocks', { blocks: blocksOf(shown) })
    : templates.html(language, shown.template, { ...shown.data, part, tell });
}

/** The whole HTML part, with its links below the body. */
export function renderHtml(frame: HtmlFrame, templates: Templates): string {
  const { language } = frame;
  const part: Part = (name, data) => templates.html(language, `part/${name}`, data);
  return templates.html(language, 'letter', { ...frame, part });
}

/** In place of `wrap` for a text that is set anew: a sentence is a paragraph, whatever its length. */
export const unwrapped = (text: string, indent = ''): string =>
  indent === '' ? `${text}\n` : text;
