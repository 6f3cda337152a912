import { afterEach, describe, expect, it } from 'vitest';
import {
  introductionLimits,
  oneDayMs,
  oneHourMs,
  oneMinuteMs,
  strangerLimits,
} from '../../../src/limits.ts';
import { runHousekeeping } from '../../../src/service/due/housekeeping.ts';
import { ADMIN, type Desk, openDesk, type Sent } from '../../support/desk/desk.ts';
import { flat } from '../../support/desk/players.ts';
import { full, throwDice } from '../../support/run/seed.ts';
import { lettersIn } from '../../support/stored/letters.ts';
import { newcomers } from '../../support/stored/people.ts';

/** Newcomers while somebody forges the letters of others, steadily or all at once. */

const AUTHSERV = { id: 'mx.turnpost.test', hops: 0 };
const WORD = 'chestnut';
const dice = throwDice('newcomers');

/** Each kind of first letter. */
const KINDS = {
  signup: (who: string) => ({ subject: `signup ${who}`, text: '' }),
  play: () => ({ subject: 'play forms', text: '' }),
  help: () => ({ subject: 'help', text: '' }),
  'a sign-up that is refused': () => ({ subject: 'signup admin', text: '' }),
  prose: () => ({ subject: 'Hello', text: 'I would like to play with somebody.' }),
} as const;
type Kind = keyof typeof KINDS;
const kinds = Object.keys(KINDS) as readonly Kind[];

let desk: Desk;
afterEach(() => desk.close());

interface Written {
  readonly verified?: boolean;
  readonly to?: string;
}
function put(kind: Kind, from: string, { verified, to = 'games@turnpost.test' }: Written = {}) {
  const uid = desk.box.size + 1;
  const [who = '', domain = ''] = from.split('@');
  const { subject, text } = KINDS[kind](who);
  const found = `Authentication-Results: ${AUTHSERV.id}; dmarc=pass header.from=${domain}`;
  const head = [`From: ${from}`, `To: ${to}`, `Subject: ${subject}`, `Message-ID: <${uid}@m.test>`];
  const lines = [...(verified ? [found] : []), ...head, '', text, ''];
  desk.box.set(uid, Buffer.from(lines.join('\r\n')));
  desk.arrived.set(uid, desk.time.now);
}

const waiting = () => newcomers(desk.shell.db).length;
let forged = 0;
const putForged = (kind: Kind) => put(kind, `eve${++forged}@far-${forged}.test`);

/**
 * A hundred honest newcomers within as many minutes, while so many forged letters come in each minute and
 * have come for long.
 *
 * @returns how many of them were answered, and within an hour
 */
async function trickle(
  kind: Kind,
  perMinute: number,
  written: Written,
): Promise<{ readonly withTimeout: number; readonly ever: number }> {
  for (let each = 0; each < 150; each++) putForged(kind);
  await desk.round();
  const wrote = new Map<string, number>();
  const answered = new Map<string, number>();
  for (let minute = 0; minute < 160; minute++) {
    desk.time.now += oneMinuteMs;
    for (let each = 0; each < perMinute; each++) putForged(kind);
    if (minute < 100) {
      const from = `carol${minute}@home-${minute}.test`;
      put(kind, from, written);
      wrote.set(from, desk.time.now);
    }
    for (const { to } of await desk.round()) answered.set(to, desk.time.now);
  }
  const times = [...wrote].map(([from, at]) => (answered.get(from) ?? Infinity) - at);
  return {
    withTimeout: times.filter((ms) => ms <= oneHourMs).length,
    ever: times.filter((ms) => ms < Infinity).length,
  };
}

/** The highest takes half a minute of a processor: one kind of each line of the queue has it. */
const ratesOf = (kind: Kind): readonly number[] => {
  if (!full) return [1];
  return kind === 'help' || kind === 'prose' ? [1, 10, 60] : [1, 10];
};
const cases = dice.sample(
  kinds.flatMap((kind) => ratesOf(kind).map((rate) => [kind, rate] as const)),
  1,
);

describe('while forged letters come in every minute', () => {
  it.each(cases)(
    'honest newcomers are answered within an hour where the mail host knows them: %s, %i a minute',
    async (kind, rate) => {
      desk = openDesk({ log: 'silent', authserv: AUTHSERV });
      expect((await trickle(kind, rate, { verified: true })).withTimeout).toBeGreaterThanOrEqual(
        95,
      );
    },
    300_000,
  );

  it.each(cases)(
    'those who write to the published word are answered within an hour: %s, %i a minute',
    async (kind, rate) => {
      desk = openDesk({ log: 'silent', word: WORD });
      const to = `Games+${WORD.toUpperCase()}@turnpost.test`;
      expect((await trickle(kind, rate, { to })).withTimeout).toBeGreaterThanOrEqual(95);
    },
    300_000,
  );

  it('all others have their share, whenever they write', async () => {
    desk = openDesk();
    const { ever } = await trickle('help', 1, {});
    const { all } = strangerLimits.unproven;
    // About half of what there is room for: one letter in two is honest.
    const room = (160 * oneMinuteMs) / all.everyMs;
    expect(ever).toBeGreaterThan(0);
    expect(ever).toBeLessThan(room);
  });
});

describe('a flood', () => {
  it.each(dice.sample(kinds, 2))(
    'goes through the rate limit, and leaves that of other letters alone: %s',
    async (kind) => {
      desk = openDesk();
      const { all } = strangerLimits.unproven;
      const letters = 3 * all.atOnce;
      for (let each = 0; each < letters; each++) putForged(kind);
      expect(await desk.round()).toHaveLength(all.atOnce);
      expect(waiting()).toBe(letters - all.atOnce);
      desk.time.now += all.everyMs;
      expect(await desk.round()).toHaveLength(1);
      const other = kind === 'prose' ? 'help' : 'prose';
      put(other, 'dave@home.test');
      expect((await desk.round()).map(({ to }) => to)).toEqual(['dave@home.test']);
      // What has waited for a day is forgotten.
      desk.time.now += introductionLimits.waitMs + oneDayMs;
      put(kind, 'erin@home.test');
      expect((await desk.round()).map(({ to }) => to)).toContain('erin@home.test');
      expect(waiting()).toBe(0);
    },
  );

  it('takes no more room on the disk than is stated, and lots say what is dropped', async () => {
    desk = openDesk();
    const { all } = strangerLimits.unproven;
    for (let each = 0; each < 3 * introductionLimits.lettersWaiting; each++) putForged('help');
    await desk.round();
    expect(waiting()).toBe(introductionLimits.lettersWaiting);
    // Those from the beginning are not all of them, and not all are gone.
    const last = all.atOnce + 1.5 * introductionLimits.lettersWaiting;
    const early = newcomers(desk.shell.db).filter(({ inboxId }) => inboxId <= last).length;
    expect(early).toBeGreaterThan(introductionLimits.lettersWaiting / 4);
    expect(early).toBeLessThan((3 * introductionLimits.lettersWaiting) / 4);
    expect(lettersIn(desk.shell.db).map(({ state }) => state)).toContain('ignored');
  });

  it('from one domain leaves room for all others', async () => {
    desk = openDesk();
    const { domain } = strangerLimits.unproven;
    for (let each = 0; each < 200; each++) put('help', `eve${each}@far.test`);
    put('help', 'carol@home.test');
    const sent = await desk.round();
    expect(sent).toHaveLength(domain.atOnce + 1);
    expect(sent.map(({ to }) => to)).toContain('carol@home.test');
    for (let hour = 0; hour < 5; hour++) {
      desk.time.now += oneHourMs;
      expect((await desk.round()).length).toBeLessThanOrEqual(oneHourMs / domain.everyMs);
    }
  });

  it('from one domain keeps no more of it waiting than have a chance in time', async () => {
    desk = openDesk();
    const { domain } = strangerLimits.unproven;
    for (let each = 0; each < 100; each++) put('help', `eve${each}@far.test`);
    await desk.round();
    expect(waiting()).toBe(introductionLimits.waitMs / domain.everyMs);
    put('help', 'carol@home.test');
    expect((await desk.round()).map(({ to }) => to)).toEqual(['carol@home.test']);
  });

  it('in the names of people at a large provider keeps none of the others there waiting', async () => {
    desk = openDesk();
    for (let each = 0; each < 30; each++) put('signup', `eve-${each}@gmail.com`);
    put('signup', 'carol@gmail.com');
    expect((await desk.round()).map(({ to }) => to)).toContain('carol@gmail.com');
  });

  it('keeps nobody waiting who answers a letter of ours', async () => {
    desk = openDesk();
    put('signup', 'carol@home.test');
    await desk.round();
    for (let each = 0; each < 100; each++) putForged('signup');
    await desk.round();
    const [answer] = await desk.answer('carol@home.test', 'Who are you?');
    expect(answer?.to).toBe('carol@home.test');
  });

  it('is told to the admins', async () => {
    desk = openDesk();
    for (let each = 0; each < 100; each++) putForged('signup');
    await desk.round();
    runHousekeeping(desk.shell);
    const reports = (await desk.round()).filter(({ to }) => to === ADMIN);
    expect(reports.map(flat).join('')).toMatch(/40 sign-ups came faster than/);
  });

  it('outlives the process, and brings each address one letter', async () => {
    desk = openDesk();
    for (let each = 0; each < 100; each++) putForged(kinds[each % kinds.length] ?? 'help');
    await desk.round();
    desk.reopen();
    const all: Sent[] = [...desk.sent];
    for (let hour = 0; hour < 23; hour++) {
      desk.time.now += oneHourMs;
      all.push(...(await desk.round()));
    }
    const receivers = all.map(({ to }) => to);
    expect(new Set(receivers).size).toBe(receivers.length);
    expect(receivers).toHaveLength(100);
  });
});
