import type { Facts } from '../sentence.ts';
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
}

/** Renders a template `part/NAME` of the same language, for use inside another one. */
type Part = (name: string, data: object) => string;
/** The reader's words for a sentence: markup has none of its own. */
type Tell = (code: string, facts?: Facts) => string;

/** The HTML part of a letter: its body, and around it what all of them have. */
export function renderHtml(frame: HtmlFrame, body: HtmlBody, templates: Templates): string {
  const { language } = frame;
  const tell: Tell = (code, facts = {}) => templates.sentence(language, { code, facts });
  const part: Part = (name, data) =>
    templates.html(language, `part/${name}`, { ...data, part, tell });
  const content = templates.html(language, body.template, { ...body.data, part, tell });
  return templates.html(language, 'letter', { ...frame, body: content, part });
}

/** In place of `wrap` for a text that is set anew: a sentence is a paragraph, whatever its length. */
export const unwrapped = (text: string, indent = ''): string =>
  indent === '' ? `${text}\n` : text;
