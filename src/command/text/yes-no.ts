import type { Place, QuestionKind } from '../shape/types.ts';
import { firstLine } from './greeting.ts';
import { readLine } from './line.ts';
import { commandLine, kindly, withoutCourtesyInFront } from './undecorated.ts';
import type { Vocabulary, YesNo } from './vocabulary.ts';

/** What a question was answered with. */
export interface Verdict {
  readonly says: YesNo;
  /** What stands below it. */
  readonly rest: readonly string[];
}

/**
 * Reads the yes or no to a question that the answered letter has asked: the first line as a whole is
 * one of the closed list of a language, and no other line takes it back or asks for something.
 *
 * @param asks what the question was about
 * @returns undefined for everything else, also where such a word is a part of a sentence
 */
export function readYesNo(
  lines: readonly string[],
  asks: QuestionKind,
  place: Place,
  vocabulary: Vocabulary,
): Verdict | undefined {
  const first = firstLine(lines, vocabulary);
  const says = verdictOf(lines[first] ?? '', asks, vocabulary);
  const rest = lines.slice(first + 1);
  const isAlone = rest.every((line) => {
    if (line.trim() === '') return true;
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
  // A kind word may belong to it: "yes please" is of the plainest.
  for (const text of [bare, withoutCourtesyInFront(bare, vocabulary)]) {
    const words = keyOf(text);
    const says = vocabulary.verdicts.get(`${asks}: ${words}`) ?? vocabulary.verdicts.get(words);
    if (says !== undefined) return says;
  }
  return undefined;
}

/** The longest are a sentence of eight words; with signs and kind words around it. */
const VERDICT_CHARS_MAX = 120;

/** The spelling of the vocabulary; a thumb has no color, and two say no more than one. */
const keyOf = (text: string): string =>
  kindly([text])
    .replace(/[\ufe0f\p{Emoji_Modifier}]/gu, '')
    .replace(/(\p{Extended_Pictographic})\s*(?:\1\s*)+/gu, '$1');
