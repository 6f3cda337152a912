import type { PuzzleFacts } from '../../src/match/puzzle/shown.ts';
import { say } from '../../src/sentence.ts';

/** A puzzle as it comes. */
export const PUZZLE: PuzzleFacts = {
  number: 31,
  rules: 'forms',
  source: 'robot',
  stars: 5,
  start: 'forms 4x4 xwxw/x2x/xwww/wxwx x',
  moves: [],
  solver: 'black',
  state: 'open',
  left: 3,
  found: 0,
  says: [],
};

/** The first of a day, whose board begins with a move of the other side. */
export const PUZZLE_DAILY: PuzzleFacts = {
  ...PUZZLE,
  number: 4,
  source: 'problem',
  stars: 1,
  start: 'forms 4x4 4/.xx./.ww./4 x',
  moves: ['b3xb2'],
  solver: 'white',
  daily: true,
};

/** Behind a wrong move. */
export const PUZZLE_WRONG: PuzzleFacts = {
  ...PUZZLE,
  left: 2,
  says: [say('puzzle-wrong', { move: 'a2xa1', owner: 'white', defence: 'c1xb1' })],
};

/** Solved, with what that has done for the reader. */
export const PUZZLE_SOLVED: PuzzleFacts = {
  ...PUZZLE,
  number: 3,
  source: 'disconnection',
  stars: 1,
  start: 'forms 4x4 4/4/ww2/x3 x',
  moves: ['a1xa2'],
  found: 1,
  state: 'solved',
  says: [say('puzzle-solved', { move: 'a1xa2', side: 'black', owner: 'white' })],
  standing: say('puzzle-standing', { before: '1200?', rating: '1251?', streak: 3, longest: 4 }),
};
