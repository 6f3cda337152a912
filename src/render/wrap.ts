import wrapAnsi from 'wrap-ansi';
import { columnsMax } from '../limits.ts';

/** Breaks a paragraph into lines of at most 72 columns; lines after the first are indented. */
export const wrap = (text: string, indent = ''): string =>
  fits(text, columnsMax - indent.length)
    ? text
    : wrapAnsi(text, columnsMax - indent.length, { hard: true, trim: true })
        .split('\n')
        .join(`\n${indent}`);

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
