import { commentCharsMax } from '../../limits.ts';
import type { LetterContext, QuestionKind } from '../shape/types.ts';
import { readLine } from './line.ts';
import { commandLine, phraseKey, withoutCourtesyInFront } from './undecorated.ts';
import type { Vocabulary, YesNo } from './vocabulary.ts';

/** The answer to a question. */
export interface Verdict {
  readonly says: YesNo;
  /** The lines below it. */
  readonly rest: readonly string[];
}

/**
 * Reads the answer to the yes-or-no question of the answered letter: the first line must match the closed
 * list of a language entirely, and no other line may contradict it or have a command.
 *
 * @param asks the kind of question
 * @returns undefined for anything else, even for such a word within a sentence
 */
export function readYesNo(
  lines: readonly string[],
  asks: QuestionKind,
  place: LetterContext,
  vocabulary: Vocabulary,
): Verdict | undefined {
  const first = firstLine(lines, vocabulary);
  const says = verdictOf(lines[first] ?? '', asks, vocabulary);
  const rest = lines.slice(first + 1);
  let chars = 0;
  const isAlone = rest.every((line) => {
    chars += line.length;
    // Text beyond the length of a comment is dropped unread.
    if (line.trim() === '' || chars > commentCharsMax) return true;
    const other = verdictOf(line, asks, vocabulary);
    if (other !== undefined) return (other === 'no') === (says === 'no');
    const read = readLine(line, place, vocabulary);
    return read.kind === 'prose' || (read.kind === 'trouble' && !read.command);
  });
  return says !== undefined && isAlone ? { says, rest } : undefined;
}

function verdictOf(line: string, asks: QuestionKind, vocabulary: Vocabulary): YesNo | undefined {
  if (line.length > VERDICT_CHARS_MAX) return undefined;
  const bare = commandLine(line, vocabulary);
  const verdict = (text: string): YesNo | undefined => {
    const words = keyOf(withoutCourtesyInFront(text, vocabulary));
    return vocabulary.verdicts.get(`${asks}: ${words}`) ?? vocabulary.verdicts.get(words);
  };
  return verdict(bare) ?? commonAnswer(bare.split(PAUSE).map(verdict));
}

/** The break between two answers: "Sure, go ahead!" */
const PAUSE = /[,.;!]+\s+/;

/** The common answer of all parts, in its weaker form; undefined if they differ. */
function commonAnswer(all: readonly (YesNo | undefined)[]): YesNo | undefined {
  const [first, ...others] = all;
  const same = others.every((says) => says !== undefined && (says === 'no') === (first === 'no'));
  if (first === undefined || !same) return undefined;
  return all.find((says) => says !== 'certain-yes') ?? first;
}

/** The longest are sentences of eight words, with decoration and courtesies. */
const VERDICT_CHARS_MAX = 120;

/** The folded key of an answer; skin tones and repeated emoji do not count. */
const keyOf = (text: string): string =>
  phraseKey([text])
    .replace(/\p{Emoji_Modifier}/gu, '')
    .replace(/(\p{Extended_Pictographic})\s*(?:\1\s*)+/gu, '$1');

/** The index of the first line after a greeting. */
export function firstLine(lines: readonly string[], vocabulary: Vocabulary): number {
  const first = lines.findIndex((line) => line.trim() !== '' && !isGreeting(line, vocabulary));
  return Math.max(first, 0);
}

/** A first name, or a first and a last one; more words are a sentence. */
const NAMES_MAX = 2;
const GREETING_WORDS_MAX = 5;

/** Whether a line is only a greeting: `Hi Bob!`, `Dear Turnpost,`, `Hallo`. */
function isGreeting(line: string, vocabulary: Vocabulary): boolean {
  if (line.length > GREETING_CHARS_MAX || line.includes('?')) return false;
  const words = commandLine(line, vocabulary).split(/\s+/);
  for (let count = Math.min(GREETING_WORDS_MAX, words.length); count > 0; count--) {
    if (vocabulary.greetings.has(phraseKey(words.slice(0, count)))) {
      return areNames(words.slice(count), /[,!]\W*$/.test(line));
    }
  }
  return false;
}

const GREETING_CHARS_MAX = 80;

/** @param called whether the line ends as an address to somebody: with `,` or `!` */
function areNames(words: readonly string[], called: boolean): boolean {
  const shape = words.length === 1 || called ? /^\p{L}[\p{L}.'_-]*$/u : /^\p{Lu}[\p{L}.'_-]*$/u;
  return words.length <= NAMES_MAX && words.every((word) => shape.test(word));
}
