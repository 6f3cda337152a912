import { parentPort, workerData } from 'node:worker_threads';
import { findPuzzleIn } from '../../engine/puzzle/find-puzzle.ts';
import { solveText } from '../../engine/solve/solve-text.ts';
import type { Question } from './solver.ts';

/** The thread of `solver.ts`: answers the one question it is started with. */
const question = workerData as Question;

parentPort?.postMessage('game' in question ? puzzleIn(question) : solutionOf(question));

function puzzleIn({ game, nodesMax }: Extract<Question, { readonly game: object }>) {
  return findPuzzleIn(game, nodesMax) ?? null;
}

function solutionOf({ position, nodesMax }: Extract<Question, { readonly position: string }>) {
  const solution = solveText(position, nodesMax);
  if (!solution.ok) throw new Error(`not a position to solve: ${solution.error.code}`);
  return solution.value;
}
