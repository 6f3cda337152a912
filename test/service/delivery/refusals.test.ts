import { beforeEach, describe, expect, it } from 'vitest';
import { statusReport } from '../../../src/cli/look/status.ts';
import { oneDayMs, oneHourMs } from '../../../src/limits.ts';
import type { Handover, Outbound, Submission } from '../../../src/post/smtp.ts';
import { reportLimits } from '../../../src/server-limits.ts';
import { compose } from '../../../src/service/delivery/compose.ts';
import { deliver } from '../../../src/service/delivery/deliver.ts';
import { runHousekeeping } from '../../../src/service/due/housekeeping.ts';
import { nextDueAt } from '../../../src/store/letters/leases.ts';
import { ADMIN } from '../../support/desk/desk.ts';
import { desk, eachDesk } from '../../support/desk/each.ts';
import { putLetters } from '../../support/desk/outbox.ts';
import { lettersOut } from '../../support/stored/letters.ts';

const signal = new AbortController().signal;
const TAKEN: Handover = { kind: 'taken' };
const QUOTA = '5.4.5';
/** What the server was offered, as `to` and whether it took it. */
let offered: { readonly to: string; readonly id: string; readonly taken: boolean }[];
eachDesk(undefined, { plus: false });
beforeEach(() => {
  offered = [];
});

const refused = (status?: string): Handover => ({
  ...{ kind: 'refused', error: `EMESSAGE 550 ${status ?? ''}`.trim() },
  ...(status !== undefined && { status }),
});
const idOf = ({ raw }: Outbound) =>
  /^Message-ID: (.*)/m.exec(Buffer.from(raw).toString())?.[1] ?? '';
/** A round with a server that says this. Returns to whom it was offered letters. */
async function round(says: (letter: Outbound) => Handover): Promise<readonly string[]> {
  const before = offered.length;
  const submission: Submission = {
    async send(letter) {
      const said = says(letter);
      offered.push({ to: letter.to, id: idOf(letter), taken: said.kind === 'taken' });
      await new Promise((resolve) => setImmediate(resolve));
      return said;
    },
    verify: async () => undefined,
    close: () => undefined,
  };
  await deliver(desk.shell, submission, signal);
  return offered.slice(before).map(({ to }) => to);
}
const rows = () => lettersOut(desk.shell.db);
const states = (name = '') =>
  rows()
    .filter(({ address }) => address.startsWith(name))
    .map(({ state }) => state);
const count = (state: string) => states().filter((each) => each === state).length;
const put = (...to: readonly string[]) => putLetters(desk, ...to);
/** Addresses at as many domains, which have taken a letter each. */
async function known(...to: readonly string[]): Promise<void> {
  await put(...to);
  await round(() => TAKEN);
}
const many = (name: string, length: number) =>
  Array.from({ length }, (_, index) => `${name}${index}@${name}${index}.test`);

describe('a submission server that takes no letters of ours', () => {
  it.each([QUOTA, '5.2.0', '5.7.1', '5.7.60', '5.1.90', '5.1.8', '5.2.252', undefined])(
    'and says %s gives up none of them, is asked hourly, and gets all in order',
    async (status) => {
      const people = many('p', 8);
      await known(...people);
      await put(...people, ...people, ...many('new', 4));
      const tries = await round(() => refused(status));
      expect(tries.length).toBeLessThanOrEqual(6);
      const perHour: number[] = [];
      for (let minute = 0; minute < 6 * 24 * 10; minute += 10) {
        desk.time.now += 10 * 60_000;
        perHour.push((await round(() => refused(status))).length);
      }
      expect(count('failed')).toBe(0);
      expect(Math.max(...perHour)).toBe(1);
      const hours = (6 * 24 * 10) / 60;
      expect(perHour.filter((letters) => letters > 0).length).toBeLessThanOrEqual(hours);
      expect(perHour.filter((letters) => letters > 0).length).toBeGreaterThanOrEqual(hours - 1);

      desk.reopen();
      desk.time.now += oneHourMs;
      await round(() => TAKEN);
      expect(new Set(states())).toEqual(new Set(['sent']));
      const idsTo = (to: string) =>
        rows()
          .filter(({ address }) => address === to)
          .map(({ messageId }) => `<${messageId}>`);
      for (const to of people) {
        const taken = offered.filter((each) => each.taken && each.to === to).map(({ id }) => id);
        expect(taken).toEqual(idsTo(to));
      }
    },
  );

  it('for longer than any letter is tried costs none of those that wait behind it', async () => {
    await known('alice@x.test', 'bob@y.test');
    await put('alice@x.test', 'bob@y.test', 'carol@z.test');
    await round(() => ({ kind: 'later', error: '450', status: '4.2.2' }));
    desk.time.now += oneHourMs;
    for (let hour = 0; hour < 24 * 9; hour++) {
      await round(() => refused(QUOTA));
      desk.time.now += oneHourMs;
    }
    const later: Handover = { kind: 'later', error: '450', status: '4.2.2' };
    await round(({ to }) => (to === 'alice@x.test' ? TAKEN : later));
    expect(count('failed')).toBe(0);
    desk.time.now += 4 * oneHourMs;
    await round(() => TAKEN);
    expect(new Set(states())).toEqual(new Set(['sent']));
  });

  it('takes some and shuts again: each letter waits for its day', async () => {
    await known(...many('p', 30));
    await put(...many('p', 30), ...many('p', 30));
    let hours = 0;
    while (count('sent') < 90 && hours++ < 48) {
      let left = 4;
      await round(() => (left-- > 0 ? TAKEN : refused(QUOTA)));
      expect(count('failed')).toBe(0);
      desk.time.now += oneHourMs;
    }
    expect(new Set(states())).toEqual(new Set(['sent']));
    const taken = offered.filter((each) => each.taken).map(({ id }) => id);
    expect(new Set(taken).size).toBe(taken.length);
  });

  it('wakes the worker when it is to be asked, and not before', async () => {
    await known('alice@x.test', 'bob@y.test');
    await put('alice@x.test', 'bob@y.test');
    await round(() => refused(QUOTA));
    expect(nextDueAt(desk.shell.db)).toBe(desk.time.now + oneHourMs);
    desk.time.now += oneHourMs;
    await round(() => TAKEN);
    expect(nextDueAt(desk.shell.db)).toBeUndefined();
  });

  it('is asked when the clock is put back', async () => {
    await known('alice@x.test', 'bob@y.test');
    await put('alice@x.test', 'bob@y.test');
    await round(() => refused(QUOTA));
    desk.time.now -= 30 * oneDayMs;
    await round(() => TAKEN);
    expect(new Set(states())).toEqual(new Set(['sent']));
  });

  it('is told to the admins as soon as it takes letters, and meanwhile by status', async () => {
    await known('alice@x.test', 'bob@y.test', ADMIN);
    await put('alice@x.test', 'bob@y.test');
    const quiet = statusReport(desk.shell.db, undefined);
    await round(() => refused(QUOTA));
    const lines = statusReport(desk.shell.db, undefined);
    expect(lines).toHaveLength(quiet.length + 1);
    expect(lines).toContain(
      'The submission server has accepted no e-mail since 2026-11-21 09:00 UTC (EMESSAGE 550 5.4.5)',
    );
    for (let hour = 0; hour < 30; hour++) {
      desk.time.now += oneHourMs;
      runHousekeeping(desk.shell);
      await compose(desk.shell, signal);
      await round(() => refused(QUOTA));
    }
    desk.time.now += oneHourMs;
    const [report, ...others] = (await desk.round()).filter(({ to }) => to === ADMIN);
    expect(statusReport(desk.shell.db, undefined)).toHaveLength(quiet.length);
    expect(others).toEqual([]);
    expect(report?.text).toMatch(
      /since\s21\sNovember\s2026,\s09:00\sUTC:\sEMESSAGE\s550\s5\.4\.5\./,
    );
    desk.time.now += reportLimits.everyMs;
    runHousekeeping(desk.shell);
    expect(await desk.round()).toEqual([]);
  });
});

describe('letters that are refused for reasons of their own', () => {
  const dead = (to: string) => /dead/.test(to);

  it.each(['5.1.1', '5.1.2', '5.1.10', '5.4.4', '5.2.1'])(
    'with %s have failed, and keep nobody waiting',
    async (status) => {
      await put(...many('dead', 8), 'alice@x.test');
      await round(({ to }) => (dead(to) ? refused(status) : TAKEN));
      expect(count('failed')).toBe(8);
      expect(states('alice')).toEqual(['sent']);
      expect(offered).toHaveLength(9);
      await put(...many('other', 30));
      await round(() => TAKEN);
      expect(count('sent')).toBe(31);
    },
  );

  it.each(['5.7.1', QUOTA, '5.2.0', undefined])(
    'with %s have failed when others are taken behind them',
    async (status) => {
      const people = many('p', 8);
      await known(...people);
      const says = ({ to }: Outbound) => (dead(to) ? refused(status) : TAKEN);
      await put(...many('dead', 4));
      await round(says);
      await put(people[0] ?? '');
      await round(says);
      expect(states('dead')).toEqual(['failed', 'failed', 'failed', 'failed']);
      await put(...many('dead', 8), ...people);
      await round(says);
      expect(states('p')).toEqual(Array.from({ length: 17 }, () => 'sent'));
      await put(...people);
      await round(says);
      expect(new Set(states('dead'))).toEqual(new Set(['failed']));
      const tries = new Map<string, number>();
      for (const { to } of offered) tries.set(to, (tries.get(to) ?? 0) + 1);
      expect(Math.max(...tries.values())).toBeLessThanOrEqual(4);
    },
  );

  it('have failed on a new server, too, and stop nobody for more than an hour', async () => {
    await put(...many('dead', 5));
    await round(() => refused('5.7.1'));
    await put('alice@x.test');
    for (let minute = 0; minute < 60; minute += 10) {
      desk.time.now += 10 * 60_000;
      await round(({ to }) => (dead(to) ? refused('5.7.1') : TAKEN));
    }
    expect(states('alice')).toEqual(['sent']);
    expect(count('failed')).toBe(5);
  });

  it('are found out by the next letter to somebody who gets letters, at once', async () => {
    await known('alice@x.test');
    await put('alice@x.test');
    await round(() => refused('5.7.1'));
    expect(states('alice')).toEqual(['sent', 'waiting']);
    desk.time.now += 5 * oneHourMs;
    await round(() => refused('5.7.1'));
    await put('bob@y.test');
    await round(({ to }) => (to === 'bob@y.test' ? TAKEN : refused('5.7.1')));
    expect(states('bob')).toEqual(['sent']);
    expect(states('alice')).toEqual(['sent', 'failed']);
  });

  it('one alone without a reason has failed at once, unless the next one is refused as well', async () => {
    await put('one@one.test');
    await round(() => refused());
    expect(states()).toEqual(['failed']);
    await put('two@two.test');
    await round(() => refused());
    expect(states()).toEqual(['waiting', 'waiting']);
    desk.time.now += oneHourMs;
    await round(() => TAKEN);
    expect(states()).toEqual(['sent', 'sent']);
  });

  it('a domain that refuses everybody is not all domains', async () => {
    const there = Array.from({ length: 12 }, (_, index) => `p${index}@blocking.test`);
    await known(...there, 'alice@x.test');
    await put(...there, 'alice@x.test');
    await round(({ to }) => (to.endsWith('blocking.test') ? refused('5.7.1') : TAKEN));
    expect(states('alice')).toEqual(['sent', 'sent']);
    desk.time.now += 10 * 60_000;
    await put('bob@y.test', 'carol@z.test');
    await round(({ to }) => (to.endsWith('blocking.test') ? refused('5.7.1') : TAKEN));
    expect([...states('bob'), ...states('carol')]).toEqual(['sent', 'sent']);
  });
});
