import { afterEach, describe, expect, it } from 'vitest';
import { oneDayMs, oneHourMs } from '../../../src/limits.ts';
import { matchOf } from '../../../src/store/play/matches.ts';
import { dayTold } from '../../support/desk/dates.ts';
import { ALICE, type Desk, openBoard, openDesk, type Sent } from '../../support/desk/desk.ts';
import { letPass } from '../../support/desk/pass.ts';
import { flat } from '../../support/desk/players.ts';
import { throwDice } from '../../support/run/seed.ts';

/** Letters of the morning come at eight on the player's wall, whatever clocks do. */

const STEP_MS = oneHourMs / 4;

let desk: Desk;
afterEach(() => desk.close());

const walls = new Map<string, Intl.DateTimeFormat>();

/** What clocks on the wall of a zone show: `2026-03-29 08:00`. */
function wall(at: number, timeZone: string): string {
  const known =
    walls.get(timeZone) ??
    new Intl.DateTimeFormat('sv-SE', { timeZone, dateStyle: 'short', timeStyle: 'short' });
  walls.set(timeZone, known);
  return known.format(at);
}

/** The first moment at which they do, or, where that time is left out, show a later one. */
function momentOf(text: string, zone: string): number {
  let at = Date.parse(`${text.replace(' ', 'T')}Z`) - oneDayMs;
  while (wall(at, zone) < text) at += STEP_MS / 3;
  return at;
}

/** A board on which alice is to move, from about noon of a day, where she lives. */
async function begin(date: string, zone: string, terms: string, daily: boolean): Promise<void> {
  desk = openDesk({ now: momentOf(`${date} 12:00`, zone) });
  await openBoard(desk, `forms -size=4x4 -first=me ${terms}`);
  for (const line of [`set zone ${zone}`, ...(daily ? ['set notify daily'] : [])]) {
    await desk.post({ from: ALICE, subject: line, text: '' });
    await desk.answer(ALICE, 'yes');
  }
}

/** The server is at work until a time of the wall. */
async function workUntil(text: string, zone: string): Promise<void> {
  const end = momentOf(text, zone);
  while (desk.time.now < end) {
    desk.time.now = Math.min(end, desk.time.now + STEP_MS - (desk.time.now % STEP_MS));
    await desk.round();
  }
}

/** Nobody is there until a time of the wall. */
async function awayUntil(text: string, zone: string): Promise<void> {
  desk.time.now = momentOf(text, zone);
  await desk.round();
}

const isMorning = ({ to, subject }: Sent): boolean => to === ALICE && subject.includes('your turn');

/** When letters of the morning have come, on the wall. */
const mornings = (zone: string): readonly string[] =>
  desk.sent.filter(isMorning).map(({ email }) => wall(Date.parse(email.date ?? ''), zone));

const dateAfter = (date: string, days: number): string =>
  new Date(Date.parse(date) + days * oneDayMs).toISOString().slice(0, 10);

/** The day of the letter on which the clocks change, or any day where they do not. */
const CHANGES = [
  ['UTC', '2026-05-10'],
  ['Europe/Berlin', '2026-03-29'],
  ['Europe/Berlin', '2026-10-25'],
  // Midnight does not exist there, or comes twice.
  ['America/Santiago', '2026-09-06'],
  ['America/Santiago', '2026-04-05'],
  ['Africa/Cairo', '2026-04-24'],
  ['Asia/Kolkata', '2026-05-10'],
  // By half an hour.
  ['Australia/Lord_Howe', '2026-10-04'],
  ['Australia/Lord_Howe', '2026-04-05'],
] as const;

const KINDS = [
  ['letter of the day', '-clock=none', true],
  ['reminder', '-nag=1d -forfeit=9d', false],
] as const;

const dice = throwDice('mornings');

const cases = dice
  .sample(CHANGES, 1)
  .flatMap(([zone, date]) =>
    KINDS.map(([kind, terms, daily]) => ({ zone, date, kind, terms, daily })),
  );

describe('a letter of the morning comes at eight', () => {
  it.each(cases)('in $zone around $date: a $kind', async ({ zone, date, terms, daily }) => {
    await begin(dateAfter(date, -2), zone, terms, daily);
    await workUntil(`${dateAfter(date, 2)} 23:00`, zone);
    expect(mornings(zone)).toEqual([-1, 0, 1, 2].map((day) => `${dateAfter(date, day)} 08:00`));
  });

  it.each(cases)(
    'in $zone around $date, after hours without the server: a $kind',
    async ({ zone, date, terms, daily }) => {
      await begin(dateAfter(date, -2), zone, terms, daily);
      // Over a morning, and into the night.
      await workUntil(`${dateAfter(date, -1)} 06:00`, zone);
      await awayUntil(`${date} 00:30`, zone);
      await workUntil(`${dateAfter(date, 2)} 23:00`, zone);
      expect(mornings(zone)).toEqual([0, 1, 2].map((day) => `${dateAfter(date, day)} 08:00`));
    },
  );
});

describe('a letter of the morning whose time has gone by', () => {
  const zone = 'Europe/Berlin';

  it.each(
    KINDS.flatMap(([kind, terms, daily]) =>
      ['2026-05-12 06:00', '2026-05-10 09:30'].map((from) => ({
        kind,
        terms,
        daily,
        from,
      })),
    ),
  )('comes on the same day, when the server is back from $from: a $kind', async (each) => {
    const { terms, daily, from } = each;
    await begin('2026-05-09', zone, terms, daily);
    await workUntil(from, zone);
    const before = mornings(zone).length;
    await awayUntil('2026-05-12 09:10', zone);
    expect(mornings(zone).slice(before)).toEqual(['2026-05-12 09:10']);
    await workUntil('2026-05-14 23:00', zone);
    expect(mornings(zone).slice(before + 1)).toEqual(['2026-05-13 08:00', '2026-05-14 08:00']);
  });

  it('comes before that of the next day, also for who asks for it at night', async () => {
    await begin('2026-05-09', zone, '-clock=none', false);
    await workUntil('2026-05-11 03:00', zone);
    await desk.post({ from: ALICE, subject: 'set notify daily', text: '' });
    await desk.answer(ALICE, 'yes');
    await workUntil('2026-05-12 23:00', zone);
    expect(mornings(zone)).toEqual(['2026-05-11 08:00', '2026-05-12 08:00']);
  });
});

describe('a forfeit that is announced in the morning', () => {
  const places = [
    ['Europe/Berlin', '2026-03-27'],
    ['America/Santiago', '2026-09-04'],
    ['Australia/Lord_Howe', '2026-10-02'],
  ] as const;
  const all = places.flatMap(([zone, date]) =>
    [2, 9, 16, 23].map((hours) => ({ zone, date, hours })),
  );
  it.each(dice.sample(all, 3))(
    'comes a day later, as it said, after $hours hours without the server: $zone',
    async (each) => {
      const { zone, date, hours } = each;
      await begin(date, zone, '-forfeit=3d', false);
      await workUntil(`${date} 23:00`, zone);
      desk.time.now += hours * oneHourMs;
      await desk.round();
      const ending = () => matchOf(desk.shell.db, 1)?.outcome?.ending;
      for (let hour = 0; ending() === undefined && hour < 10 * 24; hour++) {
        await letPass(desk, oneHourMs);
      }
      expect(ending()).toBe('forfeited');
      const [announced, ...more] = desk.sent.filter(
        (sent) => isMorning(sent) && sent.text.includes('You lose board'),
      );
      expect(more).toEqual([]);
      const toldAt = Date.parse(announced?.email.date ?? '');
      expect(desk.time.now - toldAt).toBeGreaterThanOrEqual(oneDayMs);
      const [, told = ''] = /by the end of ([\w, ]+) \(/.exec(flat(announced)) ?? [];
      const day = dayTold(told, toldAt);
      expect(wall(desk.time.now, zone) > `${day} 23:59`).toBe(true);
      expect(wall(toldAt, zone).slice(11) >= '08:00').toBe(true);
    },
  );
});
