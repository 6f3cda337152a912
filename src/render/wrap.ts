import wrapAnsi from 'wrap-ansi';
import { columnsMax } from '../limits.ts';

/** Behind the last colon of a paragraph, without a stop or a comma: what is to be typed. */
const TYPED = /(?<=: )[a-z](?:[^.:,]|\.(?=\S))*$/;
const TIE = '\u00a0';

/**
 * Breaks a paragraph into lines of at most 72 columns; lines after the first are indented. What is to
 * be typed stays on one line where it can, because half of it may be a command of its own.
 */
export function wrap(text: string, indent = ''): string {
  const columns = columnsMax - indent.length;
  if (fits(text, columns)) return text;
  const tied = text.replace(TYPED, (typed) =>
    typed.length <= columns ? typed.replaceAll(' ', TIE) : typed,
  );
  return wrapAnsi(tied, columns, { hard: true, trim: true })
    .replaceAll(TIE, ' ')
    .split('\n')
    .join(`\n${indent}`);
}

/** Nearly every sentence does, and to break lines well is slow. */
const fits = (text: string, columns: number): boolean =>
  text.length <= columns && /^[!-~](?:[ -~\u00a0]*[!-~])?$/.test(text);

/**
 * In front of every line of somebody's own words, so that no line can pass for one of ours: no board,
 * no `To move`, no end of a letter (`-- `). Mail programs show it as it is, where `>` would be folded
 * away, and an answer that quotes it is known by it (`mail/quote/new-lines.ts`).
 */
export const MARGIN = '| ';
const OWN_COLUMNS = columnsMax - MARGIN.length;

/** What a person wrote, with their own line breaks, beside a margin, in at most 72 columns. */
export const wrapComment = (text: string): string =>
  text
    .split('\n')
    .map((line) => line.trimEnd())
    .map((line) =>
      fits(line, OWN_COLUMNS) ? line : wrapAnsi(line, OWN_COLUMNS, { hard: true, trim: false }),
    )
    .map((line) => line.replace(/^/gm, MARGIN).replace(/[ \t]+$/gm, ''))
    .join('\n');

/** How somebody's own words begin, on one line of so many columns. */
export function firstWords(text: string, columns: number): string {
  const words = text.replace(/\s+/g, ' ').trim();
  if (fits(words, columns)) return words;
  const [first = '', ...rest] = wrapAnsi(words, columns - 4, { hard: true, trim: true }).split(
    '\n',
  );
  return rest.length === 0 ? first : `${first} ...`;
}

/** A whole letter: no blanks at line ends, never two empty lines in a row, one newline at the end. */
export const tidyLetter = (text: string): string =>
  `${text
    .replace(/[ \t]+$/gm, '')
    .replace(/\n{3,}/g, '\n\n')
    .trim()}\n`;
