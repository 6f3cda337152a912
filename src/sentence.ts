import type { Sentences } from '../tools/sentences.ts';

export type { DayText, MomentText } from '../tools/sentences.ts';

/** The numbers, cells, userids and words of the vocabulary that a sentence names. */
export type Facts = Readonly<Record<string, string | number>>;

/** The codes of the English sentences: what can be said. */
export type SentenceCode = keyof Sentences;

/**
 * Something to say to a person, without the words: a code and its facts. The words are in
 * `templates/<language>/sentences.json` under the same code.
 */
export type Sentence = {
  readonly [Code in SentenceCode]: { readonly code: Code; readonly facts: Sentences[Code] };
}[SentenceCode];

/**
 * A sentence that no compiler has seen: an older version has decided it, or markup names it. It may
 * have no words.
 */
export interface UncheckedSentence {
  readonly code: string;
  readonly facts: Facts;
}

/**
 * The names for which there is a sentence `PREFIX-NAME` that these facts are enough for:
 * `NamesOf<'column'>` are all names of columns.
 */
export type NamesOf<Prefix extends string, Given extends Facts = Readonly<Record<never, never>>> = {
  [Code in SentenceCode]: Code extends `${Prefix}-${infer Name}`
    ? Given extends Sentences[Code]
      ? Name
      : never
    : never;
}[SentenceCode];

/**
 * What has to be said with a code. Of a code that is one of several (`ending-${ending}`) nobody knows
 * which it will be, so it takes the facts of all.
 */
type FactsOf<Code extends SentenceCode> = (
  Code extends SentenceCode
    ? (facts: Sentences[Code]) => void
    : never
) extends (facts: infer All) => void
  ? All
  : never;

/** What is given, with nothing beside what is wanted. */
type Only<Wanted, Given> = Given & {
  readonly [Name in Exclude<keyof Given, keyof Wanted>]: never;
};

/** Makes a sentence: a code, and the facts that its English words name, if they name any. */
export function say<Code extends SentenceCode, Given extends FactsOf<Code>>(
  code: Code,
  ...facts: keyof FactsOf<Code> extends never ? [] : [Only<FactsOf<Code>, Given>]
): Sentence;
export function say(code: SentenceCode, facts: Facts = {}): { code: SentenceCode; facts: Facts } {
  return { code, facts };
}
