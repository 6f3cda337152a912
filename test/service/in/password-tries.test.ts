import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { wrongPasswordsPerHourMax } from '../../../src/limits.ts';
import { ENOUGH } from '../../../src/service/do/answer.ts';
import { ALICE, BOB, type Desk, openBoard, openDesk } from '../../support/desk/desk.ts';
import { newestBoard } from '../../support/desk/play.ts';
import { answerTo } from '../../support/post/letters.ts';

const WORD = 'correct-horse-7';
let desk: Desk;
beforeEach(async () => {
  desk = openDesk({ log: 'silent' });
  await openBoard(desk, 'minefield -size=4x4');
  await desk.answer(ALICE, `password ${WORD}`);
  await desk.answer(ALICE, 'yes');
});
afterEach(() => desk.close());

const moves = () => desk.shell.db.prepare('select moves from matches').pluck().get();
const guess = (from: string, userid = 'alice', word = 'wrong-word-1') =>
  desk.post({ from, subject: `minefield move 1 ${userid} ${word} c3`, text: '' });
/** As many wrong passwords as there are tries, and some more. */
async function useUp(from: (time: number) => string, userid = 'alice'): Promise<void> {
  for (let time = 0; time < wrongPasswordsPerHourMax + 3; time++) await guess(from(time), userid);
}

describe('wrong passwords', () => {
  it.each([
    ['from all over the world', (time: number) => `eve@far-${time}.test`],
    ['from one address', () => 'eve@far.test'],
    ['from another player', () => BOB],
  ])('do not lock the owner out at home: %s', async (_, from) => {
    await useUp(from);
    await guess(ALICE, 'alice', WORD);
    expect(moves()).toBe('c3');
  });

  it('in the name of an address, for others, do not lock its owner out', async () => {
    await useUp(() => ALICE, 'bob');
    await guess(ALICE, 'alice', WORD);
    expect(moves()).toBe('c3');
  });

  it('lead nowhere from anywhere: the right one is no better when the tries are used up', async () => {
    await useUp((time) => `eve@far-${time}.test`);
    await guess('eve@new.test', 'alice', WORD);
    await useUp(() => ALICE);
    await guess(ALICE, 'alice', WORD);
    expect(moves()).toBe('');
    const reason = desk.shell.db.prepare('select reason from inbox order by id desc').pluck();
    expect(reason.get()).toBe(ENOUGH);
  });

  it('in her own name do not stop her answers, whatever word stands in them', async () => {
    const board = newestBoard(desk, ALICE);
    await useUp(() => ALICE);
    await desk.post({ ...answerTo(board, `minefield move 1 alice ${WORD} c3`) });
    expect(moves()).toBe('c3');
  });

  it('are not tried without end by a token of somebody else', async () => {
    const board = newestBoard(desk, BOB);
    await useUp((time) => `eve@far-${time}.test`);
    await desk.post({ ...answerTo(board, `minefield move 1 alice ${WORD} c3`) });
    expect(moves()).toBe('');
  });
});
