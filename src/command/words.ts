import type { Place, Words } from './types.ts';

const OPTION = /^--?([a-z]+)=(\S+)$/i;
/** An option that says all by its name. */
const FLAG = /^--?(rated|unrated|records)$/i;

/**
 * A line as it was meant: what phones and word processors put in for a hyphen, a blank or a cross
 * (`e4\u2013e2`, `\u2014size=6x6`) is turned back, and a full stop or comma at the end is dropped. A
 * question mark stays: `resign?` does not resign.
 */
export function plainLine(line: string): string {
  return line
    .replace(/[\u200b-\u200d\u2060\ufeff]/g, '')
    .replace(/[\u2010-\u2015\u2212]/g, '-')
    .replaceAll('\u00d7', 'x')
    .trim()
    .replace(/(?<![.,;!])[.,;!]{1,9}$/, '');
}

/** Splits a command line at blanks and takes the options (`-size=6x6`, `--size=6x6`, `-unrated`) out. */
export function splitWords(line: string): Words {
  const words: string[] = [];
  const options = new Map<string, string>();
  for (const word of line.split(/\s+/)) {
    const [, name, value = 'yes'] = OPTION.exec(word) ?? FLAG.exec(word) ?? [];
    if (name !== undefined) options.set(inFull(name.toLowerCase()), value);
    else if (word !== '') words.push(word);
  }
  return { words, options };
}

/** What the classic calls `-nagtime`, `-forfeittime` and `-totaltime`. */
const inFull = (option: string): string => option.replace(/^(nag|forfeit|total)time$/, '$1');

/** A board or challenge number as people write it: `12` or `#12`; at most 15 digits. */
export function parseNumber(text: string | undefined): number | undefined {
  return text !== undefined && /^#?[1-9]\d{0,14}$/.test(text)
    ? Number(text.replace('#', ''))
    : undefined;
}

/** The one number that a command wants, or the number of the letter that was answered. */
export function onlyNumber({ words }: Words, place: Place): number | undefined {
  if (words.length === 0) return place.number;
  return words.length === 1 ? parseNumber(words[0]) : undefined;
}
