import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { GAMES } from '../../../src/engine/registry.ts';
import { oneHourMs } from '../../../src/limits.ts';
import {
  archiveFiles,
  exportArchive,
  importArchive,
} from '../../../src/service/archive/archive.ts';
import { recomputeRatings } from '../../../src/service/do/rate.ts';
import { transact } from '../../../src/store/file/database.ts';
import { type Desk, openDesk } from '../../support/desk/desk.ts';
import { contents, ratingsIn } from '../../support/model/archives.ts';
import { hoursFrom } from '../../support/model/hours.ts';
import { Book } from '../../support/model/year-book.ts';
import { Oracle, type Outage, type Terms } from '../../support/model/year-oracle.ts';
import { type Person, type Style, Town } from '../../support/model/year-town.ts';
import { type Dice, full, throwDice } from '../../support/run/seed.ts';
import { lettersOut } from '../../support/stored/letters.ts';

/**
 * A year of play: people in four zones who move at once, late, on the last day or not at all, take
 * days off and come back sooner, whose letters come back, who leave; and a server that is away for
 * hours and for days. Beside it an oracle counts the hours. At the end the ratings are computed anew,
 * and the matches go to another server and back.
 */

const START = Date.UTC(2026, 5, 1);
const HOURS = 365 * 24;
/** As many as minutes allow: those of one style play alike. */
const PLAYERS = full ? 80 : 24;
const MATCHES = full ? 300 : 36;
const ZONES = ['Europe/Berlin', 'America/New_York', 'Australia/Sydney', 'UTC'];
const SIZES = ['4x4', '4x5'];
const NONE = Number.POSITIVE_INFINITY;
const TERMS: readonly Terms[] = [
  { text: '', forfeit: 21 },
  { text: '-forfeit=3d', forfeit: 3 },
  { text: '-forfeit=1d', forfeit: 1 },
  { text: '-forfeit=7d -nag=2d', forfeit: 7 },
  { text: '-forfeit=9d -total=20d', forfeit: 9, total: 20 },
  { text: '-forfeit=10d -total=5d -increment=2d', forfeit: 10, total: 5, increment: 2 },
  { text: '-clock=none', forfeit: NONE },
];
const STYLES: readonly Style[] = ['prompt', 'slow', 'last-day', 'last-day', 'stops'];
/** Around the changes of the clocks in each zone, and over New Year. */
const DATES =
  '2026-10-01 2026-10-22 2026-10-30 2026-12-23 2026-12-29 2027-03-10 2027-03-25 2027-04-01'.split(
    ' ',
  );

const one = <T>(dice: Dice, list: readonly T[]): T => list[dice.upTo(list.length) - 1] as T;

/** When nobody is there, about, and for how many hours: also when clocks change, and before days off. */
const OUTAGES: readonly (readonly [string, number])[] = [
  ['2026-08-10', 2],
  ['2026-10-03', 30],
  ['2026-10-31', 2],
  ['2026-12-16', 6 * 24],
  ['2027-02-10', 2],
  ['2027-03-27', 30],
  ['2027-04-20', 2],
];

const hourOf = (date: string): number => (Date.parse(date) - START) / oneHourMs;

const outagesOf = (dice: Dice): readonly Outage[] =>
  OUTAGES.map(([date, length]) => {
    const from = hourOf(date) + dice.upTo(72);
    return { from, to: from + length };
  });

function personOf(dice: Dice, index: number): Person {
  const style = one(dice, STYLES);
  const stopsAt = style === 'stops' ? 500 + dice.upTo(HOURS - 2_000) : NONE;
  return {
    userid: `p${index}`,
    address: `p${index}@home${index}.test`,
    zone: one(dice, ZONES),
    off: new Set(),
    bounced: new Set(),
    droppedAt: -1,
    style,
    stopsAt,
    deadFrom: style === 'stops' && dice.upTo(3) === 1 ? stopsAt : NONE,
    welcome: undefined,
    boards: new Map(),
    offering: new Map(),
    wroteAt: -1,
    leaving: false,
  };
}

/** What people will do in the year, whatever comes. */
function plan(town: Town, dice: Dice): void {
  const { people } = town;
  const anyone = () => one(dice, people);
  people.forEach((person, index) => {
    // A server hears only so many strangers in a day.
    town.plan(Math.floor(index / 3), () =>
      town.write(person, { subject: `signup ${person.userid}`, text: '' }),
    );
    for (let times = dice.upTo(3); times > 0; times--) {
      const [date, days] = [one(dice, DATES), dice.upTo(12)];
      const asked = hourOf(date) - dice.upTo(400);
      town.plan(asked, () => town.takeOff(person, date, days));
      if (dice.upTo(3) === 1)
        town.plan(asked + dice.upTo(600), () => town.ask(person, 'vacation off'));
    }
    if (dice.upTo(5) === 1) {
      const from = 100 + dice.upTo(HOURS - 100);
      town.plan(from, () => town.ask(person, 'set notify daily'));
      town.plan(from + dice.upTo(3_000), () => town.ask(person, 'set notify each'));
    }
    if (dice.upTo(4) === 1)
      town.plan(dice.upTo(HOURS), () => town.takeOff(person, '', dice.upTo(9)));
    if (dice.upTo(4) === 1) town.plan(dice.upTo(HOURS), () => town.bounce(person));
    if (dice.upTo(20) === 1) {
      town.plan(500 + dice.upTo(HOURS - 500), () => {
        town.ask(person, 'signoff');
        person.leaving = true;
      });
    }
  });
  for (let match = 0; match < MATCHES; match++) {
    town.plan(150 + dice.upTo(HOURS - 1_000), () => {
      const [black, white] = dice.some(people, 2);
      if (black && white) town.challenge(black, white, one(dice, SIZES), one(dice, TERMS));
    });
  }
  for (let times = 0; times < 20; times++) town.plan(dice.upTo(HOURS), () => town.bounce(anyone()));
}

/** What the matches say about the ratings now is what was written as they ended. */
function checkRatings({ shell: { db } }: Desk): void {
  const written = ratingsIn(db);
  expect(written.flat().length).toBeGreaterThan(0);
  for (const { rules } of GAMES) transact(db, () => recomputeRatings(db, rules));
  expect(ratingsIn(db)).toEqual(written);
}

/** How the codes end of what is said to whoever has used up a budget. */
const USED_UP = ['-enough', 'last-answer', 'last-unproven', 'many-unproven', 'too-long-unproven'];

/** Nobody who only plays meets a budget in a year. */
function checkBudgets({ shell: { db } }: Desk): void {
  const ends = new RegExp(`"code":"[^"]*(?:${USED_UP.join('|')})"`);
  expect(lettersOut(db).filter(({ facts }) => ends.test(facts))).toEqual([]);
}

/** The year is exported, imported into an empty server, and exported from there to the same bytes. */
function checkArchive({ shell: { db } }: Desk): void {
  const folder = mkdtempSync(join(tmpdir(), 'turnpost-year-'));
  const other = openDesk();
  try {
    const [first, second] = [join(folder, 'first'), join(folder, 'second')];
    const exported = exportArchive(db, first);
    const imported = importArchive(other.shell.db, first, archiveFiles(first), other.time.now);
    expect(imported).toMatchObject({ ok: true, value: { matches: exported.matches } });
    exportArchive(other.shell.db, second);
    expect(contents(second)).toEqual(contents(first));
    expect(ratingsIn(other.shell.db)).toEqual(ratingsIn(db));
  } finally {
    other.close();
    rmSync(folder, { recursive: true });
  }
}

const dice = throwDice('a year');

it.runIf(dice.takes())(
  'a year goes by, and every clock does what a wall calendar says',
  async () => {
    const hours = hoursFrom(START, HOURS, ZONES);
    const oracle = new Oracle(hours, outagesOf(dice));
    const desk = openDesk({ log: 'silent', now: START });
    const people = Array.from({ length: PLAYERS }, (_, index) => personOf(dice, index));
    const town = new Town(desk, dice, oracle, people);
    const book = new Book(town);
    plan(town, dice);
    for (let hour = 0; hour < HOURS; hour++) {
      const sent = await town.pass(hour);
      if (!sent) continue;
      book.note(sent);
      if (hour % 24 === 0) book.checkNobodyEscapes();
    }
    book.checkEnd();
    checkRatings(desk);
    checkBudgets(desk);
    checkArchive(desk);
    const { forfeited, finished, plies, mornings, playedAfterOutage } = book;
    console.info({
      matches: town.timings.size,
      finished,
      plies,
      mornings,
      playedAfterOutage,
      forfeited: forfeited.length,
      writtenInOutage: town.writtenInOutage,
    });
    expect(forfeited.length).toBeGreaterThan(0);
    expect(finished).toBeGreaterThan(forfeited.length);
    // Of so few matches as a sample has, chance may leave none that the server was away from.
    if (full) expect(playedAfterOutage).toBeGreaterThan(0);
    desk.close();
  },
);
