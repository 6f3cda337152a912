import { beforeEach, describe, expect, it } from 'vitest';
import { challengeLimits } from '../../../src/limits.ts';
import { expireChallenges } from '../../../src/service/due/housekeeping.ts';
import { ALICE, BOB, type Sent } from '../../support/desk/desk.ts';
import { desk, eachDesk } from '../../support/desk/each.ts';
import { CAROL, flat, signUpAll } from '../../support/desk/players.ts';
import { answerTo, type Draft, writeLetter } from '../../support/post/letters.ts';
import { boards, challenges } from '../../support/stored/play.ts';

const accounts = new Map<string, Sent>();
eachDesk();
beforeEach(async () => {
  await signUpAll(desk, [ALICE, BOB, CAROL]);
  for (const address of [ALICE, BOB, CAROL]) {
    accounts.set(address, desk.newest(address));
  }
});

/** A letter that opens the account of its sender, whatever came since. */
function fromAccount(address: string, text: string): Draft {
  const letter = accounts.get(address);
  if (!letter) throw new Error(`${address} has no account`);
  return answerTo(letter, text);
}

/** Lets letters arrive together, in this order, before the server looks at any of them. */
async function together(...drafts: readonly Draft[]): Promise<readonly Sent[]> {
  for (const draft of drafts)
    desk.box.set(desk.box.size + 1, writeLetter(draft, desk.box.size + 1));
  return desk.round();
}

const states = () => challenges(desk.shell.db).map(({ state }) => state);
const begun = () => boards(desk.shell.db).map(({ board }) => board);
const answers = (sent: readonly Sent[]) =>
  sent.filter(({ subject }) => /^Turnpost: \w+ \d/.test(subject));

/** What crosses, what is left in either order, and what the second one is told. */
interface Race {
  readonly offer: string;
  readonly one: readonly [string, string];
  readonly other: readonly [string, string];
  readonly oneFirst: { readonly states: readonly string[]; readonly boards: readonly number[] };
  readonly otherFirst: { readonly states: readonly string[]; readonly boards: readonly number[] };
  readonly otherIsTold: string;
  readonly oneIsTold: string;
}

const TAKEN = { states: ['accepted'], boards: [1] };
const RACES: readonly [string, Race][] = [
  [
    'accept and withdraw',
    {
      offer: 'challenge bob',
      one: [BOB, 'accept 1'],
      other: [ALICE, 'withdraw 1'],
      oneFirst: TAKEN,
      otherFirst: { states: ['withdrawn'], boards: [] },
      otherIsTold: 'Challenge 1 was already accepted. To look at the board: show 1',
      oneIsTold: 'Challenge 1 was withdrawn.',
    },
  ],
  [
    'accept and withdraw of an open one',
    {
      offer: 'challenge open forms',
      one: [BOB, 'accept 1'],
      other: [ALICE, 'withdraw 1'],
      oneFirst: TAKEN,
      otherFirst: { states: ['withdrawn'], boards: [] },
      otherIsTold: 'Challenge 1 was already accepted. To look at the board: show 1',
      oneIsTold: 'Challenge 1 was withdrawn. Nothing else is open to everybody just now.',
    },
  ],
  [
    'two accepts of an open one',
    {
      offer: 'challenge open forms',
      one: [BOB, 'accept 1'],
      other: [CAROL, 'accept 1'],
      oneFirst: TAKEN,
      otherFirst: TAKEN,
      otherIsTold: 'Challenge 1 was accepted by another player.',
      oneIsTold: 'Challenge 1 was accepted by another player.',
    },
  ],
  [
    'counter and accept by the same player',
    {
      offer: 'challenge bob',
      one: [BOB, 'accept 1'],
      other: [BOB, 'counter 1 -size=6x6'],
      oneFirst: TAKEN,
      otherFirst: { states: ['countered', 'open'], boards: [] },
      otherIsTold: 'Challenge 1 was already accepted. To look at the board: show 1',
      oneIsTold: 'Challenge 1 was answered with other terms, so it is closed.',
    },
  ],
  [
    'counter and withdraw',
    {
      offer: 'challenge bob',
      one: [BOB, 'counter 1 -size=6x6'],
      other: [ALICE, 'withdraw 1'],
      oneFirst: { states: ['countered', 'open'], boards: [] },
      otherFirst: { states: ['withdrawn'], boards: [] },
      otherIsTold: 'Challenge 1 was answered with other terms, so it is closed.',
      oneIsTold: 'Challenge 1 was withdrawn.',
    },
  ],
  [
    'decline and withdraw',
    {
      offer: 'challenge bob',
      one: [BOB, 'decline 1'],
      other: [ALICE, 'withdraw 1'],
      oneFirst: { states: ['declined'], boards: [] },
      otherFirst: { states: ['withdrawn'], boards: [] },
      otherIsTold: 'Challenge 1 was already declined.',
      oneIsTold: 'Challenge 1 was withdrawn.',
    },
  ],
];

describe('letters that cross', () => {
  const orders = RACES.flatMap(([name, race]) => [
    { name, race, reversed: false },
    { name, race, reversed: true },
  ]);

  it.each(orders)('have one outcome: $name, reversed $reversed', async ({ race, reversed }) => {
    await together(fromAccount(ALICE, race.offer));
    const [first, second] = reversed ? [race.other, race.one] : [race.one, race.other];
    const left = reversed ? race.otherFirst : race.oneFirst;
    const told = reversed ? race.oneIsTold : race.otherIsTold;

    const sent = await together(fromAccount(...first), fromAccount(...second));
    expect([states(), begun()]).toEqual([left.states, left.boards]);
    const late = answers(sent).filter((letter) => flat(letter).includes(told));
    expect(late.map(({ to }) => to)).toEqual([second[0]]);

    // Both once more: nothing changes, and only the two who wrote are answered.
    const more = await together(
      { ...fromAccount(...first), subject: 'again' },
      { ...fromAccount(...second), subject: 'again' },
    );
    expect([states(), begun()]).toEqual([left.states, left.boards]);
    expect(more.map(({ to }) => to)).toEqual([first[0], second[0]]);
    expect(answers(more)).toHaveLength(2);
  });

  it('make one board of two offers that cross, when one is accepted', async () => {
    await together(fromAccount(ALICE, 'challenge bob'), fromAccount(BOB, 'challenge alice'));
    expect(states()).toEqual(['open', 'open']);
    await together(fromAccount(BOB, 'accept 1'), fromAccount(ALICE, 'withdraw 1'));
    expect([states(), begun()]).toEqual([['accepted', 'open'], [1]]);
  });

  it.each([false, true])('leave an expired challenge closed, accepted first %s', async (first) => {
    await together(fromAccount(ALICE, 'challenge open forms'));
    desk.time.now += challengeLimits.openMs + 60_000;
    if (first) await together(fromAccount(BOB, 'accept 1'));
    expect(expireChallenges(desk.shell)).toBe(first ? 0 : 1);
    const [letter] = first ? [] : await together(fromAccount(BOB, 'accept 1'));
    expect(states()).toEqual([first ? 'accepted' : 'expired']);
    expect(begun()).toEqual(first ? [1] : []);
    if (!first) expect(letter?.to).toBe(ALICE);
    expect(desk.sent.filter((each) => flat(each).includes('was open too long'))).toHaveLength(
      first ? 0 : 1,
    );
  });

  it('are held until their yes, which comes too late', async () => {
    await together(fromAccount(ALICE, 'challenge open forms'));
    await together({ from: BOB, subject: 'accept 1', text: '' });
    const asked = desk.newest(BOB);
    await together(fromAccount(CAROL, 'accept 1'));
    const [late, ...more] = await together(answerTo(asked, 'yes'));
    expect(more).toEqual([]);
    expect(flat(late)).toContain('Challenge 1 was accepted by another player.');
    expect(begun()).toEqual([1]);
  });
});
