import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { chargeTo } from '../../../src/budget/charge.ts';
import { forms } from '../../../src/engine/games/forms/forms.ts';
import { nodesOn, STRENGTHS } from '../../../src/engine/robot/level.ts';
import { startWithRobot } from '../../../src/match/start.ts';
import { ok } from '../../../src/result.ts';
import { scheduleRobot } from '../../../src/service/do/advance.ts';
import { nodesFor, runRobotTurns } from '../../../src/service/due/robot.ts';
import { choose, type Robot, type RobotQuestion } from '../../../src/service/thread/robot.ts';
import { transact } from '../../../src/store/file/database.ts';
import { nextNumber } from '../../../src/store/play/challenges.ts';
import { insertMatch } from '../../../src/store/play/matches.ts';
import { value } from '../../engine/given.ts';
import { ALICE, type Desk, openBoard, openDesk } from '../../support/desk/desk.ts';
import { storedBoard } from '../../support/desk/play.ts';
import { answerTo } from '../../support/post/letters.ts';
import { boards, robotTurns } from '../../support/stored/play.ts';

let begun: Desk;
let desk: Desk;
beforeAll(async () => {
  begun = openDesk();
  await openBoard(begun, 'forms -size=4x4');
  await begun.answer(ALICE, 'resign');
});
afterAll(() => begun.close());
beforeEach(() => {
  desk = begun.copy();
});
afterEach(() => desk.close());

/** On a small board the highest level has more nodes. */
const SMALL = value(forms.start({ cols: 4, rows: 4 }));
const USUAL = value(forms.start({ cols: 8, rows: 8 }));

const signal = new AbortController().signal;
const alice = { id: 1, userid: 'alice' };
const cause = {
  inboxId: 1,
  messageId: undefined,
  address: ALICE,
  charge: chargeTo(1, 'token', 0),
};

/** Begins so many matches in which the robot is to move. */
function beginMatches(count: number): void {
  const { db } = desk.shell;
  const terms = {
    rules: 'forms',
    size: { cols: 4, rows: 4 },
    first: 'them',
    level: 5,
    pace: undefined,
    rated: false,
  } as const;
  transact(db, () => {
    for (let begunNow = 0; begunNow < count; begunNow++) {
      const match = value(startWithRobot(nextNumber(db), alice, terms, true));
      insertMatch(db, match, desk.time.now);
      scheduleRobot(db, match, cause);
    }
  });
}

/** Answers like any robot, and tells what it was asked. */
function listening(heard: (question: RobotQuestion) => unknown): Robot {
  return {
    async choose(question) {
      await heard(question);
      return ok(choose({ ...question, level: 2 }));
    },
    stop: async () => undefined,
  };
}
const plies = () =>
  boards(desk.shell.db)
    .filter(({ robot, moves }) => robot !== null && moves !== '')
    .map(({ board }) => board);

describe('many turns of the robot', () => {
  it('are played one after the other, those that have waited longest first', async () => {
    beginMatches(40);
    const asked: number[] = [];
    await runRobotTurns(
      desk.shell,
      listening(({ seed }) => asked.push(Number(seed.split(' ')[0]))),
      signal,
      () => undefined,
    );
    expect(asked).toEqual(Array.from({ length: 40 }, (_, at) => at + 2));
    expect(plies()).toEqual(asked);
  });

  it('are thought about for no more than a minute together, a thousand of them', () => {
    const whole = STRENGTHS[5].repeatingNodesMax;
    const shares = Array.from({ length: 1_000 }, (_, at) =>
      nodesFor({ level: 5 }, SMALL, 1_000 - at),
    );
    const sum = shares.reduce<number>((nodes, share) => nodes + (share ?? whole), 0);
    // A whole one takes about a third of a second.
    expect(sum / whole / 3).toBeLessThan(60);
    expect(shares.at(-1)).toBe(nodesOn(5, SMALL));
    expect(nodesFor({ level: 4 }, USUAL, 1_000)).toBeUndefined();
  });

  it('are decided about once, how much thought they get', async () => {
    beginMatches(20);
    const { db } = desk.shell;
    const nodes = () => robotTurns(db).map(({ nodesMax }) => nodesMax);
    const stuck: Robot = {
      choose: () => Promise.reject(new Error('stopped')),
      stop: async () => undefined,
    };
    const stop = new AbortController();
    const playing = runRobotTurns(desk.shell, stuck, stop.signal, () => undefined);
    stop.abort();
    await playing;
    const before = nodes();
    expect(before[0]).toBe(nodesFor({ level: 5 }, SMALL, 20));
    expect(robotTurns(db).filter(({ failures }) => failures > 0)).toEqual([]);
    beginMatches(20);
    const asked: (number | undefined)[] = [];
    await runRobotTurns(
      desk.shell,
      listening(({ nodesMax }) => asked.push(nodesMax)),
      signal,
      () => undefined,
    );
    expect(asked.slice(0, 16)).toEqual(before.slice(0, 16));
  });
});

describe('a turn of the robot', () => {
  it('is dropped where its board has changed while it was thought about', async () => {
    await desk.answer(ALICE, 'whoami');
    const account = desk.newest(ALICE);
    await desk.answer(ALICE, 'play forms -size=4x4 -first=me');
    desk.put(answerTo(desk.newest(ALICE), 'a4b4'));
    let thoughts = 0;
    const away = desk.copy({
      robot: listening(async () => {
        thoughts++;
        // What is said in answer to a letter that shows no board is done at once.
        await away.post(answerTo(account, 'resign 2'));
      }),
    });
    await away.round();
    expect(storedBoard(away, 2)).toMatchObject({ ending: 'resigned', moves: 'a4xb4' });
    expect(thoughts).toBe(1);
    expect(robotTurns(away.shell.db)).toEqual([]);
    away.close();
  });
});
