import { parentPort, workerData } from 'node:worker_threads';
import { findHint } from '../../engine/hint/hint.ts';
import { findPuzzleIn } from '../../engine/puzzle/make-puzzle.ts';
import { solveText } from '../../engine/solve/solve-text.ts';
import type { Question } from './solver.ts';

/** The thread of `solver.ts`: answers one question. */
const question = workerData as Question;

parentPort?.postMessage(answerTo(question));

function answerTo(asked: Question) {
  if (asked.kind === 'puzzle') return findPuzzleIn(asked.game, asked.nodesMax) ?? null;
  const answer =
    asked.kind === 'solve'
      ? solveText(asked.position, asked.nodesMax)
      : findHint(asked.position, asked.options);
  if (!answer.ok) throw new Error(`not a position to solve: ${answer.error.code}`);
  return answer.value;
}
