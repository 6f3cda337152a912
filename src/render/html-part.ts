import type { Facts } from '../sentence.ts';
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
 * A line whose blanks are all seen, also in programs that know no `white-space`: they are hard, but
 * for the last of each run, where the line may break.
 */
const spaced = (line: string): string => line.replace(/^ | (?= )/g, '\u00a0');

/** The body of an HTML part. */
export function renderBody(
  language: string,
  { template, data }: HtmlBody,
  templates: Templates,
): string {
  const tell: Tell = (code, facts = {}) => templates.sentence(language, { code, facts });
  const part: Part = (name, data) =>
    templates.html(language, `part/${name}`, { ...data, part, tell, spaced });
  return templates.html(language, template, { ...data, part, tell, spaced });
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
