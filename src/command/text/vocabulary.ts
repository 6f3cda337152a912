import type { QuestionKind } from '../shape/types.ts';
import { fold, foldings } from '../shape/words.ts';

/**
 * What people write in the place of our own words: every language has its own in the `vocabulary.json`
 * of its templates. The words of all languages are understood from everybody; where two languages have
 * the same one, the reader's own counts. Our own spelling needs none of them.
 */

/** The words of one language, as its file has them. */
export interface LanguageWords {
  /** Commands by what they are called here: `hilfe` for `help`. */
  readonly commands: Readonly<Record<string, string>>;
  readonly options: Readonly<Record<string, string>>;
  /** Words behind commands and options: `deutsch` for `de`. */
  readonly values: Readonly<Record<string, string>>;
  /** Whole lines that say yes or no to any question of ours. */
  readonly yes: readonly string[];
  /** Those that say yes to what cannot be taken back, too. */
  readonly certainYes: readonly string[];
  readonly no: readonly string[];
  /** Whole lines that say it to a question of one kind. */
  readonly yesTo: Readonly<Partial<Record<QuestionKind, readonly string[]>>>;
  readonly noTo: Readonly<Partial<Record<QuestionKind, readonly string[]>>>;
  /** Whole lines in the answer to a puzzle. */
  readonly puzzle: Readonly<Record<PuzzleWord, readonly string[]>>;
  /** Whole lines that state a move: `i play {move}`. */
  readonly moves: readonly string[];
  /** How the two cells of a move are joined: `from {from} to {to}`. */
  readonly cells: readonly string[];
  /** How a line of greeting begins; a name may stand behind it. */
  readonly greetings: readonly string[];
  /** Kind words before and behind what is asked for. */
  readonly courtesies: readonly string[];
  /** Whole lines below which nothing is read. */
  readonly stops: readonly string[];
  /** Frequent words, by which a letter of somebody who is not known is told from other languages. */
  readonly frequent: readonly string[];
  readonly meant: MeantWords;
}

/** What people say when they mean a command and do not write it. It is only ever offered. */
export interface MeantWords {
  /** Words that may be left out of a line: `show me the board` is `show`. */
  readonly fill: readonly string[];
  /** Words in the place of ours that a line may have: `timezone` for `zone`. */
  readonly words: Readonly<Record<string, string>>;
  /**
   * What is said, wherever it stands, by what is meant: a command, with `{board}` for its number and
   * `{rules}` for its game, `{player}` for who is named, or `{again}` for the same match once more. For `...` in what is said may
   * stand a few other words, or none.
   */
  readonly phrases: Readonly<Record<string, readonly string[]>>;
}

/** What a whole line asks for in the answer to a puzzle. */
type PuzzleWord = 'hint' | 'give up' | 'next';

/** What a whole line says to a question. */
export type YesNo = 'certain-yes' | 'yes' | 'no';

/** The words of all languages, ready to be looked up: each in the spelling that `fold` gives. */
export interface Vocabulary {
  readonly commands: ReadonlyMap<string, string>;
  /** Those of the reader's own language. */
  readonly ownCommands: readonly string[];
  readonly options: ReadonlyMap<string, string>;
  readonly values: ReadonlyMap<string, string>;
  /** By the line; those to questions of one kind by the kind and the line: `draw: no draw`. */
  readonly verdicts: ReadonlyMap<string, YesNo>;
  /** By the line, what it asks for in the answer to a puzzle. */
  readonly puzzle: ReadonlyMap<string, PuzzleWord>;
  readonly moves: ReadonlySet<string>;
  /** The longest first. */
  readonly cells: readonly string[];
  readonly greetings: ReadonlySet<string>;
  readonly courtesies: ReadonlySet<string>;
  /** All words that are in one. */
  readonly courtesyWords: ReadonlySet<string>;
  readonly stops: ReadonlySet<string>;
}

/** The words of all languages for a reader of one. */
export type Vocabularies = (language: string) => Vocabulary;

/** The words of each language; an operator's own stand behind ours. */
export type AllWords = ReadonlyMap<string, readonly LanguageWords[]>;

/** Gives the words of all languages, those of the reader's own first; each is made once. */
export function makeVocabularies(all: AllWords): Vocabularies {
  const made = new Map<string, Vocabulary>();
  return (language) => {
    const known = all.has(language) ? language : '';
    const before = made.get(known);
    if (before) return before;
    const others = [...all].filter(([name]) => name !== known);
    const own = all.get(known) ?? [];
    const vocabulary = {
      ...join([own, ...others.map(([, words]) => words)].flat()),
      ownCommands: own.flatMap(({ commands }) => Object.keys(commands).map(fold)),
    };
    made.set(known, vocabulary);
    return vocabulary;
  };
}

function join(words: readonly LanguageWords[]): Omit<Vocabulary, 'ownCommands'> {
  const names = (list: 'commands' | 'options' | 'values') =>
    firstOfEach(words.flatMap((each) => Object.entries(each[list])));
  const lines = (list: 'moves' | 'cells' | 'greetings' | 'courtesies' | 'stops') =>
    new Set(words.flatMap((each) => each[list].map(fold)));
  const courtesies = lines('courtesies');
  return {
    commands: names('commands'),
    options: names('options'),
    values: names('values'),
    verdicts: firstOfEach(words.flatMap(verdictsOf)),
    puzzle: firstOfEach(words.flatMap(puzzleLines)),
    moves: lines('moves'),
    cells: [...lines('cells')].sort((one, other) => other.length - one.length),
    greetings: lines('greetings'),
    courtesies,
    courtesyWords: new Set([...courtesies].flatMap((line) => line.split(' '))),
    stops: lines('stops'),
  };
}

const verdictsOf = (words: LanguageWords): readonly (readonly [string, YesNo])[] => [
  ...words.certainYes.map((line) => [line, 'certain-yes'] as const),
  ...words.yes.map((line) => [line, 'yes'] as const),
  ...words.no.map((line) => [line, 'no'] as const),
  ...ofKind(words.yesTo, 'yes'),
  ...ofKind(words.noTo, 'no'),
];

const puzzleLines = ({ puzzle }: LanguageWords): readonly (readonly [string, PuzzleWord])[] =>
  (['hint', 'give up', 'next'] as const).flatMap((asks) =>
    puzzle[asks].map((line) => [line, asks] as const),
  );

const ofKind = (lines: LanguageWords['yesTo'], says: YesNo) =>
  Object.entries(lines).flatMap(([kind, some]) =>
    some.map((line) => [`${kind}: ${line}`, says] as const),
  );

/** The first value of every word, by each of the word's folded spellings. */
function firstOfEach<T>(pairs: readonly (readonly [string, T])[]): ReadonlyMap<string, T> {
  const first = new Map<string, T>();
  for (const [word, value] of pairs) {
    for (const spelling of foldings(word)) {
      if (!first.has(spelling)) first.set(spelling, value);
    }
  }
  return first;
}

/** No language's words: for lines that are in our own spelling. */
export const NO_WORDS: Vocabulary = makeVocabularies(new Map())('');
