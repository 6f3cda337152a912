import type { LetterContext } from '../shape/types.ts';
import { type ReadyCommand, readLine } from './line.ts';
import { withOurName } from './our-words.ts';
import { findCommand } from './registry.ts';
import { commandLine, isDoubted, phraseInFront, phraseKey } from './undecorated.ts';
import type { Vocabulary } from './vocabulary.ts';

/**
 * Words beside a move in its line: `Nice one! Then e4e5, sorry for the wait (I was ill)`. The move is a part of the
 * line: what a comma, a dash, a bracket, an emoticon or the end of a sentence divides from the rest. The rest has no
 * other cell, no doubt, no condition, and only questions that are known to be about something else. In front of a
 * move it is a known remark, a short exclamation, or names the place: `I'll take the middle, c3`.
 */

/** What may be a move, and the words around it. */
interface Remarked {
  readonly move: string;
  readonly remark: string;
  /** The offer of a draw that stands behind the move in place of a remark. */
  readonly offer?: ReadyCommand;
}

/** What divides two sentences, or two parts of one. */
const SENTENCE_END =
  '[.!\\u2026]+\\s+|\\s+(?=\\(|[:;]-?[()DP](?:\\s|$))|\\s*(?=\\p{Extended_Pictographic})';
const PART_END = '[,;:]+\\s+|\\s+[-\\u2013\\u2014]+\\s+';
const PAUSE = new RegExp(`(?:${SENTENCE_END})|(${PART_END})`, 'gu');
/** A move ends within this many characters, and this many words. */
const MOVE_CHARS_MAX = 200;
/** The longest is `from e4 to e5`, or a statement of it. */
const MOVE_WORDS_MAX = 8;
/** Words in front of a move that say nothing: `ok then e4`; and those that name its place. */
const FRONT_WORDS_MAX = 4;
/** The most words of a sentence in front of a move, by its end; a longer one is rather talk: `I have thought a lot. e4`. */
const SENTENCE_WORDS_MAX: Readonly<Record<string, number>> = { '.': 3, '!': 8 };
/** Fewer words behind a comma are rather a doubt, maybe in another language. */
const TALK_WORDS_MIN = 3;
/** Signs before the words of a remark. */
const SIGNS_IN_FRONT = /^[\s.,;:!\u2026\u2013\u2014-]+(?![)DP(])/u;
/** A cell, also within a word. */
const WITH_CELL = /[a-z]\d/;
/** The most words of a remark on what a move does. */
const TARGET_WORDS_MAX = 8;

/**
 * The ways to split a line into what may be a move and the words around it.
 *
 * @param agrees whether a yes beside the move agrees to it, and answers nothing else
 */
export function splitRemarks(
  line: string,
  letterContext: LetterContext,
  vocabulary: Vocabulary,
  agrees: boolean,
): readonly Remarked[] {
  const fronts = pausesOf(line)
    .filter(({ at, end }) => {
      const [front, words] = [line.slice(0, end), line.slice(0, at)];
      if (namesPlace(words, vocabulary)) return true;
      // A short sentence of its own: `Great minds! e4`.
      const isShort = words.split(/\s+/).length <= (SENTENCE_WORDS_MAX[line.charAt(at)] ?? 0);
      return isShort && readLine(words, letterContext, vocabulary).kind === 'prose'
        ? isCertain(front, 'sentence', vocabulary)
        : isRemark(front, vocabulary) && isCertain(front, '', vocabulary);
    })
    .map(({ end }) => line.slice(0, end));
  return ['', ...fronts].flatMap((front) => {
    const text = withoutFront(line.slice(front.length), vocabulary, agrees);
    const words = text.split(/\s+/);
    const ways = words.slice(0, MOVE_WORDS_MAX).map((_, at) => ({
      move: words.slice(0, at + 1).join(' '),
      said: words.slice(at + 1).join(' '),
      // "And" divides like a comma: `e4 and done with it`.
      pause: vocabulary.joins.has(phraseKey([words[at + 1] ?? '']))
        ? ('part' as const)
        : ('' as const),
    }));
    const parted = pausesOf(text).map(({ at, end, pause }) => ({
      move: text.slice(0, at),
      said: text.slice(end),
      pause,
    }));
    const whole = text === line || isDoubted(text) ? [] : [{ move: text, remark: front.trim() }];
    const offers = [...ways, ...parted].flatMap(({ move, said }) => {
      const offer = drawIn(said, letterContext, vocabulary);
      return offer ? [{ move, remark: front.trim(), offer }] : [];
    });
    const behind = [...ways, ...parted].filter(
      ({ said, pause }) =>
        isCertain(said, pause, vocabulary) ||
        (agrees && isYes(said, vocabulary)) ||
        describesMove(said, letterContext, vocabulary),
    );
    return [
      ...whole,
      ...offers,
      ...behind.map(({ move, said }) => ({
        move,
        remark: `${front}${said.replace(SIGNS_IN_FRONT, '')}`,
      })),
    ];
  });
}

/** The ends of parts near the beginning of a text. */
const pausesOf = (text: string) =>
  [...text.slice(0, MOVE_CHARS_MAX).matchAll(PAUSE)].map(({ index, 0: sign, 1: part }) => ({
    at: index,
    end: index + sign.length,
    pause: part === undefined ? ('sentence' as const) : ('part' as const),
  }));

/** Whether words state a move but name its place without a cell, behind an article: `I'll take the middle`. */
function namesPlace(said: string, { moves, notation, doubts }: Vocabulary): boolean {
  const words = keyOf(said).split(' ');
  const at = words.findIndex((word) => notation.get(word) === '*');
  const place = words.slice(at);
  const isStated = at > 1 && moves.has([...words.slice(0, at), '{move}'].join(' '));
  const isOther = isDoubted(said) || WITH_CELL.test(said) || holdDoubt(words, doubts, place);
  return isStated && place.length <= FRONT_WORDS_MAX && !isOther;
}

/** The longest offer is `I would like to offer a draw`. */
const OFFER_WORDS_MAX = 7;

/** The offer of a draw, if the words are one, with a question mark or without: an offer asks the other side. */
export function drawIn(
  said: string,
  letterContext: LetterContext,
  vocabulary: Vocabulary,
): ReadyCommand | undefined {
  const bare = withoutFront(said.replace(/[?.!\s]+$/, ''), vocabulary, false);
  const words = bare.split(' ');
  if (words.length > OFFER_WORDS_MAX) return undefined;
  const agrees = isYes(bare, vocabulary, 'draw: ');
  const isNamed = words.some((word) => withOurName([word], vocabulary)[0] === 'draw');
  const read = readLine(agrees && isNamed ? 'draw' : bare, letterContext, vocabulary);
  return read.kind === 'command' && read.command.name === 'draw' ? read : undefined;
}

/**
 * Whether words behind a move say only what it does: "attacking f7", "hitting the knight". A cell to which a move
 * is possible may be another move.
 */
function describesMove(
  said: string,
  { playable = (text) => text }: LetterContext,
  { targets, notation, joins }: Vocabulary,
): boolean {
  const [front = '', ...others] = keyOf(said).split(' ');
  // "f4 and capture e4"
  const words = joins.has(front) ? others : [front, ...others];
  const rest = words.slice(phraseInFront(words.join(' '), targets)?.split(' ').length);
  const isNamed = (word: string) =>
    joins.has(word) ||
    PIECE_SIGNS.has(notation.get(word) ?? '') ||
    (CELL.test(word) && playable(word) === undefined);
  const isShort = rest.length < words.length && rest.length > 0 && words.length <= TARGET_WORDS_MAX;
  return isShort && !isDoubted(said) && rest.every(isNamed);
}

const CELL = /^[a-z][1-9]\d?$/;
/** The signs of pieces, and of words in front of them. */
const PIECE_SIGNS: ReadonlySet<string> = new Set(['K', 'Q', 'R', 'B', 'N', 'P', '*']);

/** The line without a yes and the words that join it to what follows. */
export function withoutFront(line: string, vocabulary: Vocabulary, agrees: boolean): string {
  const words = line.trim().split(/\s+/);
  const isFront = (some: readonly string[]) =>
    vocabulary.joins.has(phraseKey(some)) ||
    // A yes may be a command as well: `accept 12`.
    (agrees && isYes(some.join(' '), vocabulary) && !findCommand(some));
  let at = 0;
  while (at < Math.min(FRONT_WORDS_MAX, words.length - 1)) {
    const count = [2, 1].find((each) => isFront(words.slice(at, at + each)));
    if (count === undefined) break;
    at += count;
  }
  return words.slice(at).join(' ');
}

const isYes = (said: string, vocabulary: Vocabulary, kind = ''): boolean =>
  ['yes', 'certain-yes'].includes(
    vocabulary.verdicts.get(
      `${kind}${phraseKey([commandLine(said, vocabulary)]).replaceAll("'", '')}`,
    ) ?? '',
  );

/** Whether words begin with a known remark. */
export const isRemark = (said: string, { remarks }: Vocabulary): boolean =>
  phraseInFront(keyOf(said), remarks) !== undefined;

/**
 * Whether words beside a move leave no doubt about it.
 *
 * @param pause what divides them from the move: if nothing does, they begin with a known remark
 */
export function isCertain(
  said: string,
  pause: 'sentence' | 'part' | '',
  { remarks, asides, doubts, joins }: Vocabulary,
): boolean {
  const key = keyOf(said);
  const words = key.split(' ');
  const bare = joins.has(words[0] ?? '') ? words.slice(1).join(' ') : key;
  const beginning = phraseInFront(bare, isDoubted(said) ? asides : [...asides, ...remarks]);
  const wordsMin = { sentence: 1, part: TALK_WORDS_MIN, '': Number.POSITIVE_INFINITY }[pause];
  if (beginning === undefined && (isDoubted(said) || words.length < wordsMin)) return false;
  const rest = bare.slice(beginning?.length ?? 0).match(/[\p{L}\d']+/gu) ?? [];
  return !holdDoubt(rest, doubts) && !rest.some((word) => WITH_CELL.test(word));
}

/** Whether a line is of closed sentences that leave no doubt about a move below it: `A lovely day here. How are you?` */
export const isTelling = (line: string, vocabulary: Vocabulary): boolean =>
  CLOSED.test(line) &&
  line.split(/(?<=[.!?\u2026])\s+/).every((each) => isCertain(each, 'sentence', vocabulary));

const CLOSED = /(?:[.!?\u2026]|[:;]-?[)D]|\p{Extended_Pictographic}\ufe0f?)["')\s]*$/u;

/** Whether words hold a doubt: a single one among their `own`, or all words of one, as in `take it back`. */
export const holdDoubt = (
  words: readonly string[],
  doubts: ReadonlySet<string>,
  own = words,
): boolean =>
  [...doubts].some((doubt) =>
    doubt.includes(' ')
      ? doubt.split(' ').every((word) => words.includes(word))
      : own.includes(doubt),
  );

const keyOf = (said: string): string =>
  phraseKey([said.replace(/^[^\p{L}\d]+/u, '')]).replace(/[?\s]+$/, '');
