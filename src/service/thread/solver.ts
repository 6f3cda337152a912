import { Worker } from 'node:worker_threads';
import type { HintData, HintOptions } from '../../engine/hint/hint.ts';
import type { PlayedGame } from '../../engine/puzzle/make-puzzle.ts';
import type { Puzzle } from '../../engine/puzzle/puzzle.ts';
import type { SolutionData } from '../../engine/solve/solve-text.ts';
import { threadFile } from './thread-queue.ts';

/** A solver that no letter waits for. */
export interface Solver {
  /**
   * @param position position notation of a legal position
   * @throws Error if the thread died, or was ended by `stop`
   */
  solve(position: string, nodesMax: number): Promise<SolutionData>;
  /** Finds a hint for a position in which the game goes on. */
  hint(position: string, options: HintOptions): Promise<HintData>;
  /**
   * Looks for a puzzle in a game.
   *
   * @returns null if there is none
   * @throws Error as `solve`
   */
  findPuzzle(game: PlayedGame, nodesMax: number): Promise<Puzzle | null>;
  stop(): Promise<void>;
}

/** A question to the thread. */
export type Question =
  | { readonly kind: 'solve'; readonly position: string; readonly nodesMax: number }
  | { readonly kind: 'hint'; readonly position: string; readonly options: HintOptions }
  | { readonly kind: 'puzzle'; readonly game: PlayedGame; readonly nodesMax: number };

/** Runs the solver in a new thread for each position: positions are rare, and their memory is freed. */
export function makeThreadSolver(): Solver {
  const threads = new Set<Worker>();
  const ask = <Answer>(question: Question): Promise<Answer> =>
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
    solve: (position, nodesMax) => ask({ kind: 'solve', position, nodesMax }),
    hint: (position, options) => ask({ kind: 'hint', position, options }),
    findPuzzle: (game, nodesMax) => ask({ kind: 'puzzle', game, nodesMax }),
    async stop() {
      await Promise.all([...threads].map((thread) => thread.terminate()));
    },
  };
}
