import { convert } from 'html-to-text';
import { htmlBytesMax, htmlDepthMax } from '../../limits.ts';
import { seenHtml } from './seen.ts';

/**
 * The text of a letter that has only HTML, as far as a person sees it. Quotations come out as `> `
 * lines, links as words, and the hard blanks that editors put between words as blanks.
 */
export const htmlToText = (html: string): string =>
  convert(seenHtml(html.slice(0, htmlBytesMax)), {
    wordwrap: false,
    selectors: [
      { selector: 'a', options: { ignoreHref: true } },
      { selector: 'blockquote', options: { leadingLineBreaks: 1 } },
    ],
    limits: { maxDepth: htmlDepthMax },
  }).replaceAll('\u00a0', ' ');
