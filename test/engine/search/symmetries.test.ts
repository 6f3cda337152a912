import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { forms } from '../../../src/engine/games/forms/forms.ts';
import {
  type Field,
  fieldAround,
  packCells,
  Symmetries,
} from '../../../src/engine/search/field.ts';
import { opposite, type StonePosition } from '../../../src/engine/stones/board.ts';
import { anyPosition } from '../arbitraries.ts';
import { given } from '../given.ts';

/** The whole board, whatever stones stand on it. */
const fieldOf = ({ board }: StonePosition): Field => fieldAround(board, 26);

const known = new Map<string, Symmetries>();

/** Those of a board, made once for each size. */
const symmetriesOf = (position: StonePosition): Symmetries => {
  const { cols, rows } = position.board;
  const found = known.get(`${cols}x${rows}`) ?? new Symmetries(fieldOf(position));
  known.set(`${cols}x${rows}`, found);
  return found;
};

/** A position as a search packs it, behind a word of something else. */
const packed = (field: Field, { board, turn }: StonePosition): Int32Array => {
  const words = new Int32Array(2 * field.words + 2);
  words.fill(-1);
  packCells(field, board[turn], words, 1);
  packCells(field, board[opposite(turn)], words, 1 + field.words);
  return words;
};

const settled = (position: StonePosition): string => {
  const field = fieldOf(position);
  const words = packed(field, position);
  symmetriesOf(position).canonicalize(words, 1);
  expect([words[0], words.at(-1)]).toEqual([-1, -1]);
  return words.join();
};

/** The forms of a position that have its size and its player to move, each once. */
const formsOf = (position: StonePosition): StonePosition[] => {
  const { board, turn } = position;
  const all = (forms.equivalents?.(position) ?? [])
    .filter((form) => form.turn === turn)
    .filter((form) => form.board.cols === board.cols && form.board.rows === board.rows);
  return [...new Map(all.map((form) => [forms.makePosition(form), form])).values()];
};

describe('the symmetries of a field', () => {
  test('bring all images of a position to the same one of them', () => {
    fc.assert(
      fc.property(anyPosition(forms, 7), (position) => {
        const images = formsOf(position);
        expect(new Set(images.map(settled)).size).toBe(1);
        const field = fieldOf(position);
        const words = images.map((image) => packed(field, image).join());
        expect(words).toContain(settled(position));
      }),
    );
  });

  test('leave the positions of a large field as they are', () => {
    const large = given('forms 8x8 8/8/8/8/8/xw6/wx6/xw6 x');
    const images = formsOf(large);
    expect(images).toHaveLength(8);
    for (const image of images) expect(settled(image)).toBe(packed(fieldOf(image), image).join());
  });

  test('keep apart what is no image of the other', () => {
    fc.assert(
      fc.property(anyPosition(forms, 5), anyPosition(forms, 5), (one, other) => {
        const areImages = formsOf(one).some(
          (form) => forms.makePosition(form) === forms.makePosition(other),
        );
        const { board } = one;
        const isSameSize = board.cols === other.board.cols && board.rows === other.board.rows;
        if (isSameSize && one.turn === other.turn) {
          expect(settled(one) === settled(other)).toBe(areImages);
        }
      }),
    );
  });
});
