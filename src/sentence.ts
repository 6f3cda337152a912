import type { Sentences } from '../tools/sentences.ts';

export type { DayText, MomentText } from '../tools/sentences.ts';

/** The numbers, cells, userids and words of the vocabulary that a sentence names. */
export type Facts = Readonly<Record<string, string | number>>;

/** The codes of the English sentences. */
export type SentenceCode = keyof Sentences;

/**
 * A sentence without words: a code and its facts. The words are in `templates/<language>/sentences.json`
 * under the code.
 */
export type Sentence = {
  readonly [Code in SentenceCode]: { readonly code: Code; readonly facts: Sentences[Code] };
}[SentenceCode];

/** A sentence unknown to the compiler, from an older version or markup. It may have no words. */
export interface UncheckedSentence {
  readonly code: string;
  readonly facts: Facts;
}

/**
 * The names of sentences `PREFIX-NAME` for which these facts suffice: `NamesOf<'column'>` are all names of
 * columns.
 */
export type NamesOf<Prefix extends string, Given extends Facts = Readonly<Record<never, never>>> = {
  [Code in SentenceCode]: Code extends `${Prefix}-${infer Name}`
    ? Given extends Sentences[Code]
      ? Name
      : never
    : never;
}[SentenceCode];

/** The facts of a code. A union of codes (`ending-${ending}`) needs the facts of all of them. */
type FactsOf<Code extends SentenceCode> = (
  Code extends SentenceCode
    ? (facts: Sentences[Code]) => void
    : never
) extends (facts: infer All) => void
  ? All
  : never;

/** The given facts, without extra ones. */
type Only<Wanted, Given> = Given & {
  readonly [Name in Exclude<keyof Given, keyof Wanted>]: never;
};

/** Translates sentences for a reader, whose own userid may be written as `you`. */
export type Wording = (sentence: Sentence) => string;

/** Makes a sentence from a code and the facts that its English words name. */
export function say<Code extends SentenceCode, Given extends FactsOf<Code>>(
  code: Code,
  ...facts: keyof FactsOf<Code> extends never ? [] : [Only<FactsOf<Code>, Given>]
): Sentence;
export function say(code: SentenceCode, facts: Facts = {}): { code: SentenceCode; facts: Facts } {
  return { code, facts };
}
