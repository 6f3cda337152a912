import { afterAll, beforeAll, beforeEach, expect, it } from 'vitest';
import { openSandbox, type Sandbox } from '../../sandbox/open.ts';
import { oneDayMs, oneHourMs } from '../../src/limits.ts';
import { type PageLetter, playToTheEnd, type Visitor, visit } from '../support/post/visitor.ts';
import { throwDice } from '../support/run/seed.ts';

const dice = throwDice('clocks');

/** Matches against the clock, over real mail servers; only the time is not the real one. */

const clock = { at: Date.UTC(2026, 10, 21, 9), now: () => clock.at };
let sandbox: Sandbox;
let alice: Visitor;
let bob: Visitor;

beforeAll(async () => {
  sandbox = await openSandbox({ mode: 'sandbox', port: 0, log: 'error' }, clock);
  alice = visit(sandbox.url, 'alice');
  bob = visit(sandbox.url, 'bob');
  // The board that stands there from the start would be in every reminder.
  await alice.answer(await alice.find(/ Forms Board 1, /), 'resign');
  await bob.find(/you have won/);
});
afterAll(() => sandbox.stop());
beforeEach(() => {
  // Not every letter of an hour.
  clock.at += 2 * oneHourMs;
});

/** Time goes by while the server is at work. */
async function letPass(ms: number): Promise<void> {
  const end = clock.at + ms;
  while (clock.at < end) {
    clock.at = Math.min(end, clock.at + oneHourMs);
    await sandbox.round();
  }
}

/** A letter of one's own to the server, which asks back once. */
async function ask(who: Visitor, command: string): Promise<void> {
  await who.write(command);
  // Its terms are asked about in words.
  const [asked] = command.split(' -');
  await who.answer(await who.find(new RegExp(`for this: ${asked}\\b.* It came on `)), 'yes');
}

/** The match that stands there from the start. */
let begun = 1;

/** alice offers a match, and it begins. Gives its number. */
async function begin(...options: readonly string[]): Promise<number> {
  const number = ++begun;
  await ask(alice, ['challenge bob forms -size=4x4 -first=me', ...options].join(' '));
  const challenge = await bob.find(new RegExp(`with: accept ${number} `));
  await bob.answer(challenge, 'accept');
  const board = new RegExp(
    `(?:has|have) accepted\\. The match begins\\. (?:It is rated\\. )?Forms Board ${number},`,
  );
  await Promise.all([alice.find(board), bob.find(board)]);
  return number;
}

const boardOf = (who: Visitor, number: number): Promise<PageLetter> =>
  who.find(new RegExp(` Forms Board ${number}, `));

it.runIf(dice.takes())('a match is lost after a reminder and an announcement', async () => {
  const number = await begin('-nag=1d', '-forfeit=5d');
  const began = clock.at;
  await letPass(2 * oneDayMs);
  const reminder = await alice.find(new RegExp(`${number} Forms bob 3 `));
  expect(reminder.text).not.toContain('You lose board');
  await letPass(oneDayMs);
  const announced = await alice.find(new RegExp(`You lose board ${number} unless you move`));
  expect(announced.text.replace(/\s+/g, ' ')).toContain(
    'by the end of Thursday, 26 November (UTC)',
  );
  await letPass(Date.UTC(2026, 10, 26, 23) - clock.at);
  expect((await boardOf(bob, number)).text).not.toMatch(/(?:has|have) (?:won|lost)/);
  await letPass(oneHourMs);
  expect(clock.at - began).toBeLessThan(6 * oneDayMs);
  for (const who of [alice, bob]) {
    const { text } = await who.find(new RegExp(`did not move in time\\. Forms Board ${number},`));
    expect(text).toContain(
      who === alice ? 'You have lost: you did not move' : 'you have won: alice did not move',
    );
  }
});

it.runIf(dice.takes())(
  'a match outlasts days off in its middle, and is played to the end',
  async () => {
    clock.at = Math.max(clock.at, Date.UTC(2026, 10, 27, 2));
    const number = await begin('-forfeit=3d');
    await ask(alice, 'vacation 2026-11-28 2026-12-03');
    await alice.find(/clocks are stopped from 28 November 2026/);
    await letPass(Date.UTC(2026, 11, 4, 9) - clock.at);
    await bob.write(`show ${number}`);
    await bob.find(new RegExp(`It is alice's turn\\. Forms Board ${number},`));
    const last = await playToTheEnd(await boardOf(alice, number), alice, bob);
    expect(last.text.replace(/\s+/g, ' ')).toContain('last stone is gone');
  },
);

it.runIf(dice.takes())('a rated match is played to the end', async () => {
  const number = await begin();
  const last = await playToTheEnd(await boardOf(alice, number), alice, bob);
  expect(last.text.replace(/\s+/g, ' ')).toContain('last stone is gone');
  expect(last.text).toMatch(/^Rating: alice \d+\? -> \d+\?, bob \d+\? -> \d+\? \(/m);
});
