import { languageWordsMax } from '../../limits.ts';
import { LANGUAGES } from '../../player/settings.ts';
import { fold, foldings } from '../shape/fold.ts';
import { bareSubject } from './subject.ts';
import type { AllWords } from './vocabulary.ts';

/** What of a letter tells in which language its writer is at home. */
export interface Clues {
  readonly subject: string;
  readonly lines: readonly string[];
  /** The values of the Content-Language fields (RFC 3282), as they stand in the header. */
  readonly contentLanguage: readonly string[];
}

/** Words by which each language is known, in the spellings that `fold` gives. */
export type TellingWords = ReadonlyMap<string, ReadonlySet<string>>;

/** The frequent words of each language of the letters, and its names of commands that are one word. */
export const tellingWords = (all: AllWords): TellingWords =>
  new Map(
    LANGUAGES.map((language) => {
      const words = all.get(language) ?? [];
      const frequent = words.flatMap((each) => [...each.frequent, ...Object.keys(each.commands)]);
      return [language, new Set(frequent.flatMap(foldings))];
    }),
  );

/**
 * So many words are worth what the header says: many mail programs write it from how they are set,
 * so it decides about a letter of one line, and not about one that is plainly in another language.
 */
const HEADER_WORTH = 2;

/**
 * The language that a letter is written in: that of which it has the most words, each counted once,
 * and the header as some words more.
 *
 * @param languages those to choose from; a word that several of them have tells nothing
 * @returns undefined where nothing tells, or as much tells for one as for another
 */
export function languageOf(clues: Clues, languages: TellingWords): string | undefined {
  const named = namedIn(clues.contentLanguage);
  const found = new Map<string, number>();
  for (const language of languages.keys()) {
    if (named.has(language)) found.set(language, HEADER_WORTH);
  }
  for (const word of wordsIn(clues)) {
    const having = [...languages].filter(([, words]) => words.has(word));
    const [only] = having.length === 1 ? having : [];
    if (only) found.set(only[0], (found.get(only[0]) ?? 0) + 1);
  }
  const [first, second] = [...found].toSorted(([, one], [, other]) => other - one);
  return first && first[1] > (second?.[1] ?? 0) ? first[0] : undefined;
}

/** The languages that the header names, without their countries: `de-AT, en` are `de` and `en`. */
const namedIn = (values: readonly string[]): ReadonlySet<string> =>
  new Set(
    values
      .join(',')
      .toLowerCase()
      .split(',')
      .map((tag) => tag.trim().split('-')[0] ?? ''),
  );

/** The first words of a letter, each once; a subject that is an answer has somebody else's words. */
function wordsIn({ subject, lines }: Clues): ReadonlySet<string> {
  const words = new Set<string>();
  let left = languageWordsMax;
  const written = bareSubject(subject) === subject ? [subject, ...lines] : lines;
  for (const line of written) {
    for (const [word] of fold(line).matchAll(/\p{L}+/gu)) {
      if (left-- <= 0) return words;
      words.add(word);
    }
  }
  return words;
}
