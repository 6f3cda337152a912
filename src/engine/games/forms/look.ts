import { type Field, fieldAround, packCells, stepsFrom } from '../../search/field.ts';
import { WON } from '../../shape/arena.ts';
import { opposite, stonesOf } from '../../stones/board.ts';
import { countCells, countRow } from '../../stones/cellset.ts';
import type { StonePosition } from '../../stones/types.ts';

/**
 * What a stone is worth to its owner. The worths of each game were found in thousands of matches of the
 * robot against itself.
 */
export interface Worths {
  readonly stone: number;
  /** What it is worth more where it has an empty cell beside it. */
  readonly free: number;
  /** What it is worth more where no other of its colour is beside it. */
  readonly lone: number;
  /** What it is worth more where one of the other colour is beside it. */
  readonly beset: number;
}

/** So few stones are soon played to the end, and nobody can tell by a look who must move last. */
const FEW = 6;

/**
 * How good a position in words looks for who is to move: his stones begin at `at`, and the opponent's
 * come behind them.
 */
export const lookAt = (
  field: Field,
  { stone, free, lone, beset }: Worths,
  from: Int32Array,
  at: number,
): number => {
  const { words, stride, cells } = field;
  let mine = 0;
  let theirs = 0;
  let look = 0;
  let mineBelow = 0;
  let theirsBelow = 0;
  let emptyBelow = 0;
  for (let word = 0; word < words; word++) {
    const isLast = word + 1 === words;
    const own = from[at + word] ?? 0;
    const ownAbove = isLast ? 0 : (from[at + word + 1] ?? 0);
    const enemy = from[at + words + word] ?? 0;
    const enemyAbove = isLast ? 0 : (from[at + words + word + 1] ?? 0);
    const empty = (cells[word] ?? 0) & ~(own | enemy);
    const emptyAbove = isLast ? 0 : (cells[word + 1] ?? 0) & ~(ownAbove | enemyAbove);
    mine += countRow(own);
    theirs += countRow(enemy);
    const besideEmpty = stepsFrom(empty, emptyBelow, emptyAbove, stride);
    look += free * (countRow(own & besideEmpty) - countRow(enemy & besideEmpty));
    const besideOwn = stepsFrom(own, mineBelow, ownAbove, stride);
    const besideEnemy = stepsFrom(enemy, theirsBelow, enemyAbove, stride);
    look += lone * (countRow(own & ~besideOwn) - countRow(enemy & ~besideEnemy));
    look += beset * (countRow(own & besideEnemy) - countRow(enemy & besideOwn));
    mineBelow = own;
    theirsBelow = enemy;
    emptyBelow = empty;
  }
  if (mine === 0) return WON;
  if (theirs === 0) return -WON;
  return look + stone * (mine - theirs);
};

/** Whether a position in words has so many stones that a look at it can be trusted. */
export const isCalm = (field: Field, from: Int32Array, at: number): boolean => {
  let stones = 0;
  for (let word = at; word < at + 2 * field.words; word++) stones += countRow(from[word] ?? 0);
  return stones > FEW;
};

/** How positions that are not in words look, in a game of Forms. */
export const formsLook = (worths: Worths) => ({
  evaluate: ({ board, turn }: StonePosition): number => {
    const field = fieldAround(board, 1);
    const words = new Int32Array(2 * field.words);
    packCells(field, board[turn], words, 0);
    packCells(field, board[opposite(turn)], words, field.words);
    return lookAt(field, worths, words, 0);
  },
  isQuiet: ({ board }: StonePosition): boolean => countCells(stonesOf(board)) > FEW,
});
