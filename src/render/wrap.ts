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

/** What a player wrote, with the player's own line breaks, in at most 72 columns. */
export const wrapComment = (text: string): string =>
  text
    .split('\n')
    .map((line) => line.trimEnd())
    .map((line) =>
      fits(line, columnsMax) ? line : wrapAnsi(line, columnsMax, { hard: true, trim: false }),
    )
    .map((line) => line.replace(/[ \t]+$/gm, ''))
    .join('\n');

/** A whole letter: no blanks at line ends, never two empty lines in a row, one newline at the end. */
export const tidyLetter = (text: string): string =>
  `${text
    .replace(/[ \t]+$/gm, '')
    .replace(/\n{3,}/g, '\n\n')
    .trim()}\n`;
