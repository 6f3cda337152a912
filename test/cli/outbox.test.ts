import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { oneDayMs, oneHourMs } from '../../src/limits.ts';
import type { Handover } from '../../src/post/smtp.ts';
import { deliver } from '../../src/service/delivery/deliver.ts';
import { runHousekeeping } from '../../src/service/due/housekeeping.ts';
import { withhold } from '../../src/store/letters/outbox.ts';
import { setCondition } from '../../src/store/server/conditions.ts';
import { typeLine } from '../support/desk/command-line.ts';
import { type Desk, openDesk } from '../support/desk/desk.ts';
import { putLetters } from '../support/desk/outbox.ts';
import { changeOut, lettersOut, statesOut } from '../support/stored/letters.ts';

const signal = new AbortController().signal;
let desk: Desk;
beforeEach(() => {
  // The command line has the clock of the machine.
  desk = openDesk({ log: 'silent', now: Date.now() });
});
afterEach(() => desk.close());

const LATER: Handover = { kind: 'later', error: 'EMESSAGE 451 4.7.1', status: '4.7.1' };
const REFUSED: Handover = { kind: 'refused', error: 'EENVELOPE 550 5.1.1', status: '5.1.1' };
const TAKEN: Handover = { kind: 'taken' };

/** A round with a server that says this to letters to a domain, and takes the others. */
async function round(says: Handover, domain = ''): Promise<readonly string[]> {
  const to: string[] = [];
  const send = async (letter: { readonly to: string }) => {
    to.push(letter.to);
    await new Promise((resolve) => setImmediate(resolve));
    return letter.to.endsWith(domain) ? says : TAKEN;
  };
  await deliver(
    desk.shell,
    { send, verify: async () => undefined, close: () => undefined },
    signal,
  );
  return to;
}
async function type(line: string) {
  const typed = await typeLine(desk, line);
  desk.time.now = Math.max(desk.time.now, Date.now());
  return typed;
}
const states = () => statesOut(desk.shell.db);
const put = (...to: readonly string[]) => putLetters(desk, ...to);
const rowsOf = async (line: string) => JSON.parse((await type(`${line} --json`)).out);

describe('turnpost outbox', () => {
  it('says when there is nothing to see', async () => {
    expect(await type('outbox')).toEqual({ code: 0, out: 'There is no such e-mail.', error: '' });
    expect(await rowsOf('outbox')).toEqual([]);
  });

  it('lists what is on its way and what failed, without an address', async () => {
    await put('a@slow.test', 'b@gone.test', 'c@fine.test', 'd@later.test');
    const { now } = desk.time;
    await round(LATER, 'slow.test');
    changeOut(desk.shell.db, { state: 'failed', lastError: 'EENVELOPE 550 5.1.1' }, 2);
    await put('e@fine.test', 'f@gone.test');
    withhold(desk.shell.db, 6, desk.time.now);
    const { out } = await type('outbox');
    expect(out.split('\n')).toEqual([
      'ID  STATE     KIND    TO           AGE  TRIES  LAST REPLY',
      ' 5  composed  notice  fine.test  0 min      0  -',
      ' 1  waiting   notice  slow.test  0 min      1  EMESSAGE 451 4.7.1',
      ' 2  failed    notice  gone.test  0 min      1  EENVELOPE 550 5.1.1',
    ]);
    const ids = async (line: string) => (await rowsOf(line)).map(({ id }: { id: number }) => id);
    expect(await ids('outbox --state sent')).toEqual([3, 4]);
    expect(await ids('outbox --state withheld')).toEqual([6]);
    expect(await ids('outbox --failed')).toEqual([2]);
    expect(await ids('outbox --domain Slow.Test')).toEqual([1]);
    expect(await ids('outbox --state sent --domain slow.test')).toEqual([]);
    expect((await rowsOf('outbox'))[1]).toEqual({
      id: 1,
      state: 'waiting',
      kind: 'notice',
      board: null,
      to: 'slow.test',
      createdAt: new Date(now).toISOString(),
      tries: 1,
      nextTryAt: new Date(now + 60_000).toISOString(),
      sentAt: null,
      lastReply: 'EMESSAGE 451 4.7.1',
      addressStopped: false,
    });
  });

  it('refuses a state that is none, and two at once', async () => {
    const wrong = await type('outbox --state wating');
    expect(wrong).toMatchObject({ code: 64, out: '' });
    expect(wrong.error).toContain('Did you mean this: waiting');
    expect(await type('outbox --failed --state sent')).toMatchObject({ code: 64 });
    expect(await type('outbox retyr 12')).toMatchObject({ code: 64 });
  });
});

describe('turnpost outbox retry', () => {
  beforeEach(async () => {
    await put('a@slow.test', 'b@slow.test', 'c@gone.test', 'd@gone.test');
    await round(LATER, 'slow.test');
    changeOut(desk.shell.db, { state: 'failed', lastError: 'x' }, 3, 4);
  });

  it('has a letter that waits sent at once, also where its domain waits', async () => {
    expect(await round(TAKEN)).toEqual([]);
    expect((await type('outbox retry 1')).out).toBe(
      'E-mails that are retried as soon as a server runs: 1',
    );
    expect(await round(TAKEN)).toContain('a@slow.test');
    expect(states()[0]).toBe('sent');
  });

  it.each([
    ['retry 1 3', ['a@slow.test', 'c@gone.test'], 2],
    ['retry 3 3', ['c@gone.test'], 1],
    ['retry --failed', ['c@gone.test', 'd@gone.test'], 2],
    ['retry --state waiting', ['a@slow.test', 'b@slow.test'], 2],
    ['retry --domain gone.test', ['c@gone.test', 'd@gone.test'], 2],
    ['retry --failed --domain slow.test', [], 0],
  ])('has them sent: %s', async (line, to, letters) => {
    expect((await type(`outbox ${line} --dry-run`)).out).toBe(
      `E-mails that would be retried: ${letters}`,
    );
    expect(await round(TAKEN)).toEqual([]);
    expect(JSON.parse((await type(`outbox ${line} --json`)).out)).toEqual({ letters });
    const sent = await round(TAKEN);
    expect(sent).toEqual(expect.arrayContaining(to));
    // The first letter that a domain takes lets the others go that wait for it.
    expect(sent.filter((each) => !to.includes(each) && !each.endsWith('slow.test'))).toEqual([]);
  });

  it('asks before it sends many, and a script need not', async () => {
    const asked: string[] = [];
    const no = async (question: string) => {
      asked.push(question);
      return false;
    };
    const type = (line: string) => typeLine(desk, line, { confirm: no });
    expect(await type('outbox retry --failed')).toEqual({
      code: 1,
      out: '',
      error: 'Nothing was done.',
    });
    expect(asked).toEqual(['Retry 2 e-mails?']);
    expect(states().slice(2)).toEqual(['failed', 'failed']);
    expect(await type('outbox retry 3')).toMatchObject({ code: 0 });
    expect(await type('outbox retry --failed --yes --quiet')).toEqual({
      code: 0,
      out: '',
      error: '',
    });
    expect(asked).toHaveLength(1);
    expect(states().slice(2)).toEqual(['composed', 'composed']);
  });

  it('does nothing where one of the letters cannot be sent, and says of each why', async () => {
    await put('e@fine.test', 'f@fine.test', 'g@fine.test');
    withhold(desk.shell.db, 5, desk.time.now);
    changeOut(desk.shell.db, { state: 'sent', sentAt: 1 }, 6);
    changeOut(desk.shell.db, { facts: 'null' }, 4);
    const before = states();
    expect(await type('outbox retry 1 3 4 5 6 7 99 x')).toEqual({
      code: 1,
      out: '',
      error: [
        'E-mail 4 cannot be sent again: its content was deleted.',
        'E-mail 5 was withheld: it must not be sent any more.',
        'E-mail 6 was already sent.',
        'E-mail 7 is already on its way: composed.',
        'There is no e-mail 99.',
        'There is no e-mail x.',
        'Try: turnpost outbox',
      ].join('\n'),
    });
    expect(states()).toEqual(before);
    // Where all are meant, those are left out.
    expect((await type('outbox retry --failed --yes')).out).toMatch(/: 1$/);
  });

  it.each(['retry', 'retry 1 --failed', 'retry 1 --domain x.test', 'retry --state sent'])(
    'wants to be told which: %s',
    async (line) => {
      const { code, out, error } = await type(`outbox ${line}`);
      expect({ code, out }).toEqual({ code: 64, out: '' });
      expect(error).toContain('\n  turnpost outbox retry 12 13\n');
    },
  );

  it('asks a server that takes no letters at once', async () => {
    await round(TAKEN);
    const dueAt = desk.time.now + oneHourMs;
    setCondition(desk.shell.db, { kind: 'door', state: 'shut', why: 'x', dueAt }, desk.time.now);
    await put('z@fine.test');
    expect(await round(TAKEN)).toEqual([]);
    await type('outbox retry 1');
    expect((await round(TAKEN)).length).toBeGreaterThan(0);
  });
});

describe('a letter that failed and is tried again', () => {
  /** Of the one letter here the last try was refused for good, days after the first. */
  const fail = async () => {
    await put('a@slow.test');
    await round(LATER);
    desk.time.now += 6 * oneDayMs;
    await round(LATER);
    expect(states()).toEqual(['failed']);
  };
  const TRIED: readonly [string, () => Promise<unknown>][] = [
    ['at the terminal', () => type('outbox retry 1')],
    ['by an admin', () => type('admin retry out1')],
  ];

  it.each(TRIED)('%s has five days again', async (_, retry) => {
    await fail();
    await retry();
    desk.time.now += oneHourMs;
    await round(LATER);
    expect(states()[0]).toBe('waiting');
    desk.time.now += 4 * oneDayMs;
    await round(LATER);
    expect(states()[0]).toBe('waiting');
  });

  it.each(TRIED)('%s is told of once more when it fails again', async (_, retry) => {
    await fail();
    const reports = () => lettersOut(desk.shell.db).filter(({ kind }) => kind === 'report').length;
    runHousekeeping(desk.shell);
    expect(reports()).toBe(1);
    await retry();
    desk.time.now += oneDayMs;
    await round(REFUSED, 'slow.test');
    expect(states()[0]).toBe('failed');
    runHousekeeping(desk.shell);
    expect(reports()).toBe(2);
  });
});
