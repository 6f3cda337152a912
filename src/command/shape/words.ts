import { distance } from 'fastest-levenshtein';
import type { Game } from '../../engine/shape/game.ts';
import { robotNamed } from '../../match/types.ts';
import { parseUserid } from '../../player/address.ts';
import { type Player, parseSwitch } from '../../player/settings.ts';
import { err, ok, type Result } from '../../result.ts';
import { type Sentence, say } from '../../sentence.ts';
import type { CommandLine, DefaultNumbers, LetterContext, Queries } from './types.ts';

/** Letters with accents. Marks that form no such letter stay: they may strike a word out. */
const ACCENTED = /[\u00c0-\u024f\u1e00-\u1eff]/g;
const UMLAUTS: Readonly<Record<string, string>> = { ä: 'ae', ö: 'oe', ü: 'ue', ß: 'ss' };

/**
 * Normalizes spellings: lower case, one blank between words, plain apostrophes, umlauts as two letters
 * (`bestaetigt`), no other accents and no emoji variation selectors.
 */
export const fold = (text: string): string =>
  text
    .normalize('NFC')
    .toLowerCase()
    .replace(/[äöüß]/g, (letter) => UMLAUTS[letter] ?? letter)
    .replace(ACCENTED, withoutMarks)
    .replace(/[\u2018\u2019\u02bc\u00b4`]/g, "'")
    .replace(/[\ufe0e\ufe0f]/g, '')
    .replace(/\s+/g, ' ')
    .trim();

/** The foldings of a word, also with its umlauts written without dots (`zuruck`). */
export const foldings = (word: string): readonly string[] => [
  ...new Set([fold(word), fold(withoutMarks(word))]),
];

function withoutMarks(text: string): string {
  return text.normalize('NFD').replace(/\p{M}/gu, '');
}

const OPTION = /^--?([a-z]+)=(\S*)$/i;
/** An option without a value. */
const SWITCH = /^--?(rated|unrated|hints|records)$/i;
/** A word like an option, but unreadable: `-size 6x6`, `-not-rated`. */
const LIKE_OPTION = /^--?([a-z]+)\S*$/i;

/**
 * Reverts replacements by phones and word processors for a hyphen or a cross (`e4\u2013e2`,
 * `\u2014size=6x6`), and drops invisible characters and final punctuation. A question mark stays: `resign?`
 * does not resign.
 */
export function plainLine(line: string): string {
  return line
    .replace(/[\u200b-\u200d\u2060\ufeff]/g, '')
    .replace(/[\u2010-\u2015\u2212]/g, '-')
    .replaceAll('\u00d7', 'x')
    .trim()
    .replace(/(?<![.,;!])[.,;!]{1,9}$/, '');
}

/** The classic mark in a line for a comment below it. */
const MARK = /^\*+$/;

/**
 * Splits a command line at blanks, and extracts the options (`-size=6x6`, `--size=6x6`, `-unrated`). Two
 * different values are joined as `6x6,8x8`, which is valid for no option.
 */
export function splitWords(line: string): CommandLine {
  const words: string[] = [];
  const options = new Map<string, string>();
  for (const word of line.split(/\s+/)) {
    const [, written, value = 'yes'] = OPTION.exec(word) ?? SWITCH.exec(word) ?? [];
    if (written === undefined) {
      if (word !== '' && !MARK.test(word)) words.push(word);
      continue;
    }
    const name = optionName(written.toLowerCase());
    const before = options.get(name);
    const same = before === undefined || before.toLowerCase() === value.toLowerCase();
    options.set(name, same ? value : `${before},${value}`);
  }
  return { words, options };
}

export const joinWords = ({ words, options }: CommandLine): string =>
  [...words, ...[...options].map(([name, value]) => `-${name}=${value}`)].join(' ');

/** The name of the first word like an option that is not written as one. */
export function misspeltOption({ words }: CommandLine): string | undefined {
  const stray = words.find((word) => LIKE_OPTION.test(word));
  const [, name] = LIKE_OPTION.exec(stray ?? '') ?? [];
  return name === undefined ? undefined : optionName(name.toLowerCase());
}

/** Reads `-rated`, `-rated=yes` or `-rated=no`; undefined if absent. */
export function readSwitch(
  { options }: CommandLine,
  name: string,
): Result<boolean | undefined, Sentence> {
  const written = options.get(name);
  if (written === undefined) return ok(undefined);
  const on = parseSwitch(written);
  return on === undefined ? err(say('switch-shape', { option: name })) : ok(on);
}

/** Shortens the classic `-nagtime`, `-forfeittime` and `-totaltime`. */
const optionName = (option: string): string => option.replace(/^(nag|forfeit|total)time$/, '$1');

/** Reads a board or challenge number: `12` or `#12`; at most 15 digits. */
export function parseNumber(text: string | undefined): number | undefined {
  return text !== undefined && /^#?[1-9]\d{0,14}$/.test(text)
    ? Number(text.replace('#', ''))
    : undefined;
}

/** The number of the answered letter, or else the only one of its kind. */
export const numberOrDefault = (
  { number, defaultNumbers }: LetterContext,
  kind: keyof DefaultNumbers = 'board',
): number | undefined => number ?? defaultNumbers?.[kind];

/** The game of a board, by default the answered one; undefined without a board or if unknown. */
export const gameAt = (
  letterContext: LetterContext,
  board = letterContext.number,
): Game | undefined => (board === undefined ? undefined : letterContext.gameOn?.(board));

/** The single number of a command, or its default. */
export function onlyNumber(
  { words }: CommandLine,
  letterContext: LetterContext,
  kind: keyof DefaultNumbers = 'board',
): number | undefined {
  if (words.length === 0) return numberOrDefault(letterContext, kind);
  return words.length === 1 ? parseNumber(words[0]) : undefined;
}

/** The last word of a line, if it can be a userid, and what stands before it. */
export function nameAtEnd(line: string): { readonly before: string; readonly name?: string } {
  const [, before = '', word = ''] = /^(.*?)[\s,:]*([^\s,:.!]+)[.!]*$/.exec(line.trim()) ?? [];
  const userid = parseUserid(word);
  return userid.ok ? { before, name: userid.value.toLowerCase() } : { before };
}

/** The player with an account whom a line names. An error for the robot says so. */
export function namedPlayer(userid: string, queries: Queries): Result<Player, Sentence> {
  const player = queries.playerByUserid(userid);
  if (player) return ok(player);
  const robot = robotNamed(userid);
  return err(
    robot ? say('robot-is-none', { userid: robot.userid }) : say('no-such-player', { userid }),
  );
}

/**
 * The known word nearest to a mistyped one: one letter off or two letters swapped, two letters off in a
 * long word. Undefined if none is near; the first of several equally near.
 */
export function nearest(written: string, known: readonly string[]): string | undefined {
  const word = written.toLowerCase();
  let found: string | undefined;
  let fewest = Number.POSITIVE_INFINITY;
  for (const each of known) {
    const off = distance(word, each);
    const slips = off === 2 && isSwap(word, each) ? 1 : off;
    const near = slips === 1 || (slips === 2 && each.length >= 7);
    if (near && slips < fewest) [found, fewest] = [each, slips];
  }
  return found;
}

function isSwap(word: string, known: string): boolean {
  const sorted = (text: string) => [...text].sort().join('');
  return word.length === known.length && sorted(word) === sorted(known);
}

/**
 * Splits a text at its `#`. After a move, a `#` without a number marks a mate, and is dropped; a question mark
 * behind it stays.
 */
export const splitAtHash = (text: string): readonly string[] =>
  text.replace(/#[\s!]*(?=#\d|\?*$)|(?<=\S)#(?=[\s!?]*\p{L})/u, '').split('#');
