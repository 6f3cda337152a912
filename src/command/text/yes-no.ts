import { commentCharsMax } from '../../limits.ts';
import type { Offered } from '../shape/move-choices.ts';
import type { LetterContext, QuestionKind } from '../shape/types.ts';
import { type ParsedLine, readLine } from './line.ts';
import { commandLine, phraseKey, withoutCourtesyInFront } from './undecorated.ts';
import type { Vocabulary, YesNo } from './vocabulary.ts';

/** The answer to a question. */
interface Verdict {
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
  letterContext: LetterContext,
  vocabulary: Vocabulary,
): Verdict | undefined {
  const { line, rest } = taken(lines, vocabulary);
  const says = verdictOf(line, asks, vocabulary);
  if (says === undefined) return undefined;
  const agrees = (other: string): boolean | undefined => {
    const verdict = verdictOf(other, asks, vocabulary);
    return verdict && (verdict === 'no') === (says === 'no');
  };
  // A challenge that is accepted is a board, and the first move may follow.
  const mayMove = asks === 'challenge' && says !== 'no';
  return isAlone(rest, agrees, { mayMove, letterContext, vocabulary }) ? { says, rest } : undefined;
}

/** The lines after a yes, which may be a line of its own or the first words of one; otherwise all lines. */
export function linesAfterYes(
  lines: readonly string[],
  asks: QuestionKind,
  vocabulary: Vocabulary,
): readonly string[] {
  const says = (text: string) => verdictOf(text, asks, vocabulary) ?? 'no';
  const { line, rest } = taken(lines, vocabulary);
  if (says(line) !== 'no') return rest;
  const pause = PAUSE.exec(line);
  return pause && says(line.slice(0, pause.index)) !== 'no'
    ? [line.slice(pause.index + pause[0].length), ...rest]
    : lines;
}

/** A command chosen from those that a letter offers. */
interface Picked {
  /** Undefined if no command has the number, or if it may mean the board of another. */
  readonly line: string | undefined;
  readonly rest: readonly string[];
}

/**
 * Reads a number that picks one of the commands offered: `2`, `#2`. No other line may have a command or
 * another number.
 */
export function readPickedNumber(
  lines: readonly string[],
  { lines: offered }: Offered,
  letterContext: LetterContext,
  vocabulary: Vocabulary,
): Picked | undefined {
  const { line, rest } = taken(lines, vocabulary);
  const number = numberIn(line, vocabulary);
  if (number === undefined) return undefined;
  const picked = offered[number - 1];
  const agrees = (other: string) => {
    const more = numberIn(other, vocabulary);
    return more === undefined ? undefined : more === number;
  };
  if (!isAlone(rest, agrees, { mayMove: false, letterContext, vocabulary })) return undefined;
  // The number may be that of the board in another line.
  const others = offered.filter((each) => each !== picked);
  const isSure = !others.some((each) => each.split(' ').includes(`${number}`));
  return { line: isSure ? picked : undefined, rest };
}

const NUMBER = /^#?(\d{1,2})$/;

function numberIn(line: string, vocabulary: Vocabulary): number | undefined {
  if (line.length > VERDICT_CHARS_MAX) return undefined;
  const bare = withoutCourtesyInFront(commandLine(line, vocabulary), vocabulary);
  const digits = NUMBER.exec(bare)?.[1];
  return digits === undefined ? undefined : Number(digits);
}

function taken(lines: readonly string[], vocabulary: Vocabulary) {
  const first = firstLine(lines, vocabulary);
  return { line: lines[first] ?? '', rest: lines.slice(first + 1) };
}

/**
 * Whether the lines below an answer neither contradict it nor have a command.
 *
 * @param agrees undefined for a line that is no such answer
 */
function isAlone(
  rest: readonly string[],
  agrees: (line: string) => boolean | undefined,
  {
    mayMove,
    letterContext,
    vocabulary,
  }: {
    readonly mayMove: boolean;
    readonly letterContext: LetterContext;
    readonly vocabulary: Vocabulary;
  },
): boolean {
  let chars = 0;
  return rest.every((line) => {
    chars += line.length;
    // Text beyond the length of a comment is dropped unread.
    if (line.trim() === '' || chars > commentCharsMax) return true;
    const same = agrees(line);
    if (same !== undefined) return same;
    const read = readLine(line, letterContext, vocabulary);
    if (read.kind === 'command') return mayMove && read.command.name === 'move';
    return read.kind === 'prose' || !read.command || isTalk(line, read);
  });
}

function verdictOf(line: string, asks: QuestionKind, vocabulary: Vocabulary): YesNo | undefined {
  if (line.length > VERDICT_CHARS_MAX) return undefined;
  const bare = commandLine(line, vocabulary);
  const verdict = (text: string): YesNo | undefined => {
    const words = keyOf(withoutCourtesyInFront(text, vocabulary));
    return vocabulary.verdicts.get(`${asks}: ${words}`) ?? vocabulary.verdicts.get(words);
  };
  const partVerdict = (part: string) => verdict(part) ?? inTwo(part, verdict);
  return (
    verdict(bare) ??
    commonAnswer(bare.split(PAUSE).map((part) => partVerdict(commandLine(part, vocabulary))))
  );
}

/** The answer of a part that consists of two: "ok accept", "yes that's it". */
function inTwo(part: string, verdict: (text: string) => YesNo | undefined): YesNo | undefined {
  const words = part.split(/\s+/);
  for (let at = 1; at < words.length; at++) {
    const halves = [words.slice(0, at), words.slice(at)].map((some) => verdict(some.join(' ')));
    const both = halves.includes(undefined) ? undefined : commonAnswer(halves);
    if (both) return both;
  }
  return undefined;
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

/** Whether a line below a command is wrong as another one, and names no number: "Set and match". */
export const isTalk = (line: string, read: ParsedLine): boolean =>
  read.kind === 'trouble' && read.hasNoEquivalent !== true && !/\d/.test(line);

/** The longest are sentences of eight words, with decoration and courtesies. */
const VERDICT_CHARS_MAX = 120;

/** The folded key of an answer; apostrophes, skin tones and repeated emoji do not count. */
const keyOf = (text: string): string =>
  phraseKey([text])
    .replaceAll("'", '')
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
