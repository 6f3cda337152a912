import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import {
  oneDayMs,
  passwordPlaceMs,
  wrongPasswordsPerHourMax,
  wrongPasswordsPerUseridPerDayMax,
} from '../../../src/limits.ts';
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

  it('lead nowhere from one address: there the right one is no better when the tries are used up', async () => {
    for (const from of ['eve@far.test', ALICE]) {
      await useUp(() => from);
      await guess(from, 'alice', WORD);
    }
    expect(moves()).toBe('');
    await guess('alice@hotel.test', 'alice', WORD);
    expect(moves()).toBe('c3');
  });

  it('in her own name do not stop her answers, whatever word stands in them', async () => {
    const board = newestBoard(desk, ALICE);
    await useUp(() => ALICE);
    await desk.post({ ...answerTo(board, `minefield move 1 alice ${WORD} c3`) });
    expect(moves()).toBe('c3');
  });
});

describe('wrong passwords from all over the world', () => {
  const HOTEL = 'alice@hotel.test';
  /** A few by letter; the others as if they had come so. */
  async function flood(): Promise<void> {
    await useUp((time) => `eve@far-${time}.test`);
    const note = desk.shell.db.prepare(
      `insert into wrong_passwords (userid_key, address_key, at) values ('alice', ?, ?)`,
    );
    for (let time = 0; time < wrongPasswordsPerUseridPerDayMax; time++) {
      note.run(`eve@further-${time}.test`, desk.time.now);
    }
  }

  it('do not lock the owner out at a new address, unless they are very many', async () => {
    await useUp((time) => `eve@far-${time}.test`);
    await guess(HOTEL, 'alice', WORD);
    expect(moves()).toBe('c3');
  });

  it('lead nowhere: in the end the right one is no better at a new address', async () => {
    await flood();
    await guess('eve@new.test', 'alice', WORD);
    const board = newestBoard(desk, BOB);
    await desk.post({ ...answerTo(board, `minefield move 1 alice ${WORD} c3`) });
    expect(moves()).toBe('');
    desk.time.now += oneDayMs;
    await guess('eve@new.test', 'alice', WORD);
    expect(moves()).toBe('c3');
  });

  it('never lock the owner out where the right one has come from before', async () => {
    await guess(HOTEL, 'alice', WORD);
    await desk.answer(ALICE, 'undo');
    await desk.answer(BOB, 'accept');
    expect(moves()).toBe('');
    const later = desk.copy();
    await flood();
    await guess(HOTEL.toUpperCase(), 'alice', WORD);
    expect(moves()).toBe('c3');
    // That ends some time, and with the password.
    later.time.now += passwordPlaceMs + oneDayMs;
    const known = () => later.shell.db.prepare('select * from password_places').all().length;
    expect(known()).toBe(1);
    await later.answer(ALICE, 'password another-horse-8');
    await later.answer(ALICE, 'yes');
    expect(known()).toBe(0);
    later.close();
  });

  it('at a place that is known count against that place alone', async () => {
    await guess(HOTEL, 'alice', WORD);
    await useUp(() => HOTEL);
    await desk.answer(BOB, 'b2');
    await guess(HOTEL, 'alice', WORD);
    expect(moves()).toBe('c3 b2');
    await desk.post({ from: ALICE, subject: `minefield move 1 alice ${WORD} d4`, text: '' });
    expect(moves()).toBe('c3 b2 d4');
  });
});
