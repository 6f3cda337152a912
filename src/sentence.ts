/** The numbers, cells, userids and words of the vocabulary that a sentence names. */
export type Facts = Readonly<Record<string, string | number>>;

/**
 * Something to say to a person, without the words: a code and its facts. The words are in
 * `templates/<language>/sentences.json` under the same code.
 */
export interface Sentence {
  readonly code: string;
  readonly facts: Facts;
}

/** Makes a sentence. */
export const say = (code: string, facts: Facts = {}): Sentence => ({ code, facts });
