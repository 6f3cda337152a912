import { afterEach, describe, expect, it } from 'vitest';
import { answerLimits, oneDayMs } from '../../../src/limits.ts';
import { addPlayer } from '../../../src/store/people/players.ts';
import { ALICE, BOB, type Desk, openBoard, openDesk, type Sent } from '../../support/desk/desk.ts';
import { answerTo, type Draft } from '../../support/post/letters.ts';
import { full, throwDice } from '../../support/run/seed.ts';
import { heldCommands } from '../../support/stored/letters.ts';
import { addresses, players } from '../../support/stored/people.ts';
import { boards, challenges } from '../../support/stored/play.ts';

/**
 * Machines that answer every letter of ours, for hundreds of days. Each test says how many letters
 * that comes to, and that nothing was done by any of them.
 */
const DAYS = full ? 1_000 : 300;
/** Every so often a person's letter sets the machine off again. */
const DAYS_BETWEEN_PEOPLE = 100;
const SPARKS = DAYS / DAYS_BETWEEN_PEOPLE;

const desks: Desk[] = [];
const open = (address?: string): Desk => {
  const desk = openDesk({ log: 'silent', ...(address !== undefined && { address }) });
  desks.push(desk);
  return desk;
};
afterEach(() => {
  for (const desk of desks.splice(0)) desk.close();
});

/** What a machine at somebody's address makes of a letter; undefined when it keeps silent. */
type Machine = (letter: Sent) => Draft | undefined;

/** Sentences that machines say, some of which begin like commands. */
const SAYINGS = [
  'I am away until Monday.',
  'Yes, I have got your letter and will read it soon.',
  'Accept my apologies, I am away.',
  'Resigned as of May. Write to my successor.',
  'Help is on its way. Ticket #4711.',
  'Move along, nothing to see here.',
  '4711',
  'a4b4 is the number of your ticket.',
];
let said = 0;
const saying = (): string => SAYINGS[said++ % SAYINGS.length] ?? '';

/** Honours no mark, shows none, and quotes everything. */
const dumb: Machine = (letter) => answerTo(letter, saying());
/** The same without a quote or a thread, as a new letter. */
const careless: Machine = ({ to, subject }) => ({
  from: to,
  subject: `Automatic reply: ${subject}`,
  text: saying(),
});
/** Looks at no mark, but answers as RFC 3834 wants it: marked, and to the envelope sender. */
const decent: Machine = ({ from, to, subject }) => ({
  from: to,
  to: from,
  subject: `Auto: ${subject}`,
  text: saying(),
  headers: ['Auto-Submitted: auto-replied'],
});
/** The same with its marks stripped by a relay. */
const stripped: Machine = (letter) => {
  const { headers, ...draft } = decent(letter) ?? { from: '', text: '' };
  return draft;
};
/** RFC 3834, section 2: keeps silent where a letter says that a machine wrote it. */
const conform: Machine = (letter) =>
  /^Auto-Submitted: (?!no)/im.test(letter.raw) ? undefined : decent(letter);

/** Everything about players, matches and challenges that a letter could have changed. */
const standing = ({ shell: { db } }: Desk) => ({
  players: players(db),
  addresses: addresses(db),
  matches: boards(db),
  challenges: challenges(db),
  confirmed: heldCommands(db, 'confirmed'),
});

/** Lets the machine answer until it or the server falls silent. Returns how many letters it got. */
async function exchange(
  desk: Desk,
  machine: Machine,
  first: readonly Sent[],
  waitMs: number,
): Promise<number> {
  let got = 0;
  let letters = first.filter(({ to }) => to === ALICE);
  while (letters.length > 0) {
    got += letters.length;
    if (got > 10_000) throw new Error('this goes on for ever');
    const answers = letters.flatMap((letter) => machine(letter) ?? []);
    letters = [];
    for (const draft of answers) {
      desk.time.now += waitMs;
      letters.push(...(await desk.post(draft)).filter(({ to }) => to === ALICE));
    }
  }
  return got;
}

describe('a machine at a player\u2019s address', () => {
  const MACHINES: readonly [string, Machine, number, number][] = [
    ['that honours nothing, at once', dumb, 0, answerLimits.refusalsInARow + 1],
    ['that honours nothing, after an hour', dumb, oneDayMs / 24, answerLimits.refusalsInARow + 1],
    ['that writes new letters', careless, 0, answerLimits.unprovenPerDay],
    ['that answers to the envelope sender', decent, 0, 1],
    ['whose marks are stripped', stripped, 0, 1],
    ['that does as RFC 3834 says', conform, 0, 1],
  ];
  it.each(throwDice('machines').sample(MACHINES, 3))(
    '%s, gets few letters and plays nothing',
    async (_, machine, waitMs, each) => {
      const desk = open();
      await openBoard(desk, 'forms -size=4x4');
      const before = standing(desk);
      let letters = 0;
      for (let spark = 0; spark < SPARKS; spark++) {
        desk.time.now += DAYS_BETWEEN_PEOPLE * oneDayMs;
        const first = await desk.post({ from: BOB, subject: 'games', text: '' });
        expect(first.map(({ to }) => to)).toEqual([BOB]);
        // A letter in alice's name, which anybody can write, makes us write to her.
        letters += await exchange(
          desk,
          machine,
          await desk.post({ from: ALICE, subject: 'show 1', text: '' }),
          waitMs,
        );
      }
      expect(standing(desk)).toEqual(before);
      expect(letters).toBe(SPARKS * each);
    },
  );

  it('that asks for help in every letter ends at the cap of a day', async () => {
    const desk = open();
    await openBoard(desk, 'forms -size=4x4');
    const before = standing(desk);
    desk.time.now += oneDayMs;
    const helpless: Machine = ({ to }) => ({ from: to, subject: 'help', text: saying() });
    const first = await desk.post({ from: ALICE, subject: 'help', text: '' });
    expect(await exchange(desk, helpless, first, 0)).toBe(answerLimits.unprovenPerDay);
    expect(standing(desk)).toEqual(before);
  });
});

describe('a second Turnpost', () => {
  const OTHER = 'games@other.test';

  /** Two servers that hold each other for a player, and whatever passes between them. */
  async function wire(strip: (raw: string) => string) {
    const one = open();
    const two = open(OTHER);
    for (const [desk, address] of [
      [one, OTHER],
      [two, 'games@turnpost.test'],
    ] as const) {
      addPlayer(desk.shell.db, { id: 1, userid: 'machine', address, language: 'en' }, 0);
    }
    const carry = async (from: readonly Sent[], to: Desk): Promise<readonly Sent[]> => {
      const sent: Sent[] = [];
      for (const letter of from) {
        to.time.now += 1_000;
        to.box.set(to.box.size + 1, Buffer.from(strip(letter.raw)));
        sent.push(...(await to.round()));
      }
      return sent;
    };
    let letters = 0;
    for (let spark = 0; spark < SPARKS; spark++) {
      for (const desk of [one, two]) desk.time.now += DAYS_BETWEEN_PEOPLE * oneDayMs;
      let fromOne = await one.post({ from: OTHER, subject: `help ${spark}`, text: '' });
      while (fromOne.length > 0) {
        const fromTwo = await carry(fromOne, two);
        letters += fromOne.length + fromTwo.length;
        fromOne = await carry(fromTwo, one);
      }
    }
    return { one, two, letters };
  }

  it('says nothing to a letter of ours', async () => {
    const { one, two, letters } = await wire((raw) => raw);
    expect(letters).toBe(SPARKS);
    expect(two.sent).toEqual([]);
    expect(standing(one).confirmed).toBe(0);
  });

  it('falls silent even where a relay strips every mark', async () => {
    const marks = /^(?:Auto-Submitted|X-Turnpost|X-Auto-Response-Suppress|List-Id):.*\r?\n/gim;
    const { one, two, letters } = await wire((raw) => raw.replace(marks, ''));
    // One row of letters without a proof, and one of answers to what came of it.
    expect(letters).toBe(2 * SPARKS * (1 + answerLimits.refusalsInARow));
    for (const desk of [one, two]) {
      expect(standing(desk)).toMatchObject({ matches: [], challenges: [], confirmed: 0 });
    }
  });
});
