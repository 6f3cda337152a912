import { describe, expect, it } from 'vitest';
import {
  oneDayMs,
  signUpsPerAddressPerDayMax,
  strangerLimits,
  unprovenAnswersPerAddressPerDayMax,
} from '../../../src/limits.ts';
import { ALICE, BOB } from '../../support/desk/desk.ts';
import { desk, eachDesk } from '../../support/desk/each.ts';
import { storedBoard } from '../../support/desk/play.ts';
import { answerTo } from '../../support/post/letters.ts';
import { full } from '../../support/run/seed.ts';
import { lettersIn, statesOut } from '../../support/stored/letters.ts';
import { players } from '../../support/stored/people.ts';

const VICTIM = 'victim@else.test';
/** Forged letters: one in ten from the same address, the others each from one of its own, at 500 domains. */
const LETTERS = full ? 10_000 : 1_000;
const EVERY = 10;

eachDesk('minefield -size=4x4');

/** Puts the forged letters into the mailbox, as if they had come in one night. */
function flood(request: (number: number) => string): void {
  const from = desk.box.size;
  for (let number = 0; number < LETTERS; number++) {
    const sender = number % EVERY === 0 ? VICTIM : `forged-${number}@far-${number % 500}.test`;
    const lines = [
      `From: ${sender}`,
      'To: games@turnpost.test',
      `Subject: ${request(number)}`,
      `Message-ID: <forged-${number}@else.test>`,
      '',
      '',
    ];
    desk.box.set(from + number + 1, Buffer.from(lines.join('\r\n')));
  }
}

const stateCount = (wanted: string) =>
  lettersIn(desk.shell.db).filter(({ state }) => state === wanted).length;
const moves = () => storedBoard(desk).moves;

describe('thousands of forged letters', () => {
  it.each([
    ['sign-ups', (number: number) => `signup name-${number}`, signUpsPerAddressPerDayMax],
    ['questions', () => 'help', unprovenAnswersPerAddressPerDayMax],
  ])('cause no more letters than the caps allow: %s', async (_, request, mostForOne) => {
    // The sign-ups of alice and bob were letters to strangers, too.
    desk.time.now += oneDayMs + 1;
    const board = desk.newest(ALICE);
    flood(request);
    const sent = [...(await desk.post(answerTo(board, 'c3')))];
    for (
      let round = 0;
      round < 10 && statesOut(desk.shell.db).some((state) => state !== 'sent');
      round++
    )
      sent.push(...(await desk.round()));

    // The ordinary player's letter came last and is answered.
    expect(moves()).toBe('c3');
    expect(sent.map(({ to }) => to)).toEqual(expect.arrayContaining([ALICE, BOB]));
    // Nobody is flooded, and the server is no cannon.
    const strangers = sent.filter(({ to }) => to !== ALICE && to !== BOB);
    expect(strangers.length).toBe(strangerLimits.unproven.all.atOnce);
    expect(strangers.filter(({ to }) => to === VICTIM).length).toBeLessThanOrEqual(mostForOne);
    expect(stateCount('stored')).toBe(0);
    expect(stateCount('put-aside')).toBe(0);
    expect(players(desk.shell.db)).toHaveLength(2);

    // The day after, newcomers are heard again.
    desk.time.now += oneDayMs + 1;
    const [asked] = await desk.post({ from: 'carol@else.test', subject: 'signup carol', text: '' });
    expect(asked?.subject).toMatch(/^Turnpost: please confirm: \w/);
  });
});
