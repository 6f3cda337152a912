import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { chargeTo } from '../../../src/budget/charge.ts';
import { findPuzzleIn } from '../../../src/engine/puzzle/make-puzzle.ts';
import {
  puzzleMoves,
  STOCK,
  solutionOf,
  startPosition,
} from '../../../src/engine/puzzle/puzzle.ts';
import { gameOf, makePosition } from '../../../src/engine/registry.ts';
import { oneDayMs } from '../../../src/limits.ts';
import { makePuzzles } from '../../../src/service/due/make-puzzles.ts';
import type { Solver } from '../../../src/service/thread/solver.ts';
import { puzzleLimits, solverLimits } from '../../../src/solo-limits.ts';
import { putJob } from '../../../src/store/play/jobs.ts';
import { value } from '../../engine/given.ts';
import { ALICE, type Desk, openBoard, openDesk } from '../../support/desk/desk.ts';
import {
  changeBoard,
  copyBoard,
  madePuzzles,
  searchedInVain,
  solverJobs,
} from '../../support/stored/play.ts';

let start: Desk;
let desk: Desk;
beforeAll(async () => {
  start = openDesk();
  await openBoard(start, 'forms -size=4x4');
  await start.answer(ALICE, 'resign');
  // The match was one that left a puzzle on the board: what stands behind the first answer of another.
  const deep = STOCK.find(
    ({ position, step }) => /^forms 4x4/.test(position) && puzzleMoves(step) > 2,
  );
  if (!deep) throw new Error('no such puzzle');
  const [right = '', defence = ''] = solutionOf(deep.step);
  let position = startPosition(deep);
  const game = gameOf(position.rules);
  for (const text of [right, defence]) {
    position = game.play(position, value(game.parseMove(position, text))).position;
  }
  changeBoard(start.shell.db, { start: makePosition(position), moves: '' });
});
afterAll(() => start.close());
beforeEach(() => {
  desk = start.copy();
  searched.length = 0;
});
afterEach(() => desk.close());

const searched: string[] = [];
const solver: Solver = {
  solve: () => Promise.reject(new Error('not asked')),
  hint: () => Promise.reject(new Error('not asked')),
  findPuzzle: async (game, nodesMax) => {
    searched.push(game.start);
    return findPuzzleIn(game, nodesMax) ?? null;
  },
  stop: async () => undefined,
};
const { signal } = new AbortController();
const make = (by = solver) => makePuzzles(desk.shell, by, signal);
const made = () => madePuzzles(desk.shell.db);

describe('puzzles of matches', () => {
  it('are made of one that ended a day ago, once, and name nobody', async () => {
    await make();
    expect(searched).toEqual([]);
    desk.time.now += 2 * oneDayMs;
    await make();
    await make();
    expect(searched).toHaveLength(1);
    const [puzzle] = made();
    expect(puzzle?.number).toBe(1001);
    expect(puzzle?.puzzle).not.toMatch(/alice|bob/);
  });

  it('wait for whatever else the solver has to do', async () => {
    desk.time.now += 2 * oneDayMs;
    const { db } = desk.shell;
    copyBoard(db, 2);
    const asked = { inboxId: 1, messageId: undefined, address: ALICE };
    const context: Solver = {
      ...solver,
      async findPuzzle(game, nodesMax) {
        putJob(db, {
          kind: 'analysis',
          key: undefined,
          facts: { understood: '', position: '' },
          playerId: 1,
          cause: { ...asked, charge: chargeTo(1, 'token', 0) },
          at: desk.time.now,
        });
        return solver.findPuzzle(game, nodesMax);
      },
    };
    await make(context);
    expect(searched).toHaveLength(1);
  });

  it('are so many searches a day, and a match that kills the solver is left', async () => {
    desk.time.now += 2 * oneDayMs;
    const dying: Solver = { ...solver, findPuzzle: () => Promise.reject(new Error('memory')) };
    await make(dying);
    const { db } = desk.shell;
    expect(solverJobs(db, 'search')).toEqual([{ waits: 0, attempts: solverLimits.attempts + 1 }]);
    expect(made()).toEqual([]);
    searchedInVain(db, puzzleLimits.searchesPerDay, desk.time.now);
    await make();
    expect(searched).toEqual([]);
  });
});
