import { Worker } from 'node:worker_threads';
import type { PlayedGame } from '../../engine/puzzle/find-puzzle.ts';
import type { Puzzle } from '../../engine/puzzle/puzzle.ts';
import type { SolutionText } from '../../engine/solve/solve-text.ts';
import { threadFile } from './thread-file.ts';

/** A solver that no letter waits for. */
export interface Solver {
  /**
   * @param position position notation of a legal position
   * @throws Error when the thread has died, or was ended by `stop`
   */
  solve(position: string, nodesMax: number): Promise<SolutionText>;
  /**
   * Looks for a puzzle in a game.
   *
   * @returns null where it has none
   * @throws Error in the same cases
   */
  findPuzzle(game: PlayedGame, nodesMax: number): Promise<Puzzle | null>;
  stop(): Promise<void>;
}

/** A question to the thread, and its answer. */
export type Question =
  | { readonly position: string; readonly nodesMax: number }
  | { readonly game: PlayedGame; readonly nodesMax: number };

/**
 * Runs the solver in a thread of its own, which is started for each position: positions come
 * seldom, and what one of them has put into memory is given back.
 */
export function makeThreadSolver(): Solver {
  const threads = new Set<Worker>();
  const ask = <T>(question: Question): Promise<T> =>
    new Promise((resolve, reject) => {
      const thread = new Worker(threadFile('solver-thread'), { workerData: question });
      threads.add(thread);
      thread.once('message', resolve);
      thread.once('error', reject);
      thread.once('exit', (code) => {
        threads.delete(thread);
        reject(new Error(`the solver's thread ended with code ${code}`));
      });
    });
  return {
    solve: (position, nodesMax) => ask({ position, nodesMax }),
    findPuzzle: (game, nodesMax) => ask({ game, nodesMax }),
    async stop() {
      await Promise.all([...threads].map((thread) => thread.terminate()));
    },
  };
}
