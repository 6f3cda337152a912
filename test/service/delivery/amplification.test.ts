import { afterEach, describe, expect, it } from 'vitest';
import { answerLimits, oneDayMs, oneHourMs } from '../../../src/limits.ts';
import { ALICE, BOB, type Desk, openBoard, openDesk, type Sent } from '../../support/desk/desk.ts';
import { flat } from '../../support/desk/players.ts';
import { full, throwDice } from '../../support/run/seed.ts';

/** What letters bring an address that somebody else has written in its name, in bytes. */

const EVE = 'eve@far.test';
/** What can be asked in anybody's name. */
const LINES = (
  'help | help all | help forms | help tutorial | signup eve | signup another-name | ' +
  'signup a | play | play forms -size=8x8 | play minefield | play forms -size=26x26 | ' +
  'Hello, is anybody there? | challenge bob forms | games | yes | show 1 | ' +
  'preview new forms -size=26x26 | resign 1 | solve 1 | message bob | name emma | ' +
  'password abcdefgh1'
).split(' | ');
const DAYS = full ? 20 : 3;
const dice = throwDice('amplification');
const one = <T>(list: readonly T[]): T => list[dice.upTo(list.length) - 1] as T;

let desk: Desk;
afterEach(() => desk.close());

/** Sends a letter as small as they get, with so many more bytes of header. */
function forge(from: string, line: string, more = 0): number {
  const uid = desk.box.size + 1;
  const padding = more === 0 ? [] : [`X-Padding: ${'x'.repeat(more)}`];
  const head = [`From: ${from}`, 'To: games@turnpost.test', `Message-ID: <${uid}@f>`, ...padding];
  const raw = Buffer.from([...head, `Subject: ${line}`, '', ''].join('\r\n'));
  desk.box.set(uid, raw);
  return raw.length;
}
const bytesOf = (sent: readonly Sent[]): number =>
  sent.reduce((sum, { raw }) => sum + Buffer.byteLength(raw), 0);

describe('what nothing proves', () => {
  it('brings an address so many times its bytes at most, and so many in a day', async () => {
    desk = openDesk();
    await openBoard(desk, 'minefield -size=8x8');
    for (const victim of [EVE, 'mallory@gmail.com', ALICE, BOB]) {
      desk.time.now += 2 * oneDayMs;
      let came = 0;
      const marks: { readonly at: number; readonly bytes: number }[] = [];
      const end = desk.time.now + DAYS * oneDayMs;
      while (desk.time.now < end) {
        const letters = dice.upTo(12);
        for (let each = 0; each < letters; each++) {
          came += forge(victim, one(LINES), one([0, 0, 0, 200, 1_000, 60_000]));
        }
        const sent = (await desk.round()).filter(({ to }) => to === victim);
        marks.push({ at: desk.time.now, bytes: bytesOf(sent) });
        desk.time.now += dice.upTo(6) * oneHourMs;
      }
      const total = marks.reduce((sum, { bytes }) => sum + bytes, 0);
      expect(total).toBeGreaterThan(0);
      expect(total, victim).toBeLessThanOrEqual(answerLimits.amplification * came);
      for (const { at } of marks) {
        const day = marks.filter((mark) => mark.at <= at && mark.at > at - oneDayMs);
        const bytes = day.reduce((sum, mark) => sum + mark.bytes, 0);
        expect(bytes, victim).toBeLessThanOrEqual(answerLimits.unprovenBytesPerDay);
      }
    }
  }, 120_000);

  it.each(LINES)('is measured letter by letter: %s', async (line) => {
    desk = openDesk();
    await openBoard(desk, 'minefield -size=8x8');
    for (const from of [EVE, ALICE]) {
      const came = forge(from, line);
      const sent = (await desk.round()).filter(({ to }) => to === from);
      expect(bytesOf(sent)).toBeLessThanOrEqual(answerLimits.amplification * came);
      expect(sent.length).toBeGreaterThan(0);
    }
  });
});

describe('a first board', () => {
  it('is small in place of a large one, which comes for a yes', async () => {
    desk = openDesk();
    forge(EVE, 'play forms -size=10x10', 2_000);
    const [first] = await desk.round();
    expect(first && flat(first)).toContain('You asked for 10x10.');
    expect(first?.text).toMatch(/^ +4 .* 4$/m);
    expect(first?.text).not.toMatch(/^ +10 .* 10$/m);
    // A letter of a person has room for one that can be tapped.
    expect(first?.email.html).toContain('mailto:');
    const [board] = await desk.answer(EVE, 'yes');
    expect(board?.text).toMatch(/^ +10 .* 10$/m);
  });

  it('is played on as it was shown', async () => {
    desk = openDesk();
    forge(EVE, 'play forms -size=8x8', 2_000);
    const [first] = await desk.round();
    const move = /on the first line, for example: (\S+)/.exec(first?.text ?? '')?.[1] ?? '';
    const [board] = await desk.answer(EVE, move);
    expect(board?.text).toMatch(/^ +4 .* 4$/m);
    expect(board?.text).toContain(move);
  });
});
