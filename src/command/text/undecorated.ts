import { fold, plainLine } from '../shape/words.ts';
import type { Vocabulary } from './vocabulary.ts';

/**
 * Decoration of a line: bullets, numbers, quotation marks, brackets, emphasis, arrows in front, final
 * signs, emoji, and courtesies. Question marks and emoji of doubt are not decoration: they change the
 * meaning.
 */

/** Fullwidth letters and digits, and mathematical letters, as for `e4e5` in bold. */
const STYLED = /[\uff01-\uff5e\u3000\u{1d400}-\u{1d7ff}]+/gu;
/** Emoji variation selectors (Unicode, chapter 23.4). */
const VARIANT = /[\ufe0e\ufe0f]/g;
/** Brackets, and marks on both sides of a word. */
const PAIRS = ['()', '[]', '{}', '<>', '**', '__'];
const QUOTES =
  '"\'`\\u00b4\\u2018-\\u201f\\u2039\\u203a\\u00ab\\u00bb\\u300c-\\u300f\\u301d-\\u301f';
const QUOTED = new RegExp(`^[${QUOTES}]{1,3}\\s*(\\S(?:.*?\\S)?)\\s*[${QUOTES}]{1,3}$`, 'u');
/** One quotation mark without its counterpart. */
const HALF_QUOTED = new RegExp(
  `^[${QUOTES}]\\s*([^${QUOTES}]+)$|^([^${QUOTES}]+)[${QUOTES}]$`,
  'u',
);
/** A sign before a word is a bullet; a single hyphen may begin an option. */
const BULLET =
  /^(?:[\u2022\u2023\u2043\u25aa\u25ab\u25cb\u25cf\u25e6\u2219\u00b7]+|[*+](?=\s)|-{1,2}(?=\s|[a-z]\d))\s*(?=\S)/iu;
/** `1.`, `1)`, `(1)`, `1:`, `1...`; a bare number is that of a board. */
const NUMBER = /^(?:\(\d{1,3}\)|\d{1,3}(?:\.{1,3}\)?|\)|:))\s*(?=[^\s\d])/;
const HASH = /^#(?=[a-z])/i;
/** A `>` alone marks a quotation. */
const ARROW =
  /^(?:[-=]{1,3}>|[\u2190-\u21ff\u2794-\u27be\u27f0-\u27ff\u2900-\u297f\u2b95])+\s*(?=\S)/u;
const TRAILING = /(?<=\S)(?:(?<![.,;!:\u2026])[.,;!:\u2026]{1,9}|\s+-{1,3})$/;
const EMOTICON = /(?<=\S)\s+(?:[:;=][-o^']?[)(DP]{1,9}|\^\^|<3|[xX]D)$/;

/** Question marks, exclamations of doubt, and signs of refusal. */
const DOUBTS =
  '\\u2049\\u2753\\u2754\\u{1f914}\\u{1f937}\\u{1f645}\\u{1f6ab}\\u274c\\u2716\\u{1f44e}\\u{1f6d1}\\u26d4\\u{1f928}\\u{1f615}\\u{1f61f}\\u{1f9d0}';
/** Whether a line has a question mark or another sign of doubt. */
export const isDoubted = (line: string): boolean => DOUBTED.test(line);
const DOUBTED = new RegExp(`[?${DOUBTS}]`, 'u');
const EMOJI = `(?:(?![${DOUBTS}])\\p{Extended_Pictographic}\\p{Emoji_Modifier}?(?!\\p{Emoji_Modifier})|[\\u{1f1e6}-\\u{1f1ff}])`;
const LEADING_EMOJI = new RegExp(`^(?:${EMOJI}\\s*)+(?=\\S)`, 'u');
const TRAILING_EMOJI = new RegExp(`(?<=\\S)\\s*${EMOJI}$`, 'u');

/** The most layers of decoration around a line. */
const LAYERS_MAX = 12;
const COURTESY_WORDS_MAX = 5;

/**
 * A line without decoration, except courtesies in front: after those, a command may be meant for the other
 * player.
 */
export function commandLine(line: string, vocabulary: Vocabulary): string {
  const written = line.replace(VARIANT, '').replace(STYLED, (styled) => styled.normalize('NFKC'));
  let text = plainLine(written);
  for (let layer = 0; layer < LAYERS_MAX; layer++) {
    const before = text;
    text = withoutTrailingCourtesy(withoutSigns(text), vocabulary);
    if (text === before) break;
  }
  return text;
}

function withoutSigns(text: string): string {
  let bare = text.trim();
  if (isWrapped(bare)) return bare.slice(1, -1).trim();
  for (const pattern of [BULLET, NUMBER, HASH, ARROW, LEADING_EMOJI])
    bare = bare.replace(pattern, '');
  for (const pattern of [TRAILING, EMOTICON, TRAILING_EMOJI]) bare = bare.replace(pattern, '');
  const [, quoted] = QUOTED.exec(bare) ?? [];
  const [, behind, before] = HALF_QUOTED.exec(bare) ?? [];
  return quoted ?? behind ?? before ?? bare;
}

/** Whether the first and last signs are a pair around something. */
const isWrapped = (text: string): boolean =>
  text.length > 2 &&
  text.slice(1, -1).trim() !== '' &&
  PAIRS.includes(`${text.at(0)}${text.at(-1)}`);

function withoutTrailingCourtesy(text: string, vocabulary: Vocabulary): string {
  const words = text.split(/\s+/);
  const count = courtesyLength(words.toReversed(), vocabulary, (some) => some.toReversed());
  return count > 0 ? words.slice(0, -count).join(' ') : text;
}

/** A line without the courtesies in front; unchanged if it has no other words. */
export function withoutCourtesyInFront(text: string, vocabulary: Vocabulary): string {
  const words = text.split(/\s+/);
  const count = courtesyLength(words, vocabulary, (some) => some);
  return count > 0 ? words.slice(count).join(' ') : text;
}

/** The number of leading words that are a courtesy; never all of them. */
function courtesyLength(
  words: readonly string[],
  { courtesies, courtesyWords }: Vocabulary,
  inOrder: (words: readonly string[]) => readonly string[],
): number {
  const most = Math.min(words.length - 1, COURTESY_WORDS_MAX);
  let count = 0;
  // Most lines fail at their first word.
  while (count < most && courtesyWords.has(phraseKey([words[count] ?? '']))) count++;
  while (count > 0 && !courtesies.has(phraseKey(inOrder(words.slice(0, count))))) count--;
  return count;
}

/** Words as in a vocabulary, without punctuation between them. */
export const phraseKey = (words: readonly string[]): string =>
  fold(words.join(' ').replace(/[.,;:!]+(?=\s|$)/g, ''));

/** The first of some phrases with which a text begins, both in the spelling of `phraseKey`. */
export const phraseInFront = (key: string, phrases: readonly string[]): string | undefined =>
  phrases.find((each) => `${key} `.startsWith(`${each} `));
