const WORDS: Readonly<Record<string, boolean>> = {
  yes: true,
  y: true,
  on: true,
  true: true,
  1: true,
  no: false,
  n: false,
  off: false,
  false: false,
  0: false,
};

/** The words of ours that people write for yes and no. */
export const SWITCH_WORDS: readonly string[] = Object.keys(WORDS);

/** Reads what people write for yes and no; undefined when it is neither. */
export function parseSwitch(written: string): boolean | undefined {
  const word = written.toLowerCase();
  return Object.hasOwn(WORDS, word) ? WORDS[word] : undefined;
}
