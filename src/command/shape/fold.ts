const UMLAUTS: Readonly<Record<string, string>> = { ä: 'ae', ö: 'oe', ü: 'ue', ß: 'ss' };

/**
 * One spelling for all that people write for the same words: lower case, one blank between two words,
 * plain apostrophes, umlauts in two letters (`bestaetigt`), and no other accents.
 */
export const fold = (text: string): string =>
  withoutMarks(
    text
      .normalize('NFKC')
      .toLowerCase()
      .replace(/[äöüß]/g, (letter) => UMLAUTS[letter] ?? letter),
  )
    .replace(/[\u2018\u2019\u02bc\u00b4`]/g, "'")
    .replace(/\s+/g, ' ')
    .trim();

/** What `fold` makes of a word, also where its umlauts were written without their dots (`zuruck`). */
export const foldings = (word: string): readonly string[] => [
  ...new Set([fold(word), fold(withoutMarks(word))]),
];

const withoutMarks = (text: string): string => text.normalize('NFD').replace(/\p{M}/gu, '');
