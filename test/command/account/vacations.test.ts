import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { makeDay } from '../../../src/match/clock.ts';
import { vacationsFrom } from '../../../src/store/play/turn-clocks.ts';
import { ALICE, type Desk, openBoard, openDesk } from '../../support/desk/desk.ts';
import { flat } from '../../support/desk/players.ts';

let desk: Desk;
afterEach(() => desk.close());

/** Opens a board in the morning of a day. */
async function begin(day: string, terms: string): Promise<void> {
  desk = openDesk({ now: Date.parse(`${day}T09:00:00Z`) });
  await openBoard(desk, `forms -size=4x4 -first=me ${terms}`);
}

/** Writes a new letter, and says yes to what is asked about it. */
async function write(from: string, line: string): Promise<string> {
  await desk.post({ from, subject: line, text: '' });
  const asked = desk.newest(from);
  if (asked.subject.includes('confirm')) await desk.answer(from, 'yes');
  return flat(desk.newest(from));
}

const daysOff = () =>
  vacationsFrom(desk.shell.db, 1, 0).map(({ from, to }) => [makeDay(from), makeDay(to)]);

describe('the days off of a year', () => {
  beforeEach(() => begin('2026-12-10', ''));

  it('are counted in every year that they touch', async () => {
    expect(await write(ALICE, 'vacation 2026-12-31 2028-01-01')).toContain('30 are left for 2027');
    expect(daysOff()).toEqual([]);
  });

  it('come out of two years over new year', async () => {
    const said = await write(ALICE, 'vacation 2026-12-11 2027-01-30');
    expect(said).toContain('You are away from 11 December 2026 to 30 January 2027');
    expect(daysOff()).toEqual([['2026-12-11', '2027-01-30']]);
    expect(await write(ALICE, 'vacation 2027-05-01 2027-05-01')).toContain('None is left for 2027');
  });
});

describe('days off that are to be longer', () => {
  beforeEach(() => begin('2026-12-10', ''));

  it('may begin on the last of those before', async () => {
    await write(ALICE, 'vacation 2026-12-10 2026-12-12');
    expect(await write(ALICE, 'vacation 2026-12-10 2026-12-20')).toContain('vacation off');
    expect(await write(ALICE, 'vacation off')).toContain('run again from 11 December 2026');
    // Today is still a day off: what was said to do leads to what was wanted.
    expect(await write(ALICE, 'vacation 2026-12-10 2026-12-20')).toContain(
      'You are away from 11 December 2026 to 20 December 2026',
    );
    expect(daysOff()).toEqual([
      ['2026-12-10', '2026-12-10'],
      ['2026-12-11', '2026-12-20'],
    ]);
    expect(await write(ALICE, 'vacation')).toContain('You have 19 days off left in 2026');
  });
});

describe('days off in the words of a calendar', () => {
  beforeEach(() => begin('2026-12-10', ''));

  it.each([
    [
      'de',
      'Du hast vom 24. Dezember 2026 bis zum 2. Januar 2027 frei',
      'Deine Uhr steht bis zum Ende des 2. Januar 2027 still.',
    ],
    [
      'en',
      'You are away from 24 December 2026 to 2 January 2027',
      'Your clock is stopped until the end of 2 January 2027.',
    ],
  ])('are told as the language of the reader has them: %s', async (language, told, still) => {
    const ask = async (line: string) => {
      await desk.answer(ALICE, line);
      return flat(desk.newest(ALICE));
    };
    await write(ALICE, `set language ${language}`);
    expect(await ask('vacation 2026-12-24 2027-01-02')).toContain(told);
    desk.time.now = Date.parse('2026-12-25T09:00:00Z');
    expect(await ask('show 1')).toContain(still);
  });

  it('are asked about, and told, with their years', async () => {
    await desk.post({ from: ALICE, subject: 'vacation 24.12. - 2.1.', text: '' });
    expect(flat(desk.newest(ALICE))).toContain('vacation 2026-12-24 2027-01-02');
    await desk.answer(ALICE, 'yes');
    expect(flat(desk.newest(ALICE))).toContain(
      'You are away from 24 December 2026 to 2 January 2027',
    );
    expect(daysOff()).toEqual([['2026-12-24', '2027-01-02']]);
  });

  it('are counted from today on where only their number is written', async () => {
    expect(await write(ALICE, 'vacation 14')).toContain(
      'from 10 December 2026 to 23 December 2026',
    );
    expect(daysOff()).toEqual([['2026-12-10', '2026-12-23']]);
  });

  it('are not taken where nobody can know which they are', async () => {
    await desk.answer(ALICE, 'vacation 3/4 to 5/4');
    expect(flat(desk.newest(ALICE))).toContain('vacation 20 Dec to 3 Jan');
    expect(daysOff()).toEqual([]);
  });

  it('may come in the wrong order only with their years', async () => {
    await desk.answer(ALICE, 'vacation 2026-12-24 2026-12-20');
    expect(flat(desk.newest(ALICE))).toContain('vacation 2026-12-20 2026-12-24');
    expect(daysOff()).toEqual([]);
  });
});
