import { parentPort, workerData } from 'node:worker_threads';
import { solveText } from '../../engine/solve/solve-text.ts';
import type { Question } from './solver.ts';

/** The thread of `solver.ts`: answers the one question it is started with. */
const { position, nodesMax } = workerData as Question;

const solution = solveText(position, nodesMax);
if (!solution.ok) throw new Error(`not a position to solve: ${solution.error.code}`);
parentPort?.postMessage(solution.value);
