import { type Field, fieldAround, packCells } from '../../search/field.ts';
import { stepsFrom } from '../../search/field-set.ts';
import { WON } from '../../shape/arena.ts';
import { opposite, stonesOf } from '../../stones/board.ts';
import { countCells, countRow } from '../../stones/cellset.ts';
import type { StonePosition } from '../../stones/types.ts';

/** What a stone is worth. The worths were found in thousands of matches of the robot against itself. */
const STONE = 10;
/** What it is worth more where it has an empty cell beside it, for then it may slide. */
const FREE = 5;
/** What it is worth less where no other of its colour is beside it: such a one is easily mated. */
const LONE = 3;

/** So few stones are soon played to the end, and nobody can tell by a look who must move last. */
const FEW = 6;

/**
 * How good a position in words looks for who is to move: his stones begin at `at`, and the opponent's
 * come behind them.
 */
export const lookAt = (field: Field, from: Int32Array, at: number): number => {
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
    const free = stepsFrom(empty, emptyBelow, emptyAbove, stride);
    look += FREE * (countRow(own & free) - countRow(enemy & free));
    const lone = own & ~stepsFrom(own, mineBelow, ownAbove, stride);
    const loneEnemies = enemy & ~stepsFrom(enemy, theirsBelow, enemyAbove, stride);
    look -= LONE * (countRow(lone) - countRow(loneEnemies));
    mineBelow = own;
    theirsBelow = enemy;
    emptyBelow = empty;
  }
  if (mine === 0) return WON;
  if (theirs === 0) return -WON;
  return look + STONE * (mine - theirs);
};

/** Whether a position in words has so many stones that a look at it can be trusted. */
export const isCalm = (field: Field, from: Int32Array, at: number): boolean => {
  let stones = 0;
  for (let word = at; word < at + 2 * field.words; word++) stones += countRow(from[word] ?? 0);
  return stones > FEW;
};

/** How a position looks to a robot that is not in words, in either game of Forms. */
export const formsLook = {
  evaluate: ({ board, turn }: StonePosition): number => {
    const field = fieldAround(board, 1);
    const words = new Int32Array(2 * field.words);
    packCells(field, board[turn], words, 0);
    packCells(field, board[opposite(turn)], words, field.words);
    return lookAt(field, words, 0);
  },
  isQuiet: ({ board }: StonePosition): boolean => countCells(stonesOf(board)) > FEW,
};
