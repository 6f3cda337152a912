import { beforeEach, describe, expect, it } from 'vitest';
import { oneHourMs } from '../../../src/limits.ts';
import type { Handover, Outbound, Submission } from '../../../src/post/smtp.ts';
import { say } from '../../../src/sentence.ts';
import { leaseLimits, retryLimits, submissionLimits } from '../../../src/server-limits.ts';
import { compose } from '../../../src/service/delivery/compose.ts';
import { deliver } from '../../../src/service/delivery/deliver.ts';
import { intendLetter } from '../../../src/service/do/intend.ts';
import { frozenRaw, nextDueAt, requeueSending } from '../../../src/store/letters/leases.ts';
import { desk, eachDesk } from '../../support/desk/each.ts';
import { until } from '../../support/servers/ports.ts';
import { changeOut, lettersOut } from '../../support/stored/letters.ts';

const signal = new AbortController().signal;
const TAKEN: Handover = { kind: 'taken' };
const LATER: Handover = { kind: 'later', error: '450' };
let offered: Outbound[];

type Says = Handover | Promise<Handover>;
/** A submission server that says to every letter what it is told to say. */
const saying = (says: (letter: Outbound) => Says): Submission => ({
  send: async (letter) => {
    offered.push(letter);
    return says(letter);
  },
  verify: async () => undefined,
  close: () => undefined,
});
const deliverAll = (says: (letter: Outbound) => Says) => deliver(desk.shell, saying(says), signal);
const toA = () =>
  lettersOut(desk.shell.db)
    .filter(({ address }) => address.startsWith('a'))
    .map(({ messageId }) => `<${messageId}>`);
const rows = () => lettersOut(desk.shell.db);
const states = () => rows().map(({ state }) => state);
const recipients = () => offered.map(({ to }) => to);

/** Letters in the outbox, composed and not sent, each told apart by its Message-ID. */
async function letters(...addresses: readonly string[]): Promise<void> {
  for (const address of addresses) {
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
  await compose(desk.shell, signal);
}
const idsOf = (list: readonly Outbound[]) =>
  list.map(({ raw }) => /^Message-ID: (.*)/m.exec(Buffer.from(raw).toString())?.[1]);

eachDesk();
beforeEach(() => {
  offered = [];
});

describe('a letter that is to be sent', () => {
  beforeEach(() => letters('alice@x.test'));

  it('is tried again later, the same bytes, at growing distances', async () => {
    const waits: number[] = [];
    for (let count = 0; count < 12; count++) {
      await deliverAll(() => LATER);
      const [row] = rows();
      waits.push(((row?.retryAt ?? 0) - desk.time.now) / 60_000);
      desk.time.now = row?.retryAt ?? 0;
    }
    expect(waits).toEqual([1, 2, 4, 8, 16, 32, 64, 128, 240, 240, 240, 240]);
    expect(new Set(offered.map(({ raw }) => Buffer.from(raw).toString())).size).toBe(1);
    await deliverAll(() => TAKEN);
    expect(rows()).toMatchObject([{ state: 'sent', attempts: 13 }]);
  });

  it('is given up when the server refuses it for good', async () => {
    await deliverAll(() => ({ kind: 'refused', error: '550' }));
    expect(rows()).toMatchObject([{ state: 'failed', attempts: 1 }]);
  });

  it('is given up five days after its first try, however long it waited before', async () => {
    desk.time.now += retryLimits.forMs;
    await deliverAll(() => LATER);
    desk.time.now += retryLimits.forMs;
    await deliverAll(() => LATER);
    expect(states()).toEqual(['waiting']);
    desk.time.now += 4 * oneHourMs;
    await deliverAll(() => LATER);
    expect(states()).toEqual(['failed']);
  });

  it('is sent again when the process died with it in its hands', async () => {
    changeOut(desk.shell.db, { state: 'sending' });
    expect(requeueSending(desk.shell.db)).toBe(1);
    await deliverAll(() => TAKEN);
    expect(states()).toEqual(['sent']);
  });

  it('is known as sent also where the database cannot be examined behind its hand-over', async () => {
    const { shell } = desk;
    const guard = {
      ...shell.guard,
      isIntact() {
        if (offered.length > 0) throw new Error('EMFILE');
        return shell.guard.isIntact();
      },
    };
    const submission: Submission = {
      ...saying(() => TAKEN),
      async send(letter) {
        offered.push(letter);
        await letters('bob@y.test');
        return TAKEN;
      },
    };
    await expect(deliver({ ...shell, guard }, submission, signal)).rejects.toThrow('EMFILE');
    await deliverAll(() => TAKEN);
    expect(recipients()).toEqual(['alice@x.test', 'bob@y.test']);
    expect(states()).toEqual(['sent', 'sent']);
  });
});

describe('many letters', () => {
  const people = Array.from({ length: 30 }, (_, index) => `p${index}@d${index % 10}.test`);

  it('share the connections, and none has to wait for a slow one', async () => {
    await letters('slow@slow.test', ...people);
    let most = 0;
    let inHand = 0;
    let wake: (handover: Handover) => void = () => undefined;
    await deliverAll(async ({ to }) => {
      most = Math.max(most, ++inHand);
      if (to.startsWith('slow')) await new Promise((resolve) => (wake = resolve));
      else await new Promise((resolve) => setTimeout(resolve, 1));
      inHand--;
      // The slow letter ends when all the others have.
      if (offered.length === 31 && inHand === 1) wake(TAKEN);
      return TAKEN;
    });
    expect(most).toBe(submissionLimits.connections);
    expect(new Set(states())).toEqual(new Set(['sent']));
    expect(new Set(idsOf(offered)).size).toBe(31);
  });

  it('that are composed meanwhile do not wait for a slow one in hand', async () => {
    await letters('slow@slow.test');
    let wake: (handover: Handover) => void = () => undefined;
    const round = deliverAll(({ to }) => {
      if (to !== 'slow@slow.test') wake(TAKEN);
      return to === 'slow@slow.test' ? new Promise((resolve) => (wake = resolve)) : TAKEN;
    });
    await letters('bob@y.test');
    await round;
    expect(states()).toEqual(['sent', 'sent']);
  });

  it('do not wait for a slow one in hand when another connection breaks', async () => {
    let wake: (handover: Handover) => void = () => undefined;
    let broken = true;
    await letters('slow@slow.test', 'bob@y.test', 'carol@z.test');
    const round = deliverAll(({ to }) => {
      if (to === 'slow@slow.test') return new Promise((resolve) => (wake = resolve));
      if (!broken) return TAKEN;
      broken = false;
      return { kind: 'unreachable', error: 'ECONNRESET' };
    });
    await until('a connection has broken', () => states().includes('waiting'));
    desk.time.now += 60_000;
    await until('the others are sent', () => states().join() === 'sending,sent,sent');
    wake(TAKEN);
    expect(await round).toBe(true);
    expect(idsOf(offered).length - new Set(idsOf(offered)).size).toBe(1);
    expect(states()).toEqual(['sent', 'sent', 'sent']);
  });

  it('leave connections for others, however many there are for one domain', async () => {
    await letters(...Array.from({ length: 60 }, (_, index) => `p${index}@slow.test`), 'bob@y.test');
    const waiting: (() => void)[] = [];
    await deliverAll(({ to }) => {
      if (to === 'bob@y.test') for (const go of waiting) go();
      if (offered.some((each) => each.to === 'bob@y.test')) return TAKEN;
      return new Promise((resolve) => waiting.push(() => resolve(TAKEN)));
    });
    expect(recipients().indexOf('bob@y.test')).toBeLessThanOrEqual(2);
    expect(new Set(states())).toEqual(new Set(['sent']));
  });

  it('are leased and written down in few commits', async () => {
    await letters(...people);
    let commits = 0;
    desk.reopen({ reach: (point) => (commits += point === 'deliver: sending' ? 1 : 0) });
    await deliverAll(() => TAKEN);
    expect(states()).toEqual(people.map(() => 'sent'));
    expect(commits).toBeLessThanOrEqual(people.length / 2);
  });

  it('to one address never claimFirst each other', async () => {
    await letters('alice@x.test', 'alice@x.test', 'bob@y.test', 'alice@x.test');
    let first = true;
    await deliverAll(({ to }) => {
      if (to !== 'alice@x.test' || !first) return TAKEN;
      first = false;
      return { ...LATER, status: '4.2.2' };
    });
    expect(states()).toEqual(['waiting', 'composed', 'sent', 'composed']);
    // Nothing wakes the worker for those that wait behind it.
    expect(nextDueAt(desk.shell.db)).toBe(desk.time.now + 60_000);
    offered = [];
    desk.time.now += 60_000;
    await letters('alice@x.test');
    await deliverAll(() => TAKEN);
    expect(idsOf(offered)).toEqual(toA());
  });

  it('are not stopped for ever by one that no server takes', async () => {
    await letters('alice@x.test', 'alice@x.test');
    const bad = Buffer.from(frozenRaw(desk.shell.db, 1));
    const says = ({ raw }: Outbound) => (bad.equals(raw) ? LATER : TAKEN);
    for (let minute = 0; minute < 60; minute++) {
      await deliverAll(says);
      desk.time.now += 60_000;
    }
    expect(states()).toEqual(['waiting', 'sent']);
  });

  it('wait, all of them, while the server is out of reach', async () => {
    await letters(...people);
    expect(await deliverAll(() => ({ kind: 'unreachable', error: 'x' }))).toBe(false);
    expect(offered.length).toBeLessThanOrEqual(submissionLimits.connections);
    const tried = rows().filter(({ attempts }) => attempts > 0);
    expect(tried.length).toBe(offered.length);
    expect(new Set(states())).toEqual(new Set(['waiting', 'composed']));
    for (let count = 0; count < 10; count++) {
      desk.time.now += oneHourMs;
      await deliverAll(() => ({ kind: 'unreachable', error: 'x' }));
    }
    // However long it was away, everything goes out within a quarter of an hour of its return.
    desk.time.now += oneHourMs / 4;
    expect(await deliverAll(() => TAKEN)).toBe(true);
    expect(new Set(states())).toEqual(new Set(['sent']));
  });

  it('are finished or given back when the server is told to stop', async () => {
    await letters(...people);
    const stop = new AbortController();
    await deliver(
      desk.shell,
      saying(async () => {
        stop.abort();
        await new Promise((resolve) => setTimeout(resolve, 5));
        return TAKEN;
      }),
      stop.signal,
    );
    const sent = rows().filter(({ state }) => state === 'sent');
    expect(sent.length).toBe(offered.length);
    expect(sent.length).toBeLessThanOrEqual(submissionLimits.connections);
    const rest = rows().filter(({ state }) => state !== 'sent');
    expect(new Set(rest.map(({ state, attempts }) => `${state} ${attempts}`))).toEqual(
      new Set(['composed 0']),
    );
  });
});

describe('a domain that takes no letters now', () => {
  const list = Array.from({ length: 8 }, (_, index) => `p${index}@grey.test`);

  it('is asked with one letter at growing distances, and the others do not wait', async () => {
    await letters(...list, 'bob@y.test');
    const tries: number[] = [];
    const begin = desk.time.now;
    for (let minute = 0; minute < 32; minute++) {
      offered = [];
      await deliverAll(({ to }) => (to.endsWith('grey.test') ? LATER : TAKEN));
      if (minute === 0) expect(recipients()).toContain('bob@y.test');
      const asked = recipients().filter((to) => to.endsWith('grey.test')).length;
      if (asked > 0) tries.push((desk.time.now - begin) / 60_000);
      // At first two are on their way at once.
      expect(asked).toBeLessThanOrEqual(minute === 0 ? 2 : 1);
      desk.time.now += 60_000;
    }
    expect(tries.length).toBeLessThanOrEqual(6);
    expect(nextDueAt(desk.shell.db)).toBeGreaterThan(desk.time.now - 60_000);
  });

  it('gets all of them as soon as it has taken one', async () => {
    await letters(...list);
    await deliverAll(() => LATER);
    desk.time.now += 10 * 60_000;
    offered = [];
    await deliverAll(() => TAKEN);
    expect(new Set(recipients())).toEqual(new Set(list));
    expect(new Set(states())).toEqual(new Set(['sent']));
  });

  it('is not meant when one mailbox is full', async () => {
    await letters(...list);
    await deliverAll(({ to }) => (to.startsWith('p0') ? { ...LATER, status: '4.2.2' } : TAKEN));
    expect(states()).toEqual(['waiting', ...list.slice(1).map(() => 'sent')]);
  });
});

describe('the cap behind all others', () => {
  it('delays letters to one address, loses none, and keeps their order', async () => {
    const count = 2 * leaseLimits.perAddressPerHour + 5;
    await letters(...Array.from({ length: count }, () => 'alice@x.test'), 'bob@y.test');
    const perHour: number[] = [];
    for (let hour = 0; hour < 3; hour++) {
      const before = recipients().filter((to) => to === 'alice@x.test').length;
      for (let minute = 0; minute < 60; minute += 20) {
        await deliverAll(() => TAKEN);
        desk.time.now += 20 * 60_000;
      }
      perHour.push(recipients().filter((to) => to === 'alice@x.test').length - before);
    }
    expect(recipients()).toContain('bob@y.test');
    expect(perHour).toEqual([leaseLimits.perAddressPerHour, leaseLimits.perAddressPerHour, 5]);
    expect(idsOf(offered.filter(({ to }) => to === 'alice@x.test'))).toEqual(toA());
  });
});
