import { describe, expect, it } from 'vitest';
import { chargeTo } from '../../../src/budget/charge.ts';
import type { SolutionData } from '../../../src/engine/solve/solve-text.ts';
import { analyse } from '../../../src/service/due/analyse.ts';
import type { Solver } from '../../../src/service/thread/solver.ts';
import { solverLimits } from '../../../src/solo-limits.ts';
import { putJob } from '../../../src/store/play/jobs.ts';
import { ALICE } from '../../support/desk/desk.ts';
import { desk, eachDesk } from '../../support/desk/each.ts';
import { solverJobs } from '../../support/stored/play.ts';

eachDesk('forms -size=2x4');

/** What is asked where the answer comes from elsewhere. */
const QUESTION = {
  kind: 'analysis',
  key: undefined,
  facts: { understood: 'solve 1', position: 'forms 2x1 xw x' },
  playerId: 1,
  cause: { inboxId: 1, messageId: undefined, address: ALICE, charge: chargeTo(1, 'token', 0) },
  at: 0,
} as const;

const ask = async (text: string): Promise<string> => {
  const [letter] = await desk.answer(ALICE, text);
  return (letter?.text ?? '').replace(/\s+/g, ' ');
};

describe('the solver by letter', () => {
  it('tells the outcome of a position and every winning move', async () => {
    // Fact 1 of the rule sheet's example.
    const text = await ask('solve "forms 8x8 8/8/8/4xxx./4wx2/4x3/8/8 w"');
    expect(text).toContain('White is to move and wins with best play.');
    expect(text).toContain('The 4 winning moves: e4-e2 e4xe3 e4-d3 e4-f6'.slice(0, 20));
    for (const move of ['e4-d3', 'e4-e2', 'e4-f6', 'e4-g4']) expect(text).toContain(move);
  });

  it('tells a lost position', async () => {
    expect(await ask('solve "forms 4x4 4/.xx./.ww./4 x"')).toContain(
      'Black is to move and loses against best play',
    );
  });

  it('tells how far the end is where that is known, and how best play could go on', async () => {
    const won = await ask('solve "minefield 4x5 xwxw/wxwx/xwxw/wxwx/xwxw x"');
    expect(won).toContain(
      'Black is to move and wins with best play, in 3 moves at the latest, counting those of both',
    );
    expect(won).toMatch(/Best play could go on like this: [a-d][1-5] [a-d][1-5] [a-d][1-5]( |$)/);
    const lost = await ask('solve "minefield 4x4 xwxw/wxwx/xwxw/wxwx x"');
    expect(lost).toContain('whatever the move, and can hold out for 2 moves at most');
    expect(await ask('solve "minefield 3x3 xwx/wxw/xwx x"')).toContain(
      'Black is to move and wins with best play, in one move.',
    );
  });

  it('tells no distance where none is known, but a line', async () => {
    const text = await ask('solve "forms 8x8 8/8/8/4xxx./4wx2/4x3/8/8 w"');
    expect(text).not.toMatch(/moves at|one move/);
    expect(text).toMatch(/Best play could go on like this: e4-[a-h][1-8] /);
  });

  it('cuts a line that is too long to follow, and reads what older versions have found', async () => {
    const { db } = desk.shell;
    const told = async (verdict: SolutionData): Promise<string> => {
      putJob(db, QUESTION);
      const solver: Solver = {
        solve: async () => verdict,
        hint: () => Promise.reject(new Error('not asked')),
        findPuzzle: () => Promise.reject(new Error('not asked')),
        stop: async () => undefined,
      };
      await analyse(desk.shell, solver, new AbortController().signal, () => undefined);
      const [letter] = await desk.round();
      return (letter?.text ?? '').replace(/\s+/g, ' ');
    };
    const old = {
      kind: 'solved',
      value: 'win',
      bestMoves: ['a1xb1'],
      openMoves: [],
      nodes: 1,
    } as const;
    const text = await told(old);
    expect(text).toContain(
      'Black is to move and wins with best play. The only winning move: a1xb1',
    );
    expect(text).not.toContain('could go on');
    const line = Array.from({ length: 33 }, (_, ply) => (ply < 20 ? 'a1xb1' : 'a9xb9'));
    const long = await told({ ...old, distance: 33, line });
    expect(long).toContain('in 33 moves at the latest');
    expect(long).toContain('could go on like this, and 13 moves more: a1xb1');
    expect(long).not.toContain('a9xb9');
  });

  it('says nothing about a board that is being played, mirrored or not', async () => {
    expect(await ask('solve 1')).toContain('still being played');
    expect(await ask('solve "forms 2x4 xw/wx/xw/wx x"')).toContain('does not look at it');
    expect(await ask('solve "forms 4x2 wxwx/xwxw x"')).toContain('does not look at it');
    expect(await ask('solve "forms 2x4 wx/xw/wx/xw x"')).toContain('does not look at it');
  });

  it('answers about a finished board, at any ply', async () => {
    await desk.post({ from: ALICE, subject: 'resign 1', text: '' });
    await desk.answer(ALICE, 'yes');
    expect(await ask('solve 1 #0')).toContain('You asked: solve 1 #0 Black is to move and wins');
    expect(await ask('solve 1 #9')).toContain('has no move #9');
  });

  it.each([
    ['solve', 'Write the number of a finished board'],
    ['solve nonsense', 'Write the number of a finished board'],
    ['solve 1 #x', 'Write the number of a finished board'],
    ['solve 77', 'There is no board 77.'],
    ['solve "forms 99x1 xw x"', 'with sides of 1 to 26'],
    ['solve "forms 2x1 xo x"', 'Rank 1, counted from the bottom, has an unknown sign'],
    ['solve "forms 2x1 xww x"', 'does not have 2 cells'],
    ['solve "forms 2x1 xw/xw x"', 'does not have 1 rank.'],
    ['solve "forms 2x1 xw b"', 'is the side to move: x or w'],
    [`solve "forms 2x1 ${'x'.repeat(400)} x"`, 'does not have 2 cells'],
    ['solve "forms 3x1 x.w x"', 'One side must be even'],
    ['solve "forms 4x1 x.w. x"', 'are not one group'],
    ['solve "poker 4x1 xwxw x"', 'There is no game with that name.'],
  ])('says what is wrong with %s', async (text, why) => {
    expect(await ask(text)).toContain(why);
  });

  it('is asked only so often in a day', async () => {
    for (let count = 0; count < solverLimits.analysesPerDay; count++)
      await ask('solve "forms 2x1 xw x"');
    desk.time.now += 3_600_000;
    expect(await ask('solve "forms 2x1 xw x"')).toContain('You have asked the solver');
  });

  it('tries again after a death, and gives a position up that kills it', async () => {
    const dying: Solver = {
      solve: () => Promise.reject(new Error('out of memory')),
      hint: () => Promise.reject(new Error('out of memory')),
      findPuzzle: async () => null,
      stop: async () => undefined,
    };
    const { db } = desk.shell;
    putJob(db, QUESTION);
    const signal = new AbortController().signal;
    await analyse(desk.shell, dying, signal, () => undefined);
    expect(solverJobs(db, 'analysis')).toEqual([{ waits: 0, attempts: 3 }]);
    const [letter] = await desk.round();
    expect(letter?.text).toContain('could not finish');
  });
});
