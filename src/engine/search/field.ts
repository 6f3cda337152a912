import type { Cell } from '../shape/types.ts';
import { type Board, type CellSet, cellsOf, fileOf, rankOf, stonesOf } from '../stones/board.ts';

/**
 * The part of a board that a search uses. Cells are numbered rank by rank along the shorter side, with a gap
 * of one number after each rank. The gap is in no set, so sets can be shifted as 32-bit words.
 */
export interface Field {
  /** Words per set of cells. */
  readonly words: number;
  /** Distance from a cell to the one above. */
  readonly stride: number;
  /** Number of ranks, each of `stride` - 1 cells. */
  readonly height: number;
  readonly cells: Int32Array;
  /** For each cell number, the set of adjacent cells. */
  readonly neighbours: Int32Array;
  /** Stones go up: of its images, only the mirror image (left and right swapped) has the same value. */
  readonly isDirected?: true;
  readonly numberOf: (cell: Cell) => number;
}

/** The bounding rectangle of the stones, plus up to `margin` cells on each side. */
export const fieldAround = (board: Board, margin: number): Field => {
  const stones = cellsOf(stonesOf(board));
  const [left, cols] = stretch(stones.map(fileOf), margin, board.cols);
  const [bottom, rows] = stretch(stones.map(rankOf), margin, board.rows);
  const upright = cols <= rows;
  const width = Math.min(cols, rows);
  const height = Math.max(cols, rows);
  const numberOf = (cell: Cell): number => {
    const file = fileOf(cell) - left;
    const rank = rankOf(cell) - bottom;
    return upright ? rank * (width + 1) + file : file * (width + 1) + rank;
  };
  return { ...gridOf(width, height), numberOf };
};

/** Writes a set of board cells into words, from `at` on. */
export const packCells = (field: Field, set: CellSet, into: Int32Array, at: number): void => {
  into.fill(0, at, at + field.words);
  for (const cell of cellsOf(set)) addNumber(into, at, field.numberOf(cell));
};

/** Adds a cell to the set that begins at `at`. */
const addNumber = (into: Int32Array, at: number, number: number): void => {
  const word = at + (number >> 5);
  into[word] = (into[word] ?? 0) | (1 << (number & 31));
};

/** Start and length of the interval around some places on a side of a board. */
const stretch = (places: readonly number[], margin: number, side: number): [number, number] => {
  const first = Math.max(0, Math.min(...places) - margin);
  const last = Math.min(side - 1, Math.max(...places) + margin);
  return [first, last - first + 1];
};

const gridOf = (width: number, height: number) => {
  const stride = width + 1;
  const words = (stride * height + 30) >> 5;
  const cells = new Int32Array(words);
  const neighbours = new Int32Array(stride * height * words);
  for (let rank = 0; rank < height; rank++) {
    for (let file = 0; file < width; file++) {
      const number = rank * stride + file;
      addNumber(cells, 0, number);
      if (file > 0) addNumber(neighbours, number * words, number - 1);
      if (file < width - 1) addNumber(neighbours, number * words, number + 1);
      if (rank > 0) addNumber(neighbours, number * words, number - stride);
      if (rank < height - 1) addNumber(neighbours, number * words, number + stride);
    }
  }
  return { words, stride, height, cells, neighbours };
};

/** A set of cells of a field. Mutable, unlike those of board.ts, since a search makes millions. */
export type FieldSet = Int32Array;

export const makeFieldSet = ({ words }: Field): FieldSet => new Int32Array(words);

/** The number of the first cell in a non-zero word; word 1 begins with cell 32. */
export const firstNumber = (word: number, bits: number): number =>
  (word << 5) + 31 - Math.clz32(bits & -bits);

export const hasNumber = (set: FieldSet, number: number): boolean =>
  (((set[number >> 5] ?? 0) >> (number & 31)) & 1) === 1;

export const addSet = (target: FieldSet, set: FieldSet): void => {
  for (let word = 0; word < target.length; word++) {
    target[word] = (target[word] ?? 0) | (set[word] ?? 0);
  }
};

export const removeSet = (target: FieldSet, set: FieldSet): void => {
  for (let word = 0; word < target.length; word++) {
    target[word] = (target[word] ?? 0) & ~(set[word] ?? 0);
  }
};

/** Sets `target` to the first cell of `source`. False if there is none. */
export const setToFirst = (target: FieldSet, source: FieldSet): boolean => {
  let found = false;
  for (let word = 0; word < target.length; word++) {
    const bits: number = found ? 0 : (source[word] ?? 0);
    target[word] = bits & -bits;
    found ||= bits !== 0;
  }
  return found;
};

/**
 * Flood fill: adds to `found` the cells of `within` connected to it; stops early once it contains `goal`.
 *
 * @returns whether `found` contains `goal`
 */
export const spread = (
  { words, stride }: Field,
  found: FieldSet,
  within: FieldSet,
  goal: FieldSet,
): boolean => {
  for (;;) {
    let grown = 0;
    let missing = 0;
    let below = 0;
    for (let word = 0; word < words; word++) {
      const old = found[word] ?? 0;
      const above = word + 1 < words ? (found[word + 1] ?? 0) : 0;
      const now = old | (stepsFrom(old, below, above, stride) & (within[word] ?? 0));
      found[word] = now;
      grown |= now ^ old;
      missing |= (goal[word] ?? 0) & ~now;
      below = old;
    }
    if (missing === 0) return true;
    if (grown === 0) return false;
  }
};

/** Sets `target` to the cells of `within` adjacent to `set`. */
export const touch = (
  { words, stride }: Field,
  target: FieldSet,
  set: FieldSet,
  within: FieldSet,
): void => {
  let below = 0;
  for (let word = 0; word < words; word++) {
    const bits = set[word] ?? 0;
    const above = word + 1 < words ? (set[word + 1] ?? 0) : 0;
    target[word] = stepsFrom(bits, below, above, stride) & (within[word] ?? 0);
    below = bits;
  }
};

/**
 * The neighbours, in a word, of its own cells and of the words below and above. A negative shift counts
 * modulo 32, so it brings what the other shift lost.
 */
export const stepsFrom = (bits: number, below: number, above: number, stride: number): number =>
  (bits << 1) |
  (below >>> 31) |
  (bits >>> 1) |
  (above << 31) |
  (bits << stride) |
  (below >>> -stride) |
  (bits >>> stride) |
  (above << -stride);

/**
 * The symmetries of a field: four of an oblong, eight of a square, two of a directed field. These images of a
 * position have the same value, so a search uses the one whose words are lowest, compared in order. On a
 * large field images hardly ever meet: positions stay as they are.
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

/** Two words hold 6 x 9 cells, or 7 x 8. */
const WORDS_MAX = 2;

/** A table entry for each value of each of the four bytes. */
const WORD_ENTRIES = 4 * 256;

/** Maps a cell number to its image. */
type Symmetry = (number: number) => number;

const EITHER = [false, true] as const;

/** All symmetries but the identity. */
const symmetriesOf = ({ stride, height, isDirected }: Field): Symmetry[] => {
  const width = stride - 1;
  const all = EITHER.flatMap((isMirrored) =>
    (isDirected ? [false] : EITHER).flatMap((upsideDown) =>
      (width === height && !isDirected ? EITHER : [false]).map(
        (overDiagonal): Symmetry =>
          (number) => {
            const file = isMirrored ? width - 1 - (number % stride) : number % stride;
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
