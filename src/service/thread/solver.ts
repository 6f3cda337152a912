import { Worker } from 'node:worker_threads';
import type { SolutionText } from '../../engine/solve/solve-text.ts';
import { threadFile } from './thread-file.ts';

/** A solver that no letter waits for. */
export interface Solver {
  /**
   * @param position position notation of a legal position
   * @throws Error when the thread has died, or was ended by `stop`
   */
  solve(position: string, nodesMax: number): Promise<SolutionText>;
  stop(): Promise<void>;
}

/** A question to the thread, and its answer. */
export interface Question {
  readonly position: string;
  readonly nodesMax: number;
}

/**
 * Runs the solver in a thread of its own, which is started for each position: positions come
 * seldom, and what one of them has put into memory is given back.
 */
export function makeThreadSolver(): Solver {
  const threads = new Set<Worker>();
  return {
    solve: (position, nodesMax) =>
      new Promise((resolve, reject) => {
        const thread = new Worker(threadFile('solver-thread'), {
          workerData: { position, nodesMax },
        });
        threads.add(thread);
        thread.once('message', resolve);
        thread.once('error', reject);
        thread.once('exit', (code) => {
          threads.delete(thread);
          reject(new Error(`the solver's thread ended with code ${code}`));
        });
      }),
    async stop() {
      await Promise.all([...threads].map((thread) => thread.terminate()));
    },
  };
}
