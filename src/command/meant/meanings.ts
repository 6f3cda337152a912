import { fold } from '../shape/words.ts';
import type { MeantWords } from '../text/vocabulary.ts';

/**
 * Phrases by which people mean a command without writing it: each language has its own in the
 * `vocabulary.json` of its templates, under `meant`. They only lead to offers.
 */

/** A sequence of words that means a command, anywhere in a text. */
interface Phrase {
  /** `...` is a gap of a few words, or none. */
  readonly words: readonly string[];
  readonly command: string;
}

/** The phrases of all languages, indexed. */
export interface Meanings {
  readonly fillers: ReadonlySet<string>;
  readonly synonyms: ReadonlyMap<string, string>;
  /** By their first word. */
  readonly phrases: ReadonlyMap<string, readonly Phrase[]>;
  /** Words and signs between the numbers of a size. */
  readonly times: ReadonlySet<string>;
  /** Beginnings of questions, the longest first. */
  readonly asksHow: readonly string[];
  readonly asksWhat: readonly string[];
  /** Words in front of a game whose name is a common word: `play go`. */
  readonly beforeGame: ReadonlySet<string>;
  /** Spoken letters and numbers of cells. */
  readonly spoken: ReadonlyMap<string, string>;
  /** Words for parts of a move, each with the character that stands for it in notation. */
  readonly notation: ReadonlyMap<string, string>;
  /** All single words of the phrases of thanks, praise and farewell (`COURTESY`). */
  readonly kindWords: ReadonlySet<string>;
}

/** Stands in place of a command for thanks, praise and farewells, which mean none. */
export const COURTESY = '{kind}';

const GAP = '...';
const GAP_WORDS_MAX = 4;

/** Merges the phrases of several languages, since writers may mix them. */
export function makeMeanings(languages: readonly MeantWords[]): Meanings {
  const phrases = new Map<string, Phrase[]>();
  for (const [command, texts] of languages.flatMap((each) => Object.entries(each.phrases))) {
    for (const text of texts) {
      const words = text.split(' ').flatMap((word) => (word === GAP ? [GAP] : phraseWords(word)));
      const first = words[0] ?? '';
      phrases.set(first, [...(phrases.get(first) ?? []), { words, command }]);
    }
  }
  const pairs = languages.flatMap((each) => Object.entries(each.words));
  const longestFirst = (lines: readonly string[]) =>
    lines
      .map((line) => phraseWords(line).join(' '))
      .sort((one, other) => other.length - one.length);
  return {
    asksHow: longestFirst(languages.flatMap(({ asksHow }) => asksHow)),
    asksWhat: longestFirst(languages.flatMap(({ asksWhat }) => asksWhat)),
    fillers: new Set(languages.flatMap((each) => each.fill.flatMap(wordsOf))),
    synonyms: new Map(pairs.map(([word, ours]) => [fold(word), ours])),
    phrases,
    times: new Set(['x', '×', '*', ...languages.flatMap(({ times }) => times.map(fold))]),
    beforeGame: new Set(languages.flatMap((each) => each.beforeGame.map(fold))),
    notation: new Map(languages.flatMap(({ notation }) => Object.entries(notation))),
    kindWords: new Set(languages.flatMap((each) => each.phrases[COURTESY]?.flatMap(wordsOf) ?? [])),
    spoken: new Map(
      languages
        .flatMap((each) => Object.entries(each.spoken))
        .map(([word, sign]) => [fold(word), sign]),
    ),
  };
}

/** The commands that a text mentions, each once; the longest phrase at each word counts. */
export function commandsIn(text: string, { phrases }: Meanings): readonly string[] {
  const words = phraseWords(text);
  const found = new Set<string>();
  for (let at = 0; at < words.length; ) {
    let longest = { command: '', end: at + 1 };
    for (const { words: phrase, command } of phrases.get(words[at] ?? '') ?? []) {
      const end = endOf(phrase, words, at);
      if (end !== undefined && (longest.command === '' || end > longest.end)) {
        longest = { command, end };
      }
    }
    if (longest.command !== '') found.add(longest.command);
    at = longest.end;
  }
  return [...found];
}

/** Whether a text is a phrase from its first word to its last. */
export function isPhrase(text: string, { phrases }: Meanings): boolean {
  const words = phraseWords(text);
  const known = phrases.get(words[0] ?? '') ?? [];
  return known.some((phrase) => endOf(phrase.words, words, 0) === words.length);
}

/** The index after a phrase at a word; undefined if it does not match there. */
function endOf(phrase: readonly string[], words: readonly string[], from: number) {
  let at = from;
  let room = 0;
  for (const word of phrase) {
    if (word === GAP) {
      room = GAP_WORDS_MAX;
      continue;
    }
    while (room > 0 && at < words.length && words[at] !== word) {
      at++;
      room--;
    }
    if (words[at] !== word) return undefined;
    at++;
    room = 0;
  }
  return at;
}

/** The sentences of a text, without their ends. */
export const sentencesOf = (text: string): readonly string[] => text.split(/[.!?;\n]+(?=\s|$)/);

/** The words of a text, folded: letters, digits and apostrophes. */
export const wordsOf = (text: string): readonly string[] =>
  fold(text).match(/[\p{L}\p{N}]+(?:'\p{L}+)?/gu) ?? [];

/** Words as they are compared with those of phrases: without apostrophes, which many leave out. */
export const phraseWords = (text: string): readonly string[] =>
  wordsOf(text).map((word) => word.replace("'", ''));
