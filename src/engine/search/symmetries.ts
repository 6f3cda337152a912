import type { Field } from './field.ts';
import { hasNumber } from './field-set.ts';

/**
 * The mirror images and turns that lay a field upon itself: four of an oblong one, eight of a square.
 * A position is worth the same in all of them, so a search need know one only: the one whose words
 * are the least.
 */
export class Symmetries {
  private readonly setWords: number;
  private readonly lookUps: readonly LookUp[];
  private readonly least: Int32Array;

  constructor(field: Field) {
    this.setWords = field.words;
    this.lookUps = symmetriesOf(field).map((symmetry) => lookUpOf(field, symmetry));
    this.least = new Int32Array(2 * field.words);
  }

  /** Makes the position that begins at `at` the least of its images. */
  settle(words: Int32Array, at: number): void {
    const { setWords, least } = this;
    for (let word = 0; word < least.length; word++) least[word] = words[at + word] ?? 0;
    for (const lookUp of this.lookUps) {
      let isLess = false;
      for (let word = 0; word < least.length; word++) {
        const begin = word < setWords ? 0 : setWords;
        const image = imageWord(lookUp, words, at + begin, word - begin);
        const before = least[word] ?? 0;
        // Most images differ in their first word, and need no other.
        if (!isLess && image > before) break;
        isLess ||= image < before;
        least[word] = image;
      }
    }
    for (let word = 0; word < least.length; word++) words[at + word] = least[word] ?? 0;
  }
}

/** Where a symmetry brings a cell. Both have numbers. */
type Symmetry = (number: number) => number;

const EITHER = [false, true] as const;

/** All but the one that moves nothing. */
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

/** A symmetry of sets. Each word of an image is looked up byte by byte. */
interface LookUp {
  /** Where the bytes for each word of the image begin, and at last where all end. */
  readonly begins: Int32Array;
  /** Which byte of a set: those alone that bring something to the word. */
  readonly bytes: Int32Array;
  /** What each of these brings to the word, for each of its values. */
  readonly images: Int32Array;
}

const VALUES = 256;

const lookUpOf = ({ words, cells }: Field, symmetry: Symmetry): LookUp => {
  const numbers = Array.from({ length: 32 * words }, (_, number) => number);
  const inside = numbers.filter((number) => hasNumber(cells, number));
  const begins = new Int32Array(words + 1);
  const bytes: number[] = [];
  const images: number[] = [];
  for (let word = 0; word < words; word++) {
    const sources = inside.filter((number) => symmetry(number) >> 5 === word);
    for (const byte of new Set(sources.map((number) => number >> 3))) {
      bytes.push(byte);
      const those = sources.filter((number) => number >> 3 === byte);
      for (let value = 0; value < VALUES; value++) {
        let image = 0;
        for (const number of those) {
          if (((value >> (number & 7)) & 1) === 1) image |= 1 << (symmetry(number) & 31);
        }
        images.push(image);
      }
    }
    begins[word + 1] = bytes.length;
  }
  return { begins, bytes: Int32Array.from(bytes), images: Int32Array.from(images) };
};

/** One word of the image of the set that begins at `at`. */
const imageWord = (
  { begins, bytes, images }: LookUp,
  words: Int32Array,
  at: number,
  word: number,
): number => {
  let image = 0;
  const end = begins[word + 1] ?? 0;
  for (let index = begins[word] ?? 0; index < end; index++) {
    const byte = bytes[index] ?? 0;
    const value = ((words[at + (byte >> 2)] ?? 0) >>> (8 * (byte & 3))) & (VALUES - 1);
    image |= images[VALUES * index + value] ?? 0;
  }
  return image;
};
