import { expect, it } from 'vitest';
import { oneDayMs, oneHourMs, questionLimits } from '../../../src/limits.ts';
import { leaseLimits } from '../../../src/server-limits.ts';
import { matchOf } from '../../../src/store/play/matches.ts';
import { ALICE, BOB } from '../../support/desk/desk.ts';
import { desk, eachDesk } from '../../support/desk/each.ts';
import { letPass } from '../../support/desk/pass.ts';
import { oneLine, play, storedBoard } from '../../support/desk/play.ts';
import { writeBounce } from '../../support/post/bounces.ts';
import { suspendedAddresses } from '../../support/stored/letters.ts';

eachDesk('forms -size=4x4 -first=me -forfeit=3d');

/** The clock of the machine is wrong by a year for some rounds, and is put right. */
async function strayAhead(): Promise<void> {
  await letPass(desk, oneDayMs / 2);
  desk.time.now += 365 * oneDayMs;
  await letPass(desk, oneDayMs);
  desk.time.now -= 365 * oneDayMs;
  await desk.round();
}

/** The clock of the machine is put right. */
async function strayBack(): Promise<void> {
  desk.time.now -= 400 * oneDayMs;
  await desk.round();
}

it('a clock that was ahead leaves no turn without an end', async () => {
  await strayAhead();
  await letPass(desk, 6 * oneDayMs);
  expect(matchOf(desk.shell.db, 1)?.outcome?.ending).toBe('forfeited');
});

it('a clock that was ahead costs no turn that begins after it its reminders', async () => {
  await strayAhead();
  await play(desk, 'a4b4');
  const sent = await letPass(desk, 6 * oneDayMs);
  expect(sent.some(({ to, subject }) => to === BOB && subject.includes('your turn'))).toBe(true);
  expect(matchOf(desk.shell.db, 1)?.outcome?.ending).toBe('forfeited');
});

it('a turn that began while a clock was ahead has an end', async () => {
  await letPass(desk, oneDayMs);
  desk.time.now += 365 * oneDayMs;
  await play(desk, 'a4b4');
  // It is Bob's last day but one there.
  await letPass(desk, 2 * oneDayMs);
  desk.time.now -= 365 * oneDayMs;
  await letPass(desk, 6 * oneDayMs);
  expect(matchOf(desk.shell.db, 1)?.outcome).toEqual({ winner: 'black', ending: 'forfeited' });
});

it('a clock that is behind costs nobody the time of a turn, and changes no record', async () => {
  const began = () => storedBoard(desk).changedAt;
  const before = began();
  desk.time.now -= 26 * 365 * oneDayMs;
  await letPass(desk, oneDayMs);
  desk.time.now += 26 * 365 * oneDayMs;
  await letPass(desk, oneDayMs);
  expect(began()).toBe(before);
  expect(matchOf(desk.shell.db, 1)?.outcome).toBeUndefined();
  await letPass(desk, 6 * oneDayMs);
  expect(matchOf(desk.shell.db, 1)?.outcome?.ending).toBe('forfeited');
});

it('a clock that was ahead keeps no letter of the day back', async () => {
  await desk.post({ from: BOB, subject: 'set notify daily', text: '' });
  await desk.answer(BOB, 'yes');
  await strayAhead();
  await play(desk, 'a4b4');
  const sent = await letPass(desk, oneDayMs);
  expect(sent.filter(({ to }) => to === BOB).map(({ text }) => text.includes('a4xb4'))).toEqual([
    true,
  ]);
  expect(sent.filter(({ to }) => to === ALICE)).toEqual([]);
});

it('a clock that was ahead leaves nobody without answers', async () => {
  desk.time.now += 400 * oneDayMs;
  // More than any hour may have, in several.
  for (let count = 0; count < 2 * leaseLimits.perAddressPerHour; count++) {
    await desk.post({ from: ALICE, subject: 'games', text: '' });
    await desk.post({ from: 'eve@x.test', subject: 'help', text: '' });
    desk.time.now += oneHourMs / 10;
  }
  await strayBack();
  for (const from of [ALICE, 'eve@x.test']) {
    const sent = await desk.post({ from, subject: 'help', text: '' });
    expect(sent.map(({ to }) => to)).toEqual([from]);
  }
});

it('a clock that was ahead locks nobody out, and uses up no day', async () => {
  desk.time.now += 400 * oneDayMs;
  for (let count = 0; count < questionLimits.unprovenPerDay; count++) {
    await desk.post({ from: ALICE, subject: 'set zone UTC', text: '' });
  }
  await strayBack();
  await desk.post({ from: ALICE, subject: 'set zone UTC', text: '' });
  expect(oneLine(desk.newest(ALICE))).toContain('If that was you');
});

it('a suspension by a clock that was ahead ends with it', async () => {
  await letPass(desk, oneDayMs);
  desk.time.now += 400 * oneDayMs;
  const { from, email } = desk.newest(BOB);
  const uid = desk.box.size + 1;
  const bounce = { to: from, messageId: email.messageId ?? '', recipient: BOB };
  desk.box.set(uid, writeBounce(bounce, uid));
  await desk.round();
  const suspended = () => suspendedAddresses(desk.shell.db);
  expect(suspended()).toEqual([BOB]);
  await strayBack();
  await letPass(desk, oneHourMs);
  expect(suspended()).toEqual([]);
});
