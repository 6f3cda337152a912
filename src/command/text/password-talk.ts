import { commandLineCharsMax, passwordCharsMin } from '../../limits.ts';
import { parsePassword } from '../../player/password.ts';
import { isMailbox } from '../account/signup.ts';
import { parseNumber } from '../shape/words.ts';
import { readLine } from './line.ts';
import { takeLine } from './our-words.ts';
import { findCommand } from './registry.ts';
import { NOWHERE } from './subject.ts';
import type { Vocabulary } from './vocabulary.ts';

/**
 * Passwords that stand in a letter in no spelling that a command has: `password=X`, `my password is X`,
 * `games alice X`. Nothing is done with them; they are only not kept, and not passed on.
 */

/** In the languages of the letters, and as programs call it. */
const CALLED =
  /(?<![\p{L}\d])(?:password|passwort|kennwort|passphrase|passwd|passcode|pwd|pw)(?![\p{L}\d])/giu;
/** Characters on either side of that word in which the password is looked for: a line or so. */
const NEAR_CHARS = 80;
/** So often is it looked for in one line, which may be a letter of HTML. */
const CALLED_MAX = 50;
/** A line that is longer is a sentence and no command that somebody got wrong. */
const WORDS_MAX = 7;
/** What sentences and programs put around a word. */
const WRAPPING =
  /^[\s"'`\u2018-\u201f\u00ab\u00bb<>([{:=]+|[\s"'`\u2018-\u201f\u00ab\u00bb<>)\]},;:.!?]+$/g;

/** With a digit, a sign, or a hump. */
const ODD = /[\d!$%&*+<>?^_{|}~]|[a-z][A-Z]/;
/** Of quoted-printable, as it stands in a letter that nobody has decoded. */
const CODED = /=[\dA-F]{2}/;

/** Whether a word can be a password and is none of a language, no address, and no part of a coding. */
export const looksSecret = (word: string): boolean =>
  parsePassword(word).ok &&
  /[a-z]/i.test(word) &&
  ODD.test(word) &&
  !CODED.test(word) &&
  !isMailbox(word);

/** The words beside the word for a password that look like one. */
export const secretsBeside = (line: string): readonly string[] =>
  besides(line).flat(2).filter(looksSecret);

/** Whether somebody has left the word for it where a password belongs: `signoff alice PW`. */
export const isCalledPassword = (word: string): boolean =>
  [...word.matchAll(CALLED)].some(([called]) => called === word);

/**
 * The words that may be passwords, where it costs nothing to be wrong: what looks like one in a short
 * line of words, and any long word right behind the word for it, or behind a command and a userid.
 */
export function maybeSecrets(line: string, vocabulary: Vocabulary): readonly string[] {
  const behind = besides(line).flatMap(([, [first = '', second = ''] = []]) =>
    /^(?:is|was|now|to|ist|war|jetzt|auf|lautet)$/i.test(first) ? [second] : [first],
  );
  return [...secretsBeside(line), ...inShortLine(line, vocabulary), ...behind.filter(isLong)];
}

/** What looks like a password in a line that may have been meant for a command. */
export function secretsInShortLine(line: string): readonly string[] {
  if (line.length > commandLineCharsMax) return [];
  const words = line.trim().split(/\s+/);
  const isShort = words.length > 1 && words.length <= WORDS_MAX;
  return isShort && /^\p{L}+$/u.test(words[0] ?? '')
    ? words.slice(1).map(bare).filter(looksSecret)
    : [];
}

function inShortLine(line: string, vocabulary: Vocabulary): readonly string[] {
  const found = [...secretsInShortLine(line), ...behindUserid(line, vocabulary)];
  // To read the line takes longest, so that comes last.
  if (found.length === 0) return [];
  return readLine(line, NOWHERE, vocabulary).kind === 'command' ? [] : found;
}

/** The long word behind a command and a userid, or the number between them. */
function behindUserid(line: string, vocabulary: Vocabulary): readonly string[] {
  if (line.length > commandLineCharsMax) return [];
  const words = takeLine(line, vocabulary).words.words.map(bare);
  const { rest = [] } = (words.length <= WORDS_MAX && findCommand(words)) || {};
  const [, second = ''] = rest.filter((word) => parseNumber(word) === undefined);
  return isLong(second) ? [second] : [];
}

/** The words before and behind each word for a password. */
const besides = (line: string): readonly (readonly [readonly string[], readonly string[]])[] =>
  [...line.matchAll(CALLED)]
    .slice(0, CALLED_MAX)
    .map(({ index, 0: { length } }) => [
      wordsOf(line.slice(Math.max(0, index - NEAR_CHARS), index)),
      wordsOf(line.slice(index + length, index + length + NEAR_CHARS)),
    ]);

const wordsOf = (text: string): readonly string[] =>
  text
    .split(/\s+/)
    .map(bare)
    .filter((word) => word !== '');

const bare = (word: string): string => word.replace(WRAPPING, '');
const isLong = (word: string): boolean => word.length >= passwordCharsMin && parsePassword(word).ok;
