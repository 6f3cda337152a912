import { fold } from '../shape/words.ts';
import type { MeantWords } from '../text/vocabulary.ts';

/**
 * What people say when they mean a command and do not write it: every language has its phrases in the
 * `vocabulary.json` of its templates, under `meant`. They are only ever offered.
 */

/** A row of words that means a command, wherever it stands. */
interface Phrase {
  /** In the place of `...` may stand a few other words, or none. */
  readonly words: readonly string[];
  readonly command: string;
}

/** The words of all languages, ready to be looked up. */
export interface Meanings {
  readonly fill: ReadonlySet<string>;
  readonly words: ReadonlyMap<string, string>;
  /** By their first word. */
  readonly phrases: ReadonlyMap<string, readonly Phrase[]>;
}

const GAP = '...';
/** So many words may stand in a gap. */
const GAP_WORDS_MAX = 4;

/** Puts the words of several languages together: whoever writes may mix them. */
export function makeMeanings(languages: readonly MeantWords[]): Meanings {
  const phrases = new Map<string, Phrase[]>();
  for (const [command, texts] of languages.flatMap((each) => Object.entries(each.phrases))) {
    for (const text of texts) {
      const words = text.split(' ').flatMap((word) => (word === GAP ? [GAP] : wordsOf(word)));
      const first = words[0] ?? '';
      phrases.set(first, [...(phrases.get(first) ?? []), { words, command }]);
    }
  }
  const pairs = languages.flatMap((each) => Object.entries(each.words));
  return {
    fill: new Set(languages.flatMap((each) => each.fill.flatMap(wordsOf))),
    words: new Map(pairs.map(([word, ours]) => [fold(word), ours])),
    phrases,
  };
}

/** The commands that a text speaks of, each once; of phrases that begin at a word, the longest. */
export function commandsIn(text: string, { phrases }: Meanings): readonly string[] {
  const words = wordsOf(text);
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

/** Where a phrase that begins at a word has ended; undefined where it does not stand there. */
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

/** The words of a text as they are compared: letters, digits and apostrophes in one spelling. */
const wordsOf = (text: string): readonly string[] =>
  fold(text).match(/[\p{L}\p{N}]+(?:'\p{L}+)?/gu) ?? [];
