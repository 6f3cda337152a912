import type { QuestionKind } from '../shape/types.ts';
import { fold, foldings } from '../shape/words.ts';

/**
 * Equivalents of our own words: each language has its own in the `vocabulary.json` of its templates. The
 * words of all languages are accepted from everybody; for a word in several languages, the reader's own
 * takes precedence. Our own spelling needs no vocabulary.
 */

/** The words of one language, as in its file. */
export interface LanguageWords {
  /** Names of commands: `hilfe` for `help`. */
  readonly commands: Readonly<Record<string, string>>;
  readonly options: Readonly<Record<string, string>>;
  /** Words after commands and in options: `deutsch` for `de`. */
  readonly values: Readonly<Record<string, string>>;
  /** Entire lines that answer yes to any question. */
  readonly yes: readonly string[];
  /** Entire lines that answer yes even to an act that cannot be undone. */
  readonly certainYes: readonly string[];
  readonly no: readonly string[];
  /** Entire lines that answer a question of one kind. */
  readonly yesTo: Readonly<Partial<Record<QuestionKind, readonly string[]>>>;
  readonly noTo: Readonly<Partial<Record<QuestionKind, readonly string[]>>>;
  /** Entire lines in the answer to a puzzle. */
  readonly puzzle: Readonly<Record<PuzzleWord, readonly string[]>>;
  /** Entire lines that state a move: `i play {move}`. */
  readonly moves: readonly string[];
  /** Entire lines that pick one of several offers: `number {number}`. */
  readonly numbers: readonly string[];
  /** The number that a word stands for: `1` for `first`, `last`, or `all` of them. */
  readonly ordinals: Readonly<Record<string, string>>;
  /** Entire lines for moves that are words: `i pass` for `pass`. */
  readonly moveWords: Readonly<Record<string, string>>;
  /** Patterns of the two cells of a move: `from {from} to {to}`. */
  readonly cells: readonly string[];
  /** Entire lines in the answer to an invitation that give a name: `call me {name}`. */
  readonly names: readonly string[];
  /** Lines that may give one, and may begin any sentence: `i am {name}`. */
  readonly maybeNames: readonly string[];
  /** Beginnings of a greeting; a name may follow. */
  readonly greetings: readonly string[];
  /** Words beside a yes that leave it one: `oh` and `lovely` of `oh lovely, yes!`. */
  readonly besideYes: readonly string[];
  /** Polite words around a request. */
  readonly courtesies: readonly string[];
  /** Beginnings of a remark behind a move, in its line: `sorry` of `e4e5 sorry for the wait`. */
  readonly remarks: readonly string[];
  /** Beginnings of a remark on what a move does: `attacking` of `Qf3 attacking f7`. */
  readonly targets: readonly string[];
  /** Beginnings of a question that is not about the move beside it: `how are you`. */
  readonly asides: readonly string[];
  /** Words with which neither a yes nor a move in front of them is certain: `but`, `not`. */
  readonly conditions: readonly string[];
  /** Those of them that deny: `not`. */
  readonly denials: readonly string[];
  /** Further words of a remark with which the move is not certain: `undo`, or together `take back`. */
  readonly doubts: readonly string[];
  /** Phrases by which a stranger wishes to play: `sign me up`. */
  readonly toJoin: readonly string[];
  /** Words that join the parts of a sentence: `and` of `yes and thanks`. */
  readonly joins: readonly string[];
  /** Words between the terms of a match: `on a 7x7 board`. */
  readonly amongTerms: readonly string[];
  /** Entire lines that end the reading. */
  readonly stops: readonly string[];
  /** Frequent words, which identify the language of an unknown writer. */
  readonly frequent: readonly string[];
  readonly meant: MeantWords;
}

/** Phrases by which people mean a command without writing it. They only lead to offers. */
export interface MeantWords {
  /** Filler words: `show me the board` is `show`. */
  readonly fill: readonly string[];
  /** Synonyms of our words: `timezone` for `zone`. */
  readonly words: Readonly<Record<string, string>>;
  /**
   * Phrases anywhere in a text, by the command meant, with `{board}` for its number, `{rules}` for its game
   * and `{player}` for a named player, `{again}` for the same match again, `{stronger}` and `{weaker}` for a
   * robot of another level, `{level}` and `{several}` for questions about it and about several boards,
   * `{answer}` for those about what an open question takes, or `{kind}` for thanks and farewells. `...` in a phrase is a gap of a few words, or none.
   */
  readonly phrases: Readonly<Record<string, readonly string[]>>;
  /** Words between the numbers of a size: `by` of `4 by 4`. */
  readonly times: readonly string[];
  /** Beginnings of a question about how something is done, or what something is: `can i`, `what does`. */
  readonly asksHow: readonly string[];
  readonly asksWhat: readonly string[];
  /** Words in front of a game whose name is a common word. */
  readonly beforeGame: readonly string[];
  /** Letters and numbers of cells as they are spoken or dictated: `four` and `for` for `4`, `see` for `c`. */
  readonly spoken: Readonly<Record<string, string>>;
  /** Signs of moves in chess, by their word in lower case: `N` for `knight`. */
  readonly notation: Readonly<Record<string, string>>;
}

/** A request in the answer to a puzzle. */
type PuzzleWord = 'hint' | 'give up' | 'next';

/** An answer to a question. */
export type YesNo = 'certain-yes' | 'yes' | 'no';

export const isYes = (says: YesNo | undefined): boolean => says !== undefined && says !== 'no';

/** The words of all languages, indexed in their folded spelling. */
export interface Vocabulary {
  readonly commands: ReadonlyMap<string, string>;
  /** Commands in the reader's own language. */
  readonly ownCommands: readonly string[];
  readonly options: ReadonlyMap<string, string>;
  readonly values: ReadonlyMap<string, string>;
  /** Answers by line; for one kind of question by kind and line: `draw: no draw`. */
  readonly verdicts: ReadonlyMap<string, YesNo>;
  /** Requests in the answer to a puzzle, by line. */
  readonly puzzle: ReadonlyMap<string, PuzzleWord>;
  readonly moves: ReadonlySet<string>;
  readonly numbers: ReadonlySet<string>;
  readonly ordinals: ReadonlyMap<string, string>;
  readonly moveWords: ReadonlyMap<string, string>;
  /** The longest first. */
  readonly cells: readonly string[];
  readonly names: ReadonlySet<string>;
  readonly maybeNames: ReadonlySet<string>;
  readonly greetings: ReadonlySet<string>;
  readonly besideYes: ReadonlySet<string>;
  readonly courtesies: ReadonlySet<string>;
  readonly courtesyWords: ReadonlySet<string>;
  /** Together with the greetings, the longest first. */
  readonly remarks: readonly string[];
  /** The longest first. */
  readonly targets: readonly string[];
  /** The longest first. */
  readonly asides: readonly string[];
  /** Together with the denials. */
  readonly conditions: ReadonlySet<string>;
  readonly denials: ReadonlySet<string>;
  /** Together with the conditions. */
  readonly doubts: ReadonlySet<string>;
  readonly toJoin: ReadonlySet<string>;
  readonly joins: ReadonlySet<string>;
  readonly amongTerms: ReadonlySet<string>;
  /** Options of a match by the phrases that mean them: `i begin`. */
  readonly terms: ReadonlyMap<string, string>;
  /** Words and signs between the numbers of a size. */
  readonly times: ReadonlySet<string>;
  /** Words of moves, each with its sign. */
  readonly notation: ReadonlyMap<string, string>;
  readonly stops: ReadonlySet<string>;
}

/** The words of all languages for a reader's language. */
export type Vocabularies = (language: string) => Vocabulary;

/** The words of each language; an operator's own come after ours. */
export type AllWords = ReadonlyMap<string, readonly LanguageWords[]>;

/** Provides the words of all languages, the reader's own first; cached by language. */
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
  const names = (list: 'commands' | 'options' | 'values' | 'ordinals' | 'moveWords') =>
    firstOfEach(words.flatMap((each) => Object.entries(each[list])));
  const lines = (
    list:
      | 'moves'
      | 'numbers'
      | 'cells'
      | 'names'
      | 'maybeNames'
      | 'greetings'
      | 'besideYes'
      | 'courtesies'
      | 'remarks'
      | 'targets'
      | 'asides'
      | 'conditions'
      | 'denials'
      | 'toJoin'
      | 'doubts'
      | 'joins'
      | 'amongTerms'
      | 'stops',
  ) => new Set(words.flatMap((each) => each[list].map(fold)));
  const longestFirst = (
    ...lists: readonly ('cells' | 'remarks' | 'targets' | 'greetings' | 'asides')[]
  ) => lists.flatMap((list) => [...lines(list)]).sort((one, other) => other.length - one.length);
  const courtesies = lines('courtesies');
  return {
    commands: names('commands'),
    options: names('options'),
    values: names('values'),
    verdicts: firstOfEach(
      words.flatMap(verdictsOf).map(([line, says]) => [line.replace(/['\u2019]/g, ''), says]),
    ),
    puzzle: firstOfEach(words.flatMap(puzzleLines)),
    moves: lines('moves'),
    numbers: lines('numbers'),
    ordinals: names('ordinals'),
    moveWords: names('moveWords'),
    cells: longestFirst('cells'),
    names: lines('names'),
    maybeNames: lines('maybeNames'),
    greetings: lines('greetings'),
    besideYes: new Set([...lines('besideYes')].map((word) => word.replaceAll("'", ''))),
    courtesies,
    courtesyWords: new Set([...courtesies].flatMap((line) => line.split(' '))),
    remarks: longestFirst('remarks', 'greetings'),
    targets: longestFirst('targets'),
    asides: longestFirst('asides'),
    conditions: new Set([...lines('denials'), ...lines('conditions')]),
    denials: lines('denials'),
    doubts: new Set([...lines('denials'), ...lines('conditions'), ...lines('doubts')]),
    toJoin: lines('toJoin'),
    joins: lines('joins'),
    amongTerms: lines('amongTerms'),
    terms: firstOfEach(words.flatMap(termPhrases)),
    times: new Set(['x', '×', '*', ...words.flatMap(({ meant }) => meant.times.map(fold))]),
    notation: new Map(words.flatMap(({ meant }) => Object.entries(meant.notation))),
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

const termPhrases = ({ meant }: LanguageWords): readonly (readonly [string, string])[] =>
  Object.entries(meant.phrases)
    .filter(([command]) => command.startsWith('-'))
    .flatMap(([option, phrases]) =>
      phrases.map((phrase) => [phrase.replace(' ...', ''), option] as const),
    );

const ofKind = (lines: LanguageWords['yesTo'], says: YesNo) =>
  Object.entries(lines).flatMap(([kind, some]) =>
    some.map((line) => [`${kind}: ${line}`, says] as const),
  );

/** The first value for each folded spelling of a word. */
function firstOfEach<T>(pairs: readonly (readonly [string, T])[]): ReadonlyMap<string, T> {
  const first = new Map<string, T>();
  for (const [word, value] of pairs) {
    for (const spelling of foldings(word)) {
      if (!first.has(spelling)) first.set(spelling, value);
    }
  }
  return first;
}

/** No vocabulary: for lines in our own spelling. */
export const NO_WORDS: Vocabulary = makeVocabularies(new Map())('');
