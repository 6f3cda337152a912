import { commandLine, kindly } from './undecorated.ts';
import type { Vocabulary } from './vocabulary.ts';

/** Where a letter begins, behind the lines that greet somebody: the place of its first line. */
export function firstLine(lines: readonly string[], vocabulary: Vocabulary): number {
  const first = lines.findIndex((line) => line.trim() !== '' && !isGreeting(line, vocabulary));
  return Math.max(first, 0);
}

/** One name, or a first and a last one; more words are a sentence. */
const NAMES_MAX = 2;
const GREETING_WORDS_MAX = 5;

/** Whether a line greets somebody, and says nothing else: `Hi Bob!`, `Dear Turnpost,`, `Hallo`. */
function isGreeting(line: string, vocabulary: Vocabulary): boolean {
  if (line.length > GREETING_CHARS_MAX || line.includes('?')) return false;
  const words = commandLine(line, vocabulary).split(/\s+/);
  for (let count = Math.min(GREETING_WORDS_MAX, words.length); count > 0; count--) {
    if (vocabulary.greetings.has(kindly(words.slice(0, count)))) {
      return areNames(words.slice(count), /[,!]\W*$/.test(line));
    }
  }
  return false;
}

const GREETING_CHARS_MAX = 80;

/** @param called whether the line ends as one does that calls somebody */
function areNames(words: readonly string[], called: boolean): boolean {
  const shape = words.length === 1 || called ? /^\p{L}[\p{L}.'_-]*$/u : /^\p{Lu}[\p{L}.'_-]*$/u;
  return words.length <= NAMES_MAX && words.every((word) => shape.test(word));
}
