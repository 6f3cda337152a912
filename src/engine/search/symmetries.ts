import { type Field, hasNumber } from './field.ts';

/**
 * The symmetries of a field: four of an oblong, eight of a square. All images of a position have the same
 * value, so a search uses the one with the least words. On a large field images hardly ever meet: positions
 * stay as they are.
 */
export class Symmetries {
  private readonly setWords: number;
  private readonly tables: readonly Int32Array[];
  private readonly least: Int32Array;

  constructor(field: Field) {
    this.setWords = field.words;
    const symmetries = field.words <= WORDS_MAX ? symmetriesOf(field) : [];
    this.tables = symmetries.map((symmetry) => tableOf(field, symmetry));
    this.least = new Int32Array(2 * field.words);
  }

  /** Replaces the position at `at` by its least image. */
  canonicalize(words: Int32Array, at: number): void {
    if (this.tables.length === 0) return;
    const { setWords, least } = this;
    for (let word = 0; word < least.length; word++) least[word] = words[at + word] ?? 0;
    for (const table of this.tables) {
      let isLess = false;
      for (let word = 0; word < least.length; word++) {
        const begin = word < setWords ? 0 : setWords;
        const image = this.imageWord(table, words, at + begin, word - begin);
        const before = least[word] ?? 0;
        // Most images differ in their first word.
        if (!isLess && image > before) break;
        isLess ||= image < before;
        least[word] = image;
      }
    }
    for (let word = 0; word < least.length; word++) words[at + word] = least[word] ?? 0;
  }

  /** One word of the image of the set at `at`. */
  private imageWord(table: Int32Array, words: Int32Array, at: number, word: number): number {
    const { setWords } = this;
    let entry = word * setWords * WORD_ENTRIES;
    let image = 0;
    for (let from = at; from < at + setWords; from++) {
      const bits = words[from] ?? 0;
      image |=
        (table[entry + (bits & 255)] ?? 0) |
        (table[entry + 256 + ((bits >>> 8) & 255)] ?? 0) |
        (table[entry + 512 + ((bits >>> 16) & 255)] ?? 0) |
        (table[entry + 768 + (bits >>> 24)] ?? 0);
      entry += WORD_ENTRIES;
    }
    return image;
  }
}

/** Two words hold 6 x 8 cells, or 7 x 7. */
const WORDS_MAX = 2;

/** A table entry for each value of each of the four bytes. */
const WORD_ENTRIES = 4 * 256;

/** Maps a cell number to its image. */
type Symmetry = (number: number) => number;

const EITHER = [false, true] as const;

/** All symmetries but the identity. */
const symmetriesOf = ({ stride, height }: Field): Symmetry[] => {
  const width = stride - 1;
  const all = EITHER.flatMap((leftToRight) =>
    EITHER.flatMap((upsideDown) =>
      (width === height ? EITHER : [false]).map(
        (overDiagonal): Symmetry =>
          (number) => {
            const file = leftToRight ? width - 1 - (number % stride) : number % stride;
            const rank = Math.floor(number / stride);
            const rankAfter = upsideDown ? height - 1 - rank : rank;
            return overDiagonal ? file * stride + rankAfter : rankAfter * stride + file;
          },
      ),
    ),
  );
  return all.slice(1);
};

/** By word of the image, word of the set, byte and its value: the bits of the image. */
const tableOf = ({ words, cells }: Field, symmetry: Symmetry): Int32Array => {
  const table = new Int32Array(words * words * WORD_ENTRIES);
  for (let from = 0; from < 32 * words; from++) {
    if (!hasNumber(cells, from)) continue;
    const to = symmetry(from);
    const begin = (to >> 5) * words * WORD_ENTRIES + (from >> 3) * 256;
    for (let value = 0; value < 256; value++) {
      if (((value >> (from & 7)) & 1) === 0) continue;
      table[begin + value] = (table[begin + value] ?? 0) | (1 << (to & 31));
    }
  }
  return table;
};
