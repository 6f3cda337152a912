import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { COMMANDS } from '../../../src/command/text/registry.ts';
import { oneDayMs } from '../../../src/limits.ts';
import {
  ADMIN,
  ALICE,
  BOB,
  type Desk,
  openBoard,
  openDesk,
  type Sent,
} from '../../support/desk/desk.ts';
import { flat } from '../../support/desk/players.ts';
import { answerTo } from '../../support/post/letters.ts';
import { adminActs } from '../../support/stored/people.ts';

/** Nothing here changes anything, so that one server is enough. */
let desk: Desk;
let account: Sent;
beforeAll(async () => {
  desk = openDesk();
  await openBoard(desk, 'forms -size=4x4');
  account = desk.newest(ALICE);
});
beforeEach(() => {
  // Answers to one address are capped by the hour.
  desk.time.now += 3_600_000;
});
afterAll(() => desk.close());

const acts = () => adminActs(desk.shell.db);

const CHANGES = [
  'admin end 1 draw',
  'admin undo 1',
  'admin suspend bob',
  'admin restore bob',
  'admin address bob bob@new.test',
  'admin broadcast',
  'admin retry out1',
];
const READINGS = ['admin status', 'admin letters', 'admin log'];

describe('commands of admins', () => {
  it.each([...CHANGES, ...READINGS])('are for admins only: %s', async (command) => {
    const [refused, ...more] = await desk.post({
      ...answerTo(account, ''),
      text: `${command}\nHello.`,
    });
    expect(more).toEqual([]);
    expect(flat(refused)).toContain('That command works only from the address of an admin.');
    expect(acts()).toEqual([]);
  });

  it.each([
    ['admin end 1', 'Write it like this: admin end 12 draw'],
    ['admin end 1 red', 'Write it like this: admin end 12 draw'],
    ['admin end 9 draw', 'There is no board 9.'],
    [`admin end 1 draw ${'long '.repeat(70)}`, 'A reason has 300 characters at most.'],
    ['admin undo', 'Write it like this: admin undo 12'],
    ['admin undo 1', 'Nothing has happened on board 1 that could be taken back.'],
    ['admin suspend', 'Write it like this: admin suspend bob'],
    ['admin suspend nobody', 'There is no player nobody.'],
    ['admin restore bob', 'bob is not suspended.'],
    ['admin address bob', 'Write it like this: admin address bob bob@work.example'],
    ['admin address bob not-an-address', 'Write it like this: admin address bob'],
    [`admin address bob ${ALICE}`, 'That address belongs to alice.'],
    [`admin address bob ${BOB.toUpperCase()}`, 'bob already has that address.'],
    ['admin broadcast', 'Write the text on the lines below'],
    ['admin letters lost', 'admin letters held, failed or quarantined'],
    ['admin retry 7', 'admin retry out12, or: admin retry in7'],
    ['admin retry out1', 'E-mail out1 did not fail'],
    ['admin retry in1', 'E-mail in1 did not fail'],
    ['admin log many', 'Write it alone, or with a number: admin log 5'],
  ])('are refused: %s', async (command, sentence) => {
    // Ten refusals in a row within a week would be enough.
    desk.time.now += 8 * oneDayMs;
    const [refused, ...more] = await desk.post({ from: ADMIN, subject: command, text: '' });
    expect(more).toEqual([]);
    expect(refused?.to).toBe(ADMIN);
    expect(flat(refused)).toContain(sentence);
    expect(acts()).toEqual([]);
  });
});

describe('commands of players', () => {
  // What brings a stranger a board is answered with one.
  const examples = COMMANDS.filter(
    ({ audience, answersStrangers }) => audience === 'player' && !answersStrangers,
  ).map(({ example }) => example);

  it.each([...examples, 'signoff now'])('need an account, of an admin too: %s', async (example) => {
    // So that neither the budget of a day nor a row of refusals is used up.
    desk.time.now += oneDayMs;
    await desk.post({ from: ADMIN, subject: 'help', text: '' });
    const [refused, ...more] = await desk.post({ from: ADMIN, subject: example, text: 'Hello.' });
    expect(more).toEqual([]);
    expect(flat(refused)).toContain('You need an account for this. To open one: signup USERID');
  });

  it.each([...examples, 'signoff now'])('are not heard from strangers: %s', async (example) => {
    const sent = await desk.post({ from: 'x@else.test', subject: example, text: 'Hello.' });
    // The first of them is told what this is.
    const others = sent.filter(({ subject }) => subject !== 'Turnpost: board games by e-mail');
    // Who would play with a friend is told how, once.
    const told = example.startsWith('invite ') ? ['To play with a friend'] : [];
    expect(others.map((letter) => flat(letter).slice(0, 21))).toEqual(told);
  });
});
