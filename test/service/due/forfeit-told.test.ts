import { afterEach, beforeEach, expect, it } from 'vitest';
import { oneDayMs } from '../../../src/limits.ts';
import type { Handover } from '../../../src/post/smtp.ts';
import { matchOf } from '../../../src/store/play/matches.ts';
import { type Desk, openBoard, openDesk } from '../../support/desk/desk.ts';
import { letPass } from '../../support/desk/pass.ts';

let desk: Desk;
let answer: Handover;
beforeEach(async () => {
  const begun = openDesk();
  await openBoard(begun, 'forms -size=4x4 -first=me -forfeit=3d');
  const submission = {
    send: async () => answer,
    verify: async () => undefined,
    close: () => undefined,
  };
  desk = begun.copy({ submission, log: 'silent' });
  begun.close();
});
afterEach(() => desk.close());

const days = (count: number) => letPass(desk, count * oneDayMs);
const ending = () => matchOf(desk.shell.db, 1)?.outcome?.ending;
const down: Handover = { kind: 'unreachable', error: 'ECONNREFUSED' };

it('a match is lost a day after its announcement has left the house', async () => {
  answer = down;
  await days(5);
  expect(ending()).toBeUndefined();
  answer = { kind: 'taken' };
  await days(0.9);
  expect(ending()).toBeUndefined();
  await days(0.2);
  expect(ending()).toBe('forfeited');
});

it('a match is lost at its time when the announcement has been handed over', async () => {
  answer = { kind: 'taken' };
  await days(3.6);
  expect(ending()).toBeUndefined();
  // It is nine in the morning when it begins.
  await days(0.1);
  expect(ending()).toBe('forfeited');
});

it('a match is not lost later than the announcement is given up', async () => {
  answer = { kind: 'later', error: '452 4.2.2' };
  // It is announced on the first morning, and tried for five days.
  await days(5.5);
  expect(ending()).toBeUndefined();
  await days(1);
  expect(ending()).toBe('forfeited');
});
