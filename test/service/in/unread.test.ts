import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { letterLimits, mimeLimits, oneDayMs } from '../../../src/limits.ts';
import { err } from '../../../src/result.ts';
import { readStored } from '../../../src/service/in/read.ts';
import { CAUSE_BY_REASON, type IgnoredReason } from '../../../src/service/in/unread.ts';
import {
  ALICE,
  BOB,
  type Desk,
  GAMES,
  openBoard,
  openDesk,
  type Sent,
} from '../../support/desk/desk.ts';
import { storedBoard } from '../../support/desk/play.ts';
import { flat } from '../../support/desk/players.ts';
import { answerTo, type Draft } from '../../support/post/letters.ts';
import { charges, endOfNewest } from '../../support/stored/letters.ts';

/** Whatever is wrong with a letter that answers one of ours, its player hears of it. */

const AUTHSERV = { id: 'mx.turnpost.test', hops: 0 };
const WORK = 'alice.smith@office.test';

let desk: Desk;
let board: Sent;
beforeEach(async () => {
  desk = openDesk();
  await openBoard(desk, 'forms -size=4x4');
  board = desk.newest(ALICE);
});
afterEach(() => desk.close());

const moves = () => storedBoard(desk).moves;
const lastEnd = () => endOfNewest(desk.shell.db);
const move = (change: Partial<Draft> = {}): Draft => ({ ...answerTo(board, 'a4b4'), ...change });
const withHeaders = (draft: Draft, ...headers: readonly string[]): Draft => ({
  ...draft,
  headers: [...(draft.headers ?? []), ...headers],
});

/** Puts a letter into the box that a change of its bytes has made odd. */
function putChanged(draft: Draft, change: (raw: string) => string): void {
  desk.put(draft);
  const raw = Buffer.from(desk.box.get(desk.box.size) ?? []).toString('latin1');
  desk.box.set(desk.box.size, Buffer.from(change(raw), 'latin1'));
}

/** A letter for each way of being of no use. Undefined where it takes more than a letter. */
const LETTERS: Readonly<Record<IgnoredReason, (() => void) | undefined>> = {
  'no-from': () => putChanged(move(), (raw) => raw.replace(/^From: .*\r\n/, '')),
  'several-from': () => putChanged(move(), (raw) => `From: ${BOB}\r\n${raw}`),
  'odd-from': () => desk.put(move({ from: `"${ALICE}" ${ALICE} <${BOB}>` })),
  'not-an-address': () => desk.put(move({ from: `${ALICE}, ${BOB}` })),
  'header too long': () =>
    desk.put(withHeaders(move(), ...Array(1_000).fill(`X-Padding: ${'x'.repeat(80)}`))),
  'too many parts': () =>
    putChanged(move(), (raw) =>
      raw
        .replace(/^Content-Type: .*$/m, 'Content-Type: multipart/mixed; boundary=b')
        .replace(
          /\r\n\r\n[\s\S]*/,
          `\r\n\r\n${'--b\r\n\r\nx\r\n'.repeat(mimeLimits.parts + 1)}--b--\r\n`,
        ),
    ),
  'parts nested too deep': () =>
    putChanged(move(), (raw) =>
      raw
        .replace(/^Content-Type: .*$/m, 'Content-Type: multipart/mixed; boundary=b0')
        .replace(
          /\r\n\r\n[\s\S]*/,
          `\r\n\r\n${Array.from({ length: 30 }, (_, at) => `--b${at}\r\nContent-Type: multipart/mixed; boundary=b${at + 1}\r\n\r\n`).join('')}`,
        ),
    ),
  unreadable: undefined,
  'reading took too long': undefined,
  'reading failed too often': undefined,
  'too large': () => desk.put(move({ from: WORK, text: 'x'.repeat(letterLimits.bytes) })),
  'dmarc=fail': () =>
    desk.put(
      withHeaders(
        move({ from: WORK }),
        `Authentication-Results: ${AUTHSERV.id}; dmarc=fail header.from=office.test`,
      ),
    ),
  'envelope sender of a relay': () =>
    desk.put(withHeaders(move({ from: WORK }), 'Return-Path: <bounce+1-x=y.test@relay.test>')),
  'another address': () => desk.put(move({ from: WORK })),
  'confirmed from another address': undefined,
  'tokens-disagree': () => {
    const other = desk.newest(BOB).email.replyTo?.[0]?.address;
    desk.put({ ...move({ from: WORK }), to: `${answerTo(board, '').to}, ${other}` });
  },
};

/** Sorted, so that `desk` is made anew with the mail host's check where it is needed. */
const WAYS = (Object.keys(LETTERS) as IgnoredReason[]).filter((reason) => LETTERS[reason]);

describe('a letter with a valid token that is of no use', () => {
  it.each(WAYS)('is told to the registered address: %s', async (reason) => {
    if (reason === 'dmarc=fail') {
      const copy = desk.copy({ authserv: AUTHSERV });
      desk.close();
      desk = copy;
    }
    LETTERS[reason]?.();
    const sent = await desk.round();
    expect(lastEnd().reason).toBe(reason);
    expect(moves()).toBe('');
    expect(sent.map(({ to }) => to)).toEqual([ALICE]);
    const [notice] = sent;
    expect(notice && flat(notice)).toMatch(/your board 1 could not be used, because/);
    if (CAUSE_BY_REASON[reason] === 'address' && reason !== 'tokens-disagree') {
      expect(notice && flat(notice)).toContain(`address add ${WORK}`);
    }
    // Once a day and cause, and charged to whose token it is.
    LETTERS[reason]?.();
    desk.put({ from: BOB, subject: 'none', text: `${desk.box.size}` });
    expect((await desk.round()).filter(({ to }) => to === ALICE)).toEqual([]);
    const charge = charges(desk.shell.db).findLast(({ address }) => address === ALICE);
    expect(charge).toMatchObject({ proof: 'token', causer: 1, account: 'notice' });
  });

  it('is told of again after a day, and in the language of its player', async () => {
    await desk.post(move({ from: WORK }));
    await desk.answer(ALICE, 'set language de');
    desk.time.now += oneDayMs + 1_000;
    const [again] = await desk.post(move({ from: WORK, text: 'a4b4\nagain' }));
    expect(again?.to).toBe(ALICE);
    expect(again && flat(again)).toContain('die Antwortadresse deines Bretts 1');
  });

  it('brings a notice whose answer adds the address', async () => {
    await desk.post(move({ from: WORK }));
    await desk.answer(ALICE, `address add ${WORK}`);
    const sent = await desk.answer(ALICE, 'yes');
    expect(sent.map(({ to }) => to)).toContain(WORK);
  });

  it.each(['reading took too long', 'unreadable'] as const)(
    'is told also where nothing could be read of it: %s',
    async (reason) => {
      desk.put(move({ from: WORK }));
      desk.reopen({
        reach(point) {
          if (point === 'receive: fetched') throw new Error('not read yet');
        },
      });
      await desk.round().catch(() => undefined);
      desk.reopen();
      const parser = {
        ...desk.shell.parser,
        parse: async () => err(reason),
        stop: async () => undefined,
      };
      await readStored({ ...desk.shell, parser }, new AbortController().signal);
      expect(lastEnd()).toEqual({ state: 'put-aside', reason });
      const sent = await desk.round();
      expect(sent.map(({ to }) => to)).toEqual([ALICE]);
    },
  );

  it('is told also where the process has died of it', async () => {
    desk.put(move({ from: WORK }));
    for (let count = 0; count < 2; count++) {
      desk.reopen({
        reach(point) {
          if (point !== 'read: counted') return;
          desk.shell.db.close();
          throw new Error('died');
        },
      });
      await desk.round().catch(() => undefined);
    }
    desk.reopen();
    const sent = await desk.round();
    expect(lastEnd().reason).toBe('reading failed too often');
    expect(sent.filter(({ to }) => to === ALICE).map(flat)).toEqual([
      expect.stringContaining('could not be used'),
    ]);
  });

  it('is told where a yes comes from another address', async () => {
    await desk.post({ from: ALICE, subject: 'block bob', text: '' });
    const question = desk.newest(ALICE);
    const [notice] = await desk.post({ ...answerTo(question, 'yes'), from: WORK });
    expect(lastEnd().reason).toBe('confirmed from another address');
    expect(notice?.to).toBe(ALICE);
    expect(notice && flat(notice)).toContain(`address add ${WORK}`);
    // Somebody without an account has no other addresses, but has a mailbox that was asked.
    await desk.post({ from: 'eve@far.test', subject: 'signup eve', text: '' });
    const sent = await desk.post({ ...answerTo(desk.newest('eve@far.test'), 'yes'), from: WORK });
    expect(sent.map(({ to }) => to)).toEqual(['eve@far.test']);
    expect(sent.map(flat).join()).toContain('Please reply from eve@far.test');
  });
});

describe('an odd From with a valid token', () => {
  it.each([
    `${ALICE} (Alice)`,
    '(my (new) mail) alice@home.test',
    '"alice"@home.test',
    'Alice (at home) <alice@home.test>',
    'alice @ home . test',
    'Alice <alice@home.test> (sent from my telephone)',
  ])('is read when it is lawful and names the player: %s', async (from) => {
    await desk.post(move({ from }));
    expect(moves()).toBe('a4xb4');
  });

  it.each([
    `"${ALICE}" (x) <eve@far.test>`,
    `${BOB} (alice@home.test)`,
    `Team: ${ALICE};`,
    `Alice <${ALICE}>, Bob <${BOB}>`,
    `${ALICE} <eve@far.test> (x)`,
    `alice@home.test (unended`,
    `=?utf-8?q?alice?=@home.test (x)`,
  ])('does nothing where it is somebody else, or nobody: %s', async (from) => {
    const sent = await desk.post(move({ from }));
    expect(moves()).toBe('');
    expect(sent.map(({ to }) => to)).toEqual([ALICE]);
  });

  it('is put aside without a token, as ever', async () => {
    const draft = { from: `${ALICE} (Alice)`, to: GAMES, subject: 'games', text: '' };
    expect(await desk.post(draft)).toEqual([]);
    expect(lastEnd()).toMatchObject({ state: 'put-aside' });
  });
});

describe('a letter with a valid token', () => {
  it('is read though a relay has handed it on', async () => {
    await desk.post(withHeaders(move(), 'Return-Path: <bounces+12-alice=home.test@relay.test>'));
    expect(moves()).toBe('a4xb4');
  });

  it.each([
    ['a reaction', (draft: Draft) => draft],
    ['Auto-Submitted', (draft: Draft) => withHeaders(draft, 'Auto-Submitted: auto-replied')],
    ['null sender', (draft: Draft) => withHeaders(draft, 'Return-Path: <>')],
    ['mailing list', (draft: Draft) => withHeaders(draft, 'List-Id: <x.far.test>')],
  ])('is met with silence where it is of a machine: %s', async (reason, change) => {
    for (const from of [ALICE, WORK, `${ALICE} (Alice)`]) {
      putChanged(change(move({ from })), (raw) =>
        reason === 'a reaction'
          ? raw
              .replace(/^Content-Type: .*$/m, 'Content-Type: multipart/alternative; boundary=b')
              .replace(
                /\r\n\r\n[\s\S]*/,
                '\r\n\r\n--b\r\nContent-Type: text/plain\r\n\r\nyes\r\n--b\r\n' +
                  'Content-Type: text/vnd.google.email-reaction+json\r\n\r\n{"emoji":"x"}\r\n--b--\r\n',
              )
          : raw,
      );
      expect(await desk.round()).toEqual([]);
      expect(lastEnd()).toEqual({ state: 'ignored', reason });
    }
    expect(moves()).toBe('');
  });

  it('that its player has ended causes nothing more', async () => {
    await desk.answer(ALICE, 'tokens new');
    await desk.answer(ALICE, 'yes');
    const sent = await desk.post(move({ from: WORK }));
    expect(sent.filter(({ to }) => to === ALICE)).toEqual([]);
  });
});

it('a header of which only the beginning was fetched still names its board', async () => {
  const headers = Array(2_000).fill(`X-Padding: ${'x'.repeat(60)}`);
  expect(headers.join('\r\n').length).toBeGreaterThan(letterLimits.headerBytes);
  desk.put(withHeaders(move({ text: 'x'.repeat(letterLimits.bytes) }), ...headers));
  const sent = await desk.round();
  expect(sent.map(({ to }) => to)).toEqual([ALICE]);
  expect(lastEnd()).toEqual({ state: 'put-aside', reason: 'too large' });
});
