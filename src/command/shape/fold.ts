/** Marks that make no letter stay: they may strike it out. */
const ACCENTED = /[\u00c0-\u024f\u1e00-\u1eff]/g;
const UMLAUTS: Readonly<Record<string, string>> = { ä: 'ae', ö: 'oe', ü: 'ue', ß: 'ss' };

/**
 * One spelling for all that people write for the same words: lower case, one blank between two words,
 * plain apostrophes, umlauts in two letters (`bestaetigt`), and no other accents, nor what gives an
 * emoji its colors.
 */
export const fold = (text: string): string =>
  text
    .normalize('NFC')
    .toLowerCase()
    .replace(/[äöüß]/g, (letter) => UMLAUTS[letter] ?? letter)
    .replace(ACCENTED, withoutMarks)
    .replace(/[\u2018\u2019\u02bc\u00b4`]/g, "'")
    .replace(/[\ufe0e\ufe0f]/g, '')
    .replace(/\s+/g, ' ')
    .trim();

/** What `fold` makes of a word, also where its umlauts were written without their dots (`zuruck`). */
export const foldings = (word: string): readonly string[] => [
  ...new Set([fold(word), fold(withoutMarks(word))]),
];

function withoutMarks(text: string): string {
  return text.normalize('NFD').replace(/\p{M}/gu, '');
}
