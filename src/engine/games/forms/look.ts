import { type Field, fieldAround, packCells, stepsFrom } from '../../search/field.ts';
import { WON } from '../../shape/arena.ts';
import { opposite, stonesOf } from '../../stones/board.ts';
import { countCells, countRow } from '../../stones/cellset.ts';
import type { StonePosition } from '../../stones/types.ts';

/** Evaluation weights of a stone for its owner, tuned in thousands of self-play matches. */
export interface StoneWeights {
  readonly stone: number;
  /** Added if an adjacent cell is empty. */
  readonly free: number;
  /** Added if no adjacent stone has its colour. */
  readonly lone: number;
  /** Added if an adjacent stone has the other colour. */
  readonly beset: number;
}

/** With this number of stones or fewer the evaluation is unreliable, and the end is near. */
const FEW = 6;

/**
 * Evaluates a position in words for the player to move, whose stones begin at `at`; the opponent's follow.
 */
export const evaluateStones = (
  field: Field,
  { stone, free, lone, beset }: StoneWeights,
  from: Int32Array,
  at: number,
): number => {
  const { words, stride, cells } = field;
  let mine = 0;
  let theirs = 0;
  let score = 0;
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
    score += free * (countRow(own & besideEmpty) - countRow(enemy & besideEmpty));
    const besideOwn = stepsFrom(own, mineBelow, ownAbove, stride);
    const besideEnemy = stepsFrom(enemy, theirsBelow, enemyAbove, stride);
    score += lone * (countRow(own & ~besideOwn) - countRow(enemy & ~besideEnemy));
    score += beset * (countRow(own & besideEnemy) - countRow(enemy & besideOwn));
    mineBelow = own;
    theirsBelow = enemy;
    emptyBelow = empty;
  }
  if (mine === 0) return WON;
  if (theirs === 0) return -WON;
  return score + stone * (mine - theirs);
};

/** Whether a position in words has enough stones for a reliable evaluation. */
export const isCalm = (field: Field, from: Int32Array, at: number): boolean => {
  let stones = 0;
  for (let word = at; word < at + 2 * field.words; word++) stones += countRow(from[word] ?? 0);
  return stones > FEW;
};

/** Evaluation of plain positions in a game of Forms. */
export const formsEvaluation = (worths: StoneWeights) => ({
  evaluate: ({ board, turn }: StonePosition): number => {
    const field = fieldAround(board, 1);
    const words = new Int32Array(2 * field.words);
    packCells(field, board[turn], words, 0);
    packCells(field, board[opposite(turn)], words, field.words);
    return evaluateStones(field, worths, words, 0);
  },
  isQuiet: ({ board }: StonePosition): boolean => countCells(stonesOf(board)) > FEW,
});
