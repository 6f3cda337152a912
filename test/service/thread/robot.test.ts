import { fileURLToPath } from 'node:url';
import { afterEach, describe, expect, it } from 'vitest';
import { defaultStart } from '../../../src/match/types.ts';
import {
  choose,
  makeThreadRobot,
  type Robot,
  type RobotQuestion,
} from '../../../src/service/thread/robot.ts';

const ODD = fileURLToPath(new URL('../../support/process/odd-robot-thread.mjs', import.meta.url));
let robot: Robot;
afterEach(() => robot.stop());

const question = (seed: string): RobotQuestion => ({
  rules: 'forms',
  position: defaultStart('forms'),
  level: 3,
  seed,
  nodesMax: undefined,
});

/** What became of questions that are asked all at once. */
const outcomes = (...seeds: readonly string[]): Promise<readonly string[]> =>
  Promise.all(
    seeds.map(async (seed) => {
      const move = await robot.choose(question(seed));
      return move.ok ? move.value : move.error;
    }),
  );

describe('the thread that finds moves', () => {
  it('finds what the function finds, and says of what is no position that there is no move', async () => {
    robot = makeThreadRobot();
    const start = question('1 1');
    expect(await robot.choose(start)).toEqual({ ok: true, value: choose(start) });
    expect((await robot.choose({ ...start, position: 'nothing' })).ok).toBe(false);
    expect((await robot.choose(start)).ok).toBe(true);
  });

  it('dies of one question, or takes too long over it, and answers those behind it', async () => {
    robot = makeThreadRobot(ODD, 1_000);
    const died = 'the thread has died of it';
    expect(await outcomes('one', 'exit', 'two', 'hang', 'three', 'fill', 'four')).toEqual([
      'one',
      died,
      'two',
      'it took too long',
      'three',
      expect.stringMatching(/died of it|too long/),
      'four',
    ]);
  });

  it('ends in the middle of a thought when the server stops', async () => {
    robot = makeThreadRobot(ODD, 60_000);
    const thinking = robot.choose(question('hang'));
    const ended = expect(thinking).rejects.toThrow();
    await robot.stop();
    await ended;
  });
});
