import { beforeEach, describe, expect, it } from 'vitest';
import type { Quota } from '../../../src/budget/quota.ts';
import { statusReport } from '../../../src/cli/look/status.ts';
import { oneDayMs, oneHourMs, oneMinuteMs } from '../../../src/limits.ts';
import type { Handover, Outbound } from '../../../src/post/smtp.ts';
import { say } from '../../../src/sentence.ts';
import { compose } from '../../../src/service/delivery/compose.ts';
import { deliver } from '../../../src/service/delivery/deliver.ts';
import { nextSendAt } from '../../../src/service/delivery/quota.ts';
import { intendLetter } from '../../../src/service/do/intend.ts';
import { runHousekeeping } from '../../../src/service/due/housekeeping.ts';
import type { Shell } from '../../../src/service/shell/shell.ts';
import { ADMIN } from '../../support/desk/desk.ts';
import { desk, eachDesk } from '../../support/desk/each.ts';
import { throwDice } from '../../support/run/seed.ts';
import { changeOut, lettersOut } from '../../support/stored/letters.ts';

const dice = throwDice('quota');
const signal = new AbortController().signal;
const TAKEN: Handover = { kind: 'taken' };
/** When the server has had a whole letter, and to whom that went. */
let had: { readonly at: number; readonly to: string }[];
eachDesk(undefined, { plus: false });
beforeEach(() => {
  had = [];
});

const withQuota = (quota: Quota): Shell => ({ ...desk.shell, quota });
let letters = 0;
/** So many letters to as many addresses, composed. */
async function put(name: 'board' | 'answer', count: number): Promise<void> {
  for (let index = 0; index < count; index++) {
    const address = `${name}${++letters}@x${letters}.test`;
    intendLetter(
      desk.shell,
      {
        to: { playerId: undefined, userid: undefined, address, language: 'en' },
        message: { kind: 'notice', facts: { says: [say('no-games')] } },
        reply: { purpose: 'none' },
      },
      'clock',
    );
  }
  // As if a letter had caused it, which shows nothing about its writer.
  const answers = lettersOut(desk.shell.db).filter(({ address }) => address.startsWith('answer'));
  if (answers.length > 0)
    changeOut(desk.shell.db, { precedence: 1, queue: 'none' }, ...answers.map(({ id }) => id));
  await compose(desk.shell, signal);
}
async function send(quota: Quota, says: (letter: Outbound) => Handover = () => TAKEN) {
  const before = had.length;
  const submission = {
    async send(letter: Outbound) {
      const said = says(letter);
      if (said.kind === 'taken' || /EMESSAGE|ETIMEDOUT/.test(said.error))
        had.push({ at: desk.time.now, to: letter.to });
      await new Promise((resolve) => setImmediate(resolve));
      return said;
    },
    verify: async () => undefined,
    close: () => undefined,
  };
  await deliver(withQuota(quota), submission, signal);
  return had.slice(before).map(({ to }) => to);
}
const count = (to: readonly string[], name: string) =>
  to.filter((each) => each.startsWith(name)).length;
/** How many letters are in which state, and why. */
const states = () => {
  const letters = lettersOut(desk.shell.db).map(({ state, lastError: why }) => ({ state, why }));
  const kinds = [...new Set(letters.map((each) => JSON.stringify(each)))].sort();
  return kinds.map((kind) => ({
    ...JSON.parse(kind),
    n: letters.filter((each) => JSON.stringify(each) === kind).length,
  }));
};
/** The most that the server has had in any time of this length. */
const mostWithin = (ms: number) =>
  Math.max(0, ...had.map(({ at }) => had.filter((o) => o.at > at - ms && o.at <= at).length));
const everything = async (quota: Quota) => {
  runHousekeeping(withQuota(quota));
  await compose(desk.shell, signal);
  return send(quota);
};

const SPANS = [
  ['day', { perDay: 40 }, oneDayMs],
  ['hour', { perHour: 40 }, oneHourMs],
] as const;
describe.each(dice.sample(SPANS, 1))('so many letters of a %s', (span, quota, ms) => {
  it('are never exceeded, and a restart forgets none', async () => {
    for (let step = 0; step < 20; step++) {
      await put('answer', dice.upTo(5));
      await put('board', dice.upTo(5));
      await everything(quota);
      desk.time.now += ms / 10;
      if (step % 7 === 0) desk.reopen();
    }
    for (let step = 0; step < 8; step++) {
      await everything(quota);
      desk.time.now += ms;
    }
    expect(mostWithin(ms)).toBeLessThanOrEqual(40);
    expect(states()).toEqual([{ state: 'sent', why: null, n: had.length }]);
    expect(new Set(had.map(({ to }) => to)).size).toBe(
      had.length - had.filter(({ to }) => to === ADMIN).length + 1,
    );
  });

  it('keep the last quarter for boards, and say why the others wait', async () => {
    await put('answer', 50);
    const first = await send(quota);
    expect(count(first, 'answer')).toBe(30);
    await put('board', 20);
    expect(count(await send(quota), 'board')).toBe(9);
    expect(states()).toEqual([
      { state: 'sent', why: null, n: 39 },
      { state: 'waiting', why: `no more letters in this ${span}`, n: 31 },
    ]);
    expect(statusReport(desk.shell.db, undefined, quota, desk.shell.time)).toEqual(
      expect.arrayContaining([
        `E-mails sent in the last ${span}: 39 of 40`,
        'E-mails waiting for the quota: 31',
      ]),
    );
    desk.time.now += ms;
    const next = await send(quota);
    expect(next.slice(0, 11).every((to) => to.startsWith('board'))).toBe(true);
    expect(count(next, 'answer')).toBe(19);
  });

  it('are told of before they are used up, once, with one of the last', async () => {
    await put('board', 100);
    await send(quota);
    expect(had).toHaveLength(39);
    const [report] = await everything(quota);
    expect(report).toBe(ADMIN);
    expect(had).toHaveLength(40);
    const told = lettersOut(desk.shell.db).find(({ kind }) => kind === 'report');
    expect(JSON.parse(told?.facts ?? '').shortages).toMatchObject([{ span, most: 40 }]);
    const toldAt = desk.time.now;
    for (let step = 0; step < 8; step++) {
      desk.time.now += ms / 4;
      await put('board', 10);
      await everything(quota);
    }
    const later = had.filter(({ to, at }) => to === ADMIN && at > toldAt).map(({ at }) => at);
    expect(later.filter((at) => at < toldAt + oneDayMs)).toEqual([]);
    expect(mostWithin(ms)).toBeLessThanOrEqual(40);
  });

  it('wake the server when there is room again, and not before', async () => {
    await put('answer', 20);
    await send(quota);
    desk.time.now += ms / 4;
    await put('answer', 12);
    await send(quota);
    const at = nextSendAt({ ...withQuota(quota), admins: new Set() });
    expect(at).toBe(desk.time.now + (ms * 3) / 4);
    desk.time.now = (at ?? 0) - 1;
    expect(await send(quota)).toEqual([]);
    desk.time.now += 1;
    expect(await send(quota)).toHaveLength(2);
    expect(nextSendAt(withQuota(quota))).toBeUndefined();
  });
});

describe('letters that the server may have counted', () => {
  const quota = { perDay: 10 };

  it.each([
    { kind: 'later', error: 'EMESSAGE 451' },
    { kind: 'refused', error: 'EMESSAGE 550 5.1.1', status: '5.1.1' },
    { kind: 'unreachable', error: 'ETIMEDOUT', replyMissing: true },
  ] as const)('are counted: $kind', async (said) => {
    await put('board', 5);
    await send(quota, () => said);
    const tried = had.length;
    expect(tried).toBeGreaterThan(0);
    desk.time.now += oneHourMs;
    await put('board', 30);
    await send(quota);
    expect(had).toHaveLength(9);
  });

  it('are not those that it has not had', async () => {
    await put('board', 20);
    await send(quota, () => ({ kind: 'later', error: 'EENVELOPE 450', status: '4.2.2' }));
    desk.time.now += oneHourMs;
    expect(await send(quota)).toHaveLength(9);
  });

  it('are those that a crash has cut', async () => {
    await put('board', 20);
    const cut = lettersOut(desk.shell.db).filter(({ id }) => id % 5 === 0);
    changeOut(desk.shell.db, { state: 'sending' }, ...cut.map(({ id }) => id));
    expect((await send(quota)).length).toBe(5);
    desk.time.now += oneDayMs;
    expect((await send(quota)).length).toBe(9);
  });
});

describe('a quota and a door that is shut', () => {
  it('do not take one for the other: nothing is given up, and all go out', async () => {
    const quota = { perDay: 12, perHour: 6 };
    let open = true;
    const says = (): Handover =>
      open ? TAKEN : { kind: 'refused', error: 'EENVELOPE 550 5.4.5', status: '5.4.5' };
    for (let hour = 0; hour < 24 * 6; hour++) {
      open = hour % 30 < 20;
      if (hour < 40) await put(hour % 3 === 0 ? 'answer' : 'board', 1);
      await send(quota, says);
      desk.time.now += oneHourMs + oneMinuteMs;
    }
    expect(states()).toEqual([{ state: 'sent', why: null, n: 40 }]);
    expect(mostWithin(oneDayMs)).toBeLessThanOrEqual(12);
    expect(mostWithin(oneHourMs)).toBeLessThanOrEqual(6);
  });
});
