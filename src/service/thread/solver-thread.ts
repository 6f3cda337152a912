import { parentPort, workerData } from 'node:worker_threads';
import { hintText } from '../../engine/hint/hint-text.ts';
import { solveText } from '../../engine/solve/solve-text.ts';
import type { Question } from './solver.ts';

/** The thread of `solver.ts`: answers the one question it is started with. */
const question = workerData as Question;

const answer =
  question.kind === 'solve'
    ? solveText(question.position, question.nodesMax)
    : hintText(question.position, question.orders);
if (!answer.ok) throw new Error(`not a position to solve: ${answer.error.code}`);
parentPort?.postMessage(answer.value);
