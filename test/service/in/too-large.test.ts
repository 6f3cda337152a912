import { describe, expect, it } from 'vitest';
import { answerLimits, letterLimits } from '../../../src/limits.ts';
import { ALICE, BOB } from '../../support/desk/desk.ts';
import { desk, eachDesk } from '../../support/desk/each.ts';
import { storedBoard } from '../../support/desk/play.ts';
import { answerTo, type Draft } from '../../support/post/letters.ts';
import { newestIn } from '../../support/stored/letters.ts';

eachDesk('forms -size=4x4');

const large = (draft: Omit<Draft, 'text'>): Draft => ({
  ...draft,
  text: `resign\n${'x'.repeat(letterLimits.bytes)}`,
});
const newest = () => newestIn(desk.shell.db);

describe('a letter that is too large', () => {
  it('is not read, and its player is told once', async () => {
    const draft = large(answerTo(desk.newest(ALICE), ''));
    const told = await desk.post(draft);
    expect(told.map(({ to }) => to)).toEqual([ALICE]);
    expect(told[0]?.text.replace(/\s+/g, ' ')).toContain('it is larger than 1 MiB');
    expect(newest()).toMatchObject({ state: 'put-aside', reason: 'too large' });
    expect(newest().fullBytes).toBeGreaterThan(letterLimits.bytes);
    expect(newest().kept).toBeLessThan(1_000);
    expect(storedBoard(desk).winner).toBeNull();
    expect(desk.filed.has(desk.box.size)).toBe(true);

    // The same letter once more, as after a change of UIDVALIDITY.
    desk.box.set(desk.box.size + 1, desk.box.get(desk.box.size) ?? new Uint8Array());
    expect(await desk.round()).toEqual([]);
    expect(newest().state).toBe('ignored');
  });

  it.each([
    ['a stranger', { from: 'eve@x.test', subject: 'help' }, 'put-aside', 'too large'],
    [
      'a machine',
      { from: ALICE, headers: ['Auto-Submitted: auto-replied'] },
      'ignored',
      'Auto-Submitted',
    ],
    ['an odd sender', { from: `${ALICE}, eve@x.test` }, 'put-aside', 'not-an-address'],
  ])('is never answered to %s', async (_, draft, state, reason) => {
    expect(await desk.post(large(draft))).toEqual([]);
    expect(newest()).toMatchObject({ state, reason });
  });

  it('is told about also where its tokens disagree', async () => {
    const [mine, theirs] = [ALICE, BOB].map((each) => answerTo(desk.newest(each), ''));
    const told = await desk.post(large({ from: ALICE, to: `${mine?.to}, ${theirs?.to}` }));
    expect(told.map(({ to }) => to)).toEqual([ALICE]);
    expect(newest()).toMatchObject({ state: 'put-aside', reason: 'too large' });
  });

  it('is told about under the cap of all answers', async () => {
    let told = 0;
    for (let letter = 0; letter < answerLimits.perHour + 5; letter++) {
      told += (await desk.post(large({ from: ALICE }))).length;
    }
    expect(told).toBeLessThanOrEqual(answerLimits.perHour);
    expect(newest()).toMatchObject({ state: 'put-aside', reason: 'too large' });
  });

  it('stops no other when its header is too large as well', async () => {
    const headers = Array.from({ length: 2_000 }, (_, n) => `X-Padding-${n}: ${'x'.repeat(60)}`);
    expect(await desk.post(large({ from: ALICE, headers }))).toEqual([]);
    expect(newest().state).toBe('put-aside');
    expect(await desk.post({ from: ALICE, subject: 'games', text: '' })).toHaveLength(1);
  });
});
