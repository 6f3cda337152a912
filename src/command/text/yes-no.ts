import { newTextLimits } from '../../limits.ts';
import type { Offered } from '../shape/move-choices.ts';
import type { LetterContext, QuestionKind } from '../shape/types.ts';
import { fold } from '../shape/words.ts';
import { isRemark, withoutFront } from './beside-move.ts';
import { type ParsedLine, readLine } from './line.ts';
import { withOurName } from './our-words.ts';
import { findCommand } from './registry.ts';
import {
  commandLine,
  isDoubted,
  phraseInFront,
  phraseKey,
  withoutCourtesyInFront,
} from './undecorated.ts';
import { isYes, type Vocabulary, type YesNo } from './vocabulary.ts';

/** The answer to a question. */
interface Verdict {
  readonly says: YesNo;
  /** The lines below it. */
  readonly rest: readonly string[];
}

/**
 * Reads the answer to the yes-or-no question of the answered letter: the first line, or the part of it in front of
 * other words, must be an answer in the list of a language, apart from words that do not change it. Nothing else
 * may contradict it, set a condition or have a command.
 *
 * @param asks the kind of question
 * @returns undefined for anything else
 */
export function readYesNo(
  lines: readonly string[],
  asks: QuestionKind,
  letterContext: LetterContext,
  vocabulary: Vocabulary,
): Verdict | undefined {
  const { line, rest: below } = splitFirstLine(lines, vocabulary);
  const whole = verdictOf(line, asks, vocabulary);
  const behindNo = whole ? undefined : wordsBehindNo(line, asks, letterContext, vocabulary);
  const behind = whole ? undefined : (behindNo ?? behindYes(line, asks, vocabulary));
  if (!whole && behind === undefined) return undefined;
  const says = whole ?? (behindNo === undefined ? 'yes' : 'no');
  const rest = behind === undefined ? below : [behind, ...below];
  const agrees = (other: string): boolean | undefined => {
    const verdict = verdictOf(other, asks, vocabulary);
    return verdict && (verdict === 'no') === (says === 'no');
  };
  const isPlain = says !== 'no' && behind === undefined;
  const follows = isPlain || asks === 'challenge' ? FOLLOWS[asks] : 'nothing';
  const isCertain = says === 'no' || !isConditional(below[0] ?? '', vocabulary);
  return isCertain && isAlone(rest, agrees, { follows, letterContext, vocabulary })
    ? { says, rest }
    : undefined;
}

/** The commands that may stand below an answer. */
type Follows = 'nothing' | 'a move' | 'others';

/** What may follow a yes. A challenge that is accepted is a board, and has a first move. */
const FOLLOWS: Readonly<Partial<Record<QuestionKind, Follows>>> = {
  challenge: 'a move',
  offer: 'others',
  draw: 'others',
  undo: 'others',
};

/** The end of a sentence or of a part of one: `Yes! See you`, `yes - thanks`, `yes and thanks`. */
const PART_END =
  /[.!;:\u2026]+(?=\s)|\s[-\u2013\u2014]+(?=\s)|\p{Extended_Pictographic}+|,?\s(?=(\p{L}+))/gu;

/** What stands behind a yes in its line, unless it may take the yes back; undefined if there is no such yes. */
function behindYes(line: string, asks: QuestionKind, vocabulary: Vocabulary): string | undefined {
  const ends = [...line.matchAll(PART_END)]
    .filter(
      ({ index, 0: sign, 1: next }) =>
        next === undefined ||
        vocabulary.joins.has(fold(next)) ||
        (sign.startsWith(',') && isRemark(line.slice(index), vocabulary)),
    )
    .map(({ index, 0: sign }) => index + sign.length);
  const end = ends.findLast((at) => isYes(verdictOf(line.slice(0, at), asks, vocabulary)));
  const behind = end === undefined ? '' : line.slice(end).trim();
  // "But only this once" is no condition.
  const key = phraseKey([behind]);
  const remark = phraseInFront(key, vocabulary.remarks) ?? '';
  const words = key.slice(remark.length).match(/[\p{L}\d']+/gu) ?? [];
  if (isAside(behind, vocabulary)) return behind;
  // A question may be about what is offered, and a number may mean another offer.
  // An emoji of doubt is one about the yes: "OK! 🤔, danke".
  const isDoubtful = isDoubted(behind.replaceAll('?', ''));
  const mayTakeBack = isDoubtful || (asks === 'offer' && /[?\d]/.test(behind));
  const isSaid = remark !== '' || words.length > 0;
  const isCertain = isSaid && words.every((word) => !vocabulary.conditions.has(word));
  return isCertain && !mayTakeBack ? behind : undefined;
}

/**
 * The words behind a no in its line, if they are plain text: without a command, number, cell, doubt or question.
 * Behind the no to an offer, which does nothing, words of doubt do not matter; behind that to a draw or an undo,
 * only words of a condition do.
 */
function wordsBehindNo(
  line: string,
  asks: QuestionKind,
  letterContext: LetterContext,
  vocabulary: Vocabulary,
): string | undefined {
  const [pause] = line.matchAll(NO_END);
  if (!pause || verdictOf(line.slice(0, pause.index), asks, vocabulary) !== 'no') return undefined;
  const behind = line.slice(pause.index + pause[0].length).trim();
  const { conditions, doubts, denials, verdicts } = vocabulary;
  const words = fold(behind).match(/[\p{L}\d']+/gu) ?? [];
  const isPlay = asks === 'draw' || asks === 'undo';
  const isOther = (word: string) => {
    const { command } = findCommand(withOurName([word], vocabulary)) ?? {};
    if (asks === 'offer') return command !== undefined;
    if (verdicts.get(word) === 'certain-yes') return true;
    // Whoever thinks aloud about a board goes on with it.
    const isDoubt = isPlay && !command ? conditions.has(word) : doubts.has(word);
    return isDoubt && !denials.has(word);
  };
  const mayMeanMore = isDoubted(behind) || words.some((word) => isOther(word) || /\d/.test(word));
  const read = readLine(behind, letterContext, vocabulary);
  const isPick = asks === 'offer' && signIn(behind, vocabulary) !== undefined;
  const isPlainText = words.length > 0 && !mayMeanMore && !isPick && read.kind === 'prose';
  return isPlainText ? behind : undefined;
}

const NO_END = /[.!,;:\u2026]+\s+|\s+[-\u2013\u2014]+\s+|\s+(?=\()/gu;

/** Whether a text is one question that is known to be about something else. */
const isAside = (text: string, { asides }: Vocabulary): boolean =>
  /^[^.!;?]+\?$/.test(text) && phraseInFront(keyOf(text), asides) !== undefined;

/** Whether a line begins with a condition: "But only if I begin". */
const isConditional = (line: string, { conditions }: Vocabulary): boolean =>
  conditions.has(fold(/[\p{L}']+/u.exec(line)?.[0] ?? ''));

/** The lines after a yes or a no, which may be a line of its own or the first words of one; otherwise all lines. */
export function linesAfter(
  verdict: 'yes' | 'no',
  lines: readonly string[],
  asks: QuestionKind,
  vocabulary: Vocabulary,
): readonly string[] {
  const isSaid = (text: string) => {
    const says = verdictOf(text, asks, vocabulary);
    return says !== undefined && (says === 'no') === (verdict === 'no');
  };
  const { line, rest } = splitFirstLine(lines, vocabulary);
  if (isSaid(line)) return rest;
  const pause = PAUSE.exec(line);
  return pause && isSaid(line.slice(0, pause.index))
    ? [line.slice(pause.index + pause[0].length), ...rest]
    : lines;
}

/** Commands chosen from those that a letter offers. */
interface Picked {
  /** None if no command has the number, or if it may mean the board of another command. */
  readonly lines: readonly string[];
  readonly rest: readonly string[];
}

/**
 * Reads what picks one of the commands offered: its number, `2` or `the second`, that of its board, or a cell of its
 * move; or all of them: `both`. No other line may have a command or pick another.
 */
export function readPicked(
  lines: readonly string[],
  { lines: offered }: Offered,
  letterContext: LetterContext,
  vocabulary: Vocabulary,
): Picked | undefined {
  const { line, rest } = splitFirstLine(lines, vocabulary);
  const sign = signIn(line, vocabulary);
  if (sign === undefined) return undefined;
  const agrees = (other: string) => {
    const more = signIn(other, vocabulary);
    return more === undefined ? undefined : more === sign;
  };
  if (!isAlone(rest, agrees, { follows: 'others', letterContext, vocabulary })) return undefined;
  if (sign === `${PLACE}all`) return { lines: offered.length > 1 ? offered : [], rest };
  const named = offered.filter((each) => each.split(BETWEEN).includes(sign.replace('board ', '')));
  // A cell that no line has may be a move of its own.
  if (named.length === 0 && CELL.test(sign)) return undefined;
  // If all lines are about the same board, its number does not tell them apart.
  const onBoards = /^\d/.test(sign) && named.length === offered.length ? [] : named;
  const place = sign === `${PLACE}last` ? offered.length : Number(sign.replace(PLACE, ''));
  const picked = [...new Set([...offered.slice(place - 1, place), ...onBoards])];
  return { lines: picked.length === 1 ? picked : [], rest };
}

/** The number of an offered line or of a board, or a cell. */
const SIGN = /(?<![\p{L}\d])#?(\d{1,2}|[a-z][1-9]\d?)(?![\p{L}\d])/iu;
/** What is between the words of a command, and the cells of a move. */
const BETWEEN = /[ x/-]|(?<=\d)(?=[a-z])/;

const CELL = /^[a-z]\d/;
/** A number with a sign that would number a list. */
const ITEM = /^(\s*\d{1,2})[.)]\s/;
/** In front of a sign that is a word: it means the place in the list, and no board. */
const PLACE = 'place ';

/** What a line picks by, such as `2`, `board 2`, `c4` or `place last`. */
function signIn(line: string, vocabulary: Vocabulary): string | undefined {
  if (line.length > VERDICT_CHARS_MAX) return undefined;
  const plain = commandLine(line.replace(ITEM, '$1 '), vocabulary);
  const bare = withoutFront(withoutCourtesyInFront(plain, vocabulary), vocabulary, true);
  const [written = '', sign] = SIGN.exec(bare) ?? [];
  if (sign === undefined) return placeIn(phraseKey([bare]), vocabulary);
  const [word = '', ...more] = phraseKey([bare.replace(written, '{number}')]).split(' ');
  const ours = vocabulary.values.get(word) ?? word;
  if (ours === 'board' && more.join(' ') === '{number}') return `board ${sign}`;
  return vocabulary.numbers.has([word, ...more].join(' ')) ? sign.toLowerCase() : undefined;
}

/** The place that a line names by a word: `second`, `the second one`. */
function placeIn(key: string, { ordinals, numbers }: Vocabulary): string | undefined {
  const word = ordinals.has(key) ? key : key.split(' ').find((each) => ordinals.has(each));
  const isPicked = word === key || numbers.has(key.replace(word ?? '', '{number}'));
  return word !== undefined && isPicked ? `${PLACE}${ordinals.get(word)}` : undefined;
}

function splitFirstLine(lines: readonly string[], vocabulary: Vocabulary) {
  const first = firstLine(lines, vocabulary);
  return { line: lines[first] ?? '', rest: lines.slice(first + 1) };
}

/**
 * Whether the lines below an answer neither contradict it nor have a command, but for those that may follow: a move,
 * or directly below the answer commands that concern no board.
 *
 * @param agrees undefined for a line that is no such answer
 */
function isAlone(
  rest: readonly string[],
  agrees: (line: string) => boolean | undefined,
  {
    follows = 'nothing',
    letterContext,
    vocabulary,
  }: {
    readonly follows: Follows | undefined;
    readonly letterContext: LetterContext;
    readonly vocabulary: Vocabulary;
  },
): boolean {
  let chars = 0;
  let isBelowText = false;
  return rest.every((line) => {
    chars += line.length;
    // Text beyond the length of a comment is dropped unread.
    if (line.trim() === '' || chars > newTextLimits.commentChars) return true;
    const same = agrees(line);
    if (same !== undefined) return same;
    const read = readLine(line, letterContext, vocabulary);
    if (read.kind === 'command') {
      return follows === 'a move'
        ? read.command.name === 'move'
        : follows === 'others' && !isBelowText && read.ready.board === undefined;
    }
    isBelowText = true;
    return read.kind === 'prose' || !read.command || isTalk(line, read);
  });
}

function verdictOf(line: string, asks: QuestionKind, vocabulary: Vocabulary): YesNo | undefined {
  if (line.length > VERDICT_CHARS_MAX) return undefined;
  const bare = commandLine(line, vocabulary);
  const { verdicts, joins } = vocabulary;
  const verdict = (text: string): YesNo | undefined => {
    const words = keyOf(withoutCourtesyInFront(text, vocabulary));
    const said = (key: string) => verdicts.get(`${asks}: ${key}`) ?? verdicts.get(key);
    const [first = '', ...others] = words.split(' ');
    // "Ok, then do it."
    const joined = joins.has(first) ? said(others.join(' ')) : undefined;
    return said(words) ?? (joined === 'certain-yes' ? 'yes' : joined);
  };
  const partVerdict = (part: string) => verdict(part) ?? inSeveral(part, verdict);
  return (
    verdict(bare) ??
    commonAnswer(bare.split(PAUSE).map((part) => partVerdict(commandLine(part, vocabulary)))) ??
    amongOthers(line, verdict, vocabulary)
  );
}

/** A yes among words that do not change it: "Oh lovely, yes!", "yess ofc". */
function amongOthers(
  line: string,
  verdict: (text: string) => YesNo | undefined,
  { besideYes, courtesyWords }: Vocabulary,
): YesNo | undefined {
  if (line.includes('?') || isDoubted(line)) return undefined;
  const words = keyOf(line).match(/[\p{L}\d']+/gu) ?? [];
  const says = (word: string) => verdict(word) ?? verdict(word.replace(/(\p{L})\1+$/u, '$1'));
  const others = words.filter((word) => !besideYes.has(word) && !courtesyWords.has(word));
  return others.length > 0 && others.every((word) => isYes(says(word))) ? 'yes' : undefined;
}

/** The answer of a part that consists of several: "ok accept", "yeah ok draw". */
function inSeveral(part: string, verdict: (text: string) => YesNo | undefined): YesNo | undefined {
  const words = part.split(/\s+/);
  for (let at = 1; at < words.length; at++) {
    const first = verdict(words.slice(0, at).join(' '));
    const rest = words.slice(at).join(' ');
    const both = first && commonAnswer([first, verdict(rest) ?? inSeveral(rest, verdict)]);
    if (both) return both;
  }
  return undefined;
}

/** The break between two answers: "Sure, go ahead!", "No way :) play on". */
const PAUSE = /[,.;!]+\s+|\s[-\u2013\u2014]+\s+|\s[:;]-?[)D]+\s+/;

/** The common answer of all parts, in its weaker form; undefined if they differ. */
function commonAnswer(all: readonly (YesNo | undefined)[]): YesNo | undefined {
  const [first, ...others] = all;
  const same = others.every((says) => says !== undefined && (says === 'no') === (first === 'no'));
  if (first === undefined || !same) return undefined;
  return all.find((says) => says !== 'certain-yes') ?? first;
}

/** Whether a line below a command only looks like another: it cannot be read as one, and has no number: "Set and match". */
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
