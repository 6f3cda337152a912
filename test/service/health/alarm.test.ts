import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { oneHourMs, oneMinuteMs } from '../../../src/limits.ts';
import { absenceLimits } from '../../../src/server-limits.ts';
import { deliver } from '../../../src/service/delivery/deliver.ts';
import { runHousekeeping } from '../../../src/service/due/housekeeping.ts';
import { makeHealthCheck } from '../../../src/service/health/troubles.ts';
import { startWatch } from '../../../src/service/health/watch.ts';
import {
  conditionsNow,
  endCondition,
  noteBackup,
  noteBackupFailure,
  setCondition,
} from '../../../src/store/server/conditions.ts';
import { ADMIN } from '../../support/desk/desk.ts';
import { desk, eachDesk } from '../../support/desk/each.ts';
import { changeOut } from '../../support/stored/letters.ts';
import { conditions } from '../../support/stored/server.ts';

const DAY = 86_400_000;
const signal = new AbortController().signal;
let watch: ReturnType<typeof startWatch>;
let calls: string[];
let free: number;

const begin = (): void => {
  watch = startWatch(desk.shell, {
    check: makeHealthCheck(desk.shell, () => free),
    command: {
      run: ({ name, state }) => void calls.push(`${name} ${state}`),
      stop: () => undefined,
    },
    notifier: { tell: () => undefined, watchdogMs: undefined },
    wake: () => undefined,
  });
};
eachDesk();
beforeEach(() => {
  calls = [];
  free = 1e10;
  begin();
});
afterEach(() => watch.stop());

/** Time goes by, with a look each minute. */
async function pass(ms: number, each: () => void = () => undefined): Promise<void> {
  for (let gone = 0; gone < ms; gone += oneMinuteMs) {
    desk.time.now += oneMinuteMs;
    each();
    watch.look();
  }
}
const { polled, handed } = {
  polled: (why?: string) => desk.shell.pulse.pollEnded(desk.time.now, why),
  handed: (why?: string) => desk.shell.pulse.handOverEnded(desk.time.now, why),
};
const away = 'it cannot be reached (ECONNREFUSED)';
/** The letters that the admin gets now. */
const letters = async (): Promise<readonly string[]> => {
  runHousekeeping(desk.shell);
  const sent = await desk.round();
  return sent.filter(({ to }) => to === ADMIN).map(({ text }) => text.replace(/\s+/g, ' '));
};
const again = (): void => {
  watch.stop();
  desk.reopen();
  begin();
};

describe('an alarm', () => {
  it('calls once for a mailbox that is out of reach for long, and once when that is over', async () => {
    polled();
    await pass(absenceLimits.alarmMsMin - oneMinuteMs, () => polled(away));
    expect(calls).toEqual([]);
    await pass(2 * oneMinuteMs, () => polled(away));
    expect(calls).toEqual(['mailbox began']);
    const [first, ...more] = await letters();
    expect(first).toContain('the mailbox cannot be read (it cannot be reached (ECONNREFUSED))');
    expect(more).toEqual([]);
    await pass(3 * oneHourMs, () => polled(away));
    expect([calls.length, await letters()]).toEqual([1, []]);

    polled();
    watch.look();
    expect(calls).toEqual(['mailbox began', 'mailbox over']);
    expect((await letters()).join()).toMatch(/It is over: from .* the mailbox could not be read/);
    await pass(oneHourMs, () => polled());
    expect([calls.length, await letters()]).toEqual([2, []]);
  });

  it('is for a poll that never comes to its end as well', async () => {
    polled();
    await pass(absenceLimits.alarmMsMin + oneMinuteMs);
    expect(calls).toEqual(['mailbox began']);
  });

  it('is not called again by a new start, nor does that end it', async () => {
    polled();
    await pass(absenceLimits.alarmMsMin, () => polled(away));
    again();
    await pass(oneHourMs, () => polled(away));
    expect(calls).toEqual(['mailbox began']);
    again();
    watch.look();
    expect(calls).toEqual(['mailbox began']);
    polled();
    watch.look();
    expect(calls).toEqual(['mailbox began', 'mailbox over']);
  });

  it('counts no time in which the machine was asleep, or its clock was put', async () => {
    polled();
    await pass(20 * oneMinuteMs, () => polled(away));
    desk.time.now += DAY;
    await pass(20 * oneMinuteMs, () => polled(away));
    desk.time.now -= 2 * DAY;
    await pass(20 * oneMinuteMs, () => polled(away));
    expect(calls).toEqual([]);
    await pass(15 * oneMinuteMs, () => polled(away));
    expect(calls).toEqual(['mailbox began']);
    // It still goes on.
    desk.time.now += DAY;
    await pass(3 * oneMinuteMs, () => polled(away));
    expect(calls).toEqual(['mailbox began']);
  });

  it('tells by letter what no letter could tell, as soon as there is a way', async () => {
    polled();
    handed('ETIMEDOUT');
    await pass(absenceLimits.alarmMsMin + oneMinuteMs, () => polled());
    expect(calls).toEqual(['submission began']);
    expect(await letters()).toEqual([]);
    expect(desk.box.size).toBe(0);
    handed();
    watch.look();
    const [letter, ...more] = await letters();
    expect(letter).toMatch(/It is over: .* the submission server was unreachable/);
    expect(more).toEqual([]);
  });

  it('is for a letter that is due and does not go out, though nothing says why', async () => {
    polled();
    desk.put({ from: 'eve@x.test', subject: 'help', text: '' });
    const { shell } = desk;
    await desk.round();
    changeOut(shell.db, { state: 'composed', sentAt: null });
    await pass(absenceLimits.alarmMsMin - oneMinuteMs, () => polled());
    expect(calls).toEqual([]);
    await pass(3 * oneMinuteMs, () => polled());
    expect(calls).toEqual(['outbox began']);
    const taken = {
      send: async () => ({ kind: 'taken' }) as const,
      verify: async () => undefined,
      close: () => undefined,
    };
    await deliver(shell, taken, signal);
    watch.look();
    expect(calls).toEqual(['outbox began', 'outbox over']);
  });

  it('is not for letters that a host has put off, or that have only just become due', async () => {
    polled();
    desk.put({ from: 'eve@x.test', subject: 'help', text: '' });
    await desk.round();
    const { db } = desk.shell;
    changeOut(db, { state: 'waiting', attempts: 1 });
    const putOff = () => changeOut(db, { retryAt: desk.time.now + oneHourMs });
    await pass(2 * oneHourMs, () => {
      polled();
      putOff();
    });
    changeOut(db, { retryAt: 0 });
    await pass(5 * oneMinuteMs, () => polled());
    expect(calls).toEqual([]);
  });

  it('is for a door that is shut, and for a disk that is nearly full at once', async () => {
    polled();
    const { db } = desk.shell;
    const dueAt = desk.time.now + oneHourMs;
    setCondition(db, { kind: 'door', state: 'shut', why: '550 5.4.5', dueAt }, desk.time.now);
    await pass(absenceLimits.alarmMsMin - oneMinuteMs, () => polled());
    expect(calls).toEqual([]);
    free = 1_000;
    await pass(2 * oneMinuteMs, () => polled());
    expect(calls).toEqual(['disk began', 'door began']);
    free = 1e10;
    endCondition(db, 'door', '', desk.time.now);
    watch.look();
    expect(calls.slice(2).sort()).toEqual(['disk over', 'door over']);
  });

  it('is for a backup that cannot be made, and its letter says it once', async () => {
    polled();
    const { db } = desk.shell;
    noteBackupFailure(db, 'ENOSPC', desk.time.now);
    watch.look();
    expect(calls).toEqual(['backup began']);
    const text = (await letters()).join();
    expect(text.match(/No backup could be made/gi)).toHaveLength(1);
    noteBackup(db, 'turnpost.sqlite', desk.time.now);
    watch.look();
    expect(calls).toEqual(['backup began', 'backup over']);
    expect((await letters()).join()).toMatch(/It is over: .* no backup could be made \(ENOSPC\)/);
  });

  it('calls once where nothing can be written down', async () => {
    polled();
    const { db } = desk.shell;
    db.pragma('query_only = on');
    free = 1_000;
    await pass(5 * oneMinuteMs, () => polled());
    expect(calls).toEqual(['disk began']);
    db.pragma('query_only = off');
    await pass(oneMinuteMs, () => polled());
    free = 1e10;
    await pass(oneMinuteMs, () => polled());
    expect(calls).toEqual(['disk began', 'disk over']);
    expect(conditionsNow(db, 'alarm')).toEqual([]);
    expect(conditions(db)).toEqual([{ key: 'disk', lasts: 0 }]);
  });
});
