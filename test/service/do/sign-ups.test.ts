import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import {
  domainSignUpRoom,
  oneDayMs,
  oneHourMs,
  oneMinuteMs,
  oneProviderSignUpRoom,
  providerSignUpRoom,
  signUpRoom,
  strangerAnswerRoom,
} from '../../../src/limits.ts';
import { tend } from '../../../src/service/due/tend.ts';
import { ADMIN, type Desk, openDesk, type Sent } from '../../support/desk/desk.ts';
import { flat } from '../../support/desk/players.ts';
import { full, throwDice } from '../../support/run/seed.ts';

/** Twenty from each domain: with all domains, the flood has more of them than there is room in a day. */
const DOMAINS = full ? 500 : 12;
const LETTERS = 20 * DOMAINS;
/** More than strangers are answered at once. */
const QUESTIONS = full ? 1_000 : 200;
const AUTHSERV = { id: 'mx.turnpost.test', hops: 0 };

const dice = throwDice('sign-ups');

let desk: Desk;
afterEach(() => desk.close());

function put(from: string, subject: string, verified = false): void {
  const uid = desk.box.size + 1;
  const lines = [
    ...(verified
      ? [`Authentication-Results: ${AUTHSERV.id}; dmarc=pass header.from=${from.split('@')[1]}`]
      : []),
    `From: ${from}`,
    'To: games@turnpost.test',
    `Subject: ${subject}`,
    `Message-ID: <letter-${uid}@mail.test>`,
    '',
    '',
  ];
  desk.box.set(uid, Buffer.from(lines.join('\r\n')));
}

/** Forged sign-ups from many domains at once, with an honest one in their middle. */
function flood(
  honest: string,
  domainOf = (at: number) => `far-${at}.test`,
  verified = false,
): void {
  for (let at = 0; at < LETTERS; at++) {
    put(`eve-${at}@${domainOf(at % DOMAINS)}`, `signup name-${at}`);
    if (at === LETTERS / 2) put(honest, 'signup carol', verified);
  }
}

/** Lets the worker look from time to time. Returns what was sent. */
async function pass(ms: number, stepMs = 10 * oneMinuteMs): Promise<readonly Sent[]> {
  const from = desk.sent.length;
  const end = desk.time.now + ms;
  for (;;) {
    await desk.round();
    if (desk.time.now >= end) return desk.sent.slice(from);
    desk.time.now = Math.min(desk.time.now + stepMs, end);
  }
}
const questions = (sent: readonly Sent[]) =>
  sent.filter(({ subject }) => subject.startsWith('Turnpost: please confirm'));
/** What a room gives in a time. */
const within = ({ atOnce, everyMs }: typeof signUpRoom, ms: number) => atOnce + ms / everyMs;

describe('thousands of forged sign-ups', () => {
  beforeEach(() => {
    desk = openDesk({ log: 'silent' });
  });

  it.each(dice.sample(['carol@home.test', 'carol@gmail.com'], 1))(
    'keep no honest one waiting for an hour, and cause few letters: %s',
    async (honest) => {
      flood(honest);
      const asked = questions(await pass(oneHourMs));
      expect(asked.map(({ to }) => to)).toContain(honest);
      const room = within(signUpRoom, oneHourMs) + within(providerSignUpRoom, oneHourMs);
      expect(asked.length).toBeLessThanOrEqual(room);
      await desk.answer(honest, 'yes');
      expect(flat(desk.newest(honest))).toContain('carol');
      const later = questions(await pass(23 * oneHourMs, oneHourMs));
      expect(later.length).toBeLessThanOrEqual(within(signUpRoom, oneDayMs));
      expect(later.length).toBeGreaterThan(0);
      // What has waited for a day is forgotten, and the door is open.
      await pass(oneDayMs, 6 * oneHourMs);
      put('dave@home.test', 'signup dave');
      expect(questions(await desk.round()).map(({ to }) => to)).toEqual(['dave@home.test']);
    },
  );

  it('from a large provider among the domains keep nobody there waiting for an hour', async () => {
    flood('carol@gmail.com', (at) => (at === 7 ? 'gmail.com' : `far-${at}.test`));
    expect(questions(await pass(oneHourMs)).map(({ to }) => to)).toContain('carol@gmail.com');
  });

  it('from one domain take no room from others', async () => {
    for (let at = 0; at < LETTERS; at++) put(`eve-${at}@far.test`, `signup name-${at}`);
    put('carol@home.test', 'signup carol');
    const asked = questions(await desk.round());
    expect(asked).toHaveLength(domainSignUpRoom.atOnce + 1);
    expect(asked.map(({ to }) => to)).toContain('carol@home.test');
  });

  it('from one large provider take no room from others', async () => {
    for (let at = 0; at < 200; at++) put(`eve-${at}@gmail.com`, `signup name-${at}`);
    put('carol@gmx.de', 'signup carol');
    const asked = questions(await desk.round());
    expect(asked).toHaveLength(oneProviderSignUpRoom.atOnce + 1);
    expect(asked.map(({ to }) => to)).toContain('carol@gmx.de');
  });

  it('are told to the admins', async () => {
    flood('carol@home.test');
    await desk.round();
    tend(desk.shell);
    const reports = (await desk.round()).filter(({ to }) => to === ADMIN);
    expect(reports.map(flat).join('')).toMatch(
      /\d+ sign-ups came faster than strangers are written to/,
    );
    desk.time.now += oneDayMs;
    tend(desk.shell);
    expect((await desk.round()).filter(({ to }) => to === ADMIN)).toEqual([]);
  });

  it('outlive the process, and ask each address once', async () => {
    for (let at = 0; at < 100; at++) put(`eve-${at}@far-${at}.test`, `signup name-${at}`);
    await desk.round();
    desk.reopen();
    const sent = questions(await pass(oneDayMs - oneHourMs, oneHourMs));
    const all = new Set(questions(desk.sent).map(({ to }) => to));
    expect(all.size).toBe(questions(desk.sent).length);
    expect(sent.length).toBeGreaterThan(0);
    expect(all.size).toBe(100);
  });

  it('do not shut the door for what else strangers ask', async () => {
    flood('carol@home.test');
    await desk.round();
    put('dave@home.test', 'help');
    expect((await desk.round()).map(({ to }) => to)).toEqual(['dave@home.test']);
  });
});

describe('forged questions of strangers', () => {
  it('come to an end, leave room to sign up, and room comes back within minutes', async () => {
    desk = openDesk({ log: 'silent' });
    for (let at = 0; at < QUESTIONS; at++) put(`eve-${at}@far-${at}.test`, 'help');
    expect(await desk.round()).toHaveLength(strangerAnswerRoom.atOnce);
    put('carol@home.test', 'signup carol');
    expect(questions(await desk.round())).toHaveLength(1);
    desk.time.now += strangerAnswerRoom.everyMs;
    put('dave@home.test', 'help');
    expect((await desk.round()).map(({ to }) => to)).toEqual(['dave@home.test']);
  });
});

describe('where the mail host checks senders', () => {
  beforeEach(() => {
    desk = openDesk({ log: 'silent', authserv: AUTHSERV });
  });

  it('half of the room is kept for those that it has verified', async () => {
    for (let at = 0; at < 100; at++) put(`eve-${at}@far-${at}.test`, `signup name-${at}`);
    expect(questions(await desk.round())).toHaveLength(signUpRoom.atOnce / 2);
    for (let at = 0; at < 100; at++) put(`v-${at}@near-${at}.test`, `signup verified-${at}`, true);
    expect(questions(await desk.round())).toHaveLength(signUpRoom.atOnce / 2);
  });

  it.each(['carol@home.test', 'carol@gmail.com'])(
    'a verified one is asked at once, whatever is forged: %s',
    async (honest) => {
      flood(honest, (at) => (at % 2 ? 'gmail.com' : `far-${at}.test`), true);
      expect(questions(await desk.round()).map(({ to }) => to)).toContain(honest);
    },
  );
});
