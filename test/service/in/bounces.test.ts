import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { oneDayMs } from '../../../src/limits.ts';
import { makeToken } from '../../../src/mail/token.ts';
import { bounceLimits } from '../../../src/server-limits.ts';
import { runHousekeeping } from '../../../src/service/due/housekeeping.ts';
import { nextDueAt } from '../../../src/store/letters/leases.ts';
import { ADMIN, ALICE, BOB, type Desk, openBoard, openDesk } from '../../support/desk/desk.ts';
import { storedBoard } from '../../support/desk/play.ts';
import { type BounceDraft, writeBounce } from '../../support/post/bounces.ts';
import { answerTo } from '../../support/post/letters.ts';
import {
  bounces,
  copyBoardLetter,
  endOfNewest,
  type LetterOut,
  lettersOut,
  suspendedAddresses,
} from '../../support/stored/letters.ts';

let desk: Desk;
beforeEach(async () => {
  desk = openDesk();
  await openBoard(desk, 'forms -size=4x4');
});
afterEach(() => desk.close());

const ends = () => endOfNewest(desk.shell.db);
const suspended = () => suspendedAddresses(desk.shell.db);
const count = (is: (letter: LetterOut) => boolean) => lettersOut(desk.shell.db).filter(is).length;

/** The newest letter to somebody, as the report of a mail system knows it. */
function newest(address: string): BounceDraft {
  const letter = lettersOut(desk.shell.db).findLast((each) => each.address === address);
  return { to: String(letter?.sender), messageId: String(letter?.messageId), recipient: address };
}

async function bounce(draft: BounceDraft) {
  desk.time.now += 1_000;
  const uid = desk.box.size + 1;
  desk.box.set(uid, writeBounce(draft, uid));
  return desk.round();
}

/** A move of whoever's turn it is, and the letters that follow. */
const moveOf = (text: string, from = ALICE) => desk.post(answerTo(desk.newest(from), text));

describe('a letter that comes back', () => {
  it('carries its number in its envelope sender, which opens nothing', async () => {
    const { to } = newest(ALICE);
    expect(to).toMatch(/^games\+[a-z2-7]+@turnpost\.test$/);
    expect(await desk.post({ from: ALICE, to, subject: '', text: 'resign 1' })).toEqual([]);
    expect(ends()).toEqual({ state: 'ignored', reason: 'written to an envelope sender' });
  });

  it.each<[string, (draft: BounceDraft) => BounceDraft]>([
    ['its envelope sender', ({ to, recipient = '' }) => ({ to, recipient })],
    ['its Message-ID', (draft) => ({ ...draft, to: 'games@turnpost.test' })],
    ['a changed Message-ID', (draft) => ({ ...draft, messageId: 'rewritten@mx.test' })],
  ])('is known by %s, and suspends its address when it says 5.1.1', async (_, change) => {
    expect(await bounce(change(newest(ALICE)))).toEqual([]);
    expect(ends()).toEqual({ state: 'ignored', reason: 'delivery report: failed 5.1.1' });
    expect(suspended()).toEqual([ALICE]);
  });

  it.each<[string, (draft: BounceDraft) => BounceDraft]>([
    ['nothing of ours', () => ({ to: 'games@turnpost.test', messageId: 'x@mx.test' })],
    ['a forged tag', () => ({ to: 'games+aaaaaaaaaaaaaaaaaaaaaaaa@turnpost.test' })],
    ['a delay', (draft) => ({ ...draft, action: 'delayed', status: '4.4.1' })],
    ['a delivery', (draft) => ({ ...draft, action: 'delivered', status: '2.0.0' })],
    ['a failure that is none', (draft) => ({ ...draft, status: '2.0.0' })],
  ])('counts nothing when the report is of %s', async (_, change) => {
    expect(await bounce(change(newest(ALICE)))).toEqual([]);
    expect(ends()).toMatchObject({ state: 'ignored' });
    expect(suspended()).toEqual([]);
    expect(bounces(desk.shell.db)).toBe(0);
  });

  it('is not known by the reply token of a player', async () => {
    const { secrets } = desk.shell;
    const token = makeToken({ purpose: 'account', player: 1, number: 1, revision: 0 }, secrets);
    await bounce({ to: `games+${token}@turnpost.test` });
    expect(suspended()).toEqual([]);
  });

  it('is never read for commands', async () => {
    await bounce(newest(ALICE));
    expect(storedBoard(desk).ending).toBeNull();
  });

  it('counts once, however often it is reported', async () => {
    const soft = { ...newest(ALICE), status: '4.4.7' };
    for (let times = 0; times < bounceLimits.soft + 1; times++) await bounce(soft);
    expect(suspended()).toEqual([]);
  });

  it.each([
    '4.4.7',
    // A host that does not trust us says nothing about the address.
    '5.7.1',
    '5.1.8',
    '5.2.252',
  ])('suspends at the third time when it could not be reached: %s', async (status) => {
    for (let times = 1; times <= bounceLimits.soft; times++) {
      expect(suspended()).toEqual([]);
      await desk.post({ from: BOB, subject: 'help', text: '' });
      await bounce({ ...newest(BOB), status });
    }
    expect(suspended()).toEqual([BOB]);
  });

  it.each(['5.4.5', '5.2.0', '5.1.90', '5.7.233'])(
    'says nothing about its address when we have sent too much: %s',
    async (status) => {
      for (let times = 0; times <= bounceLimits.soft; times++) {
        await desk.post({ from: BOB, subject: 'help', text: '' });
        await bounce({ ...newest(BOB), status });
        expect(ends()).toMatchObject({ state: 'ignored' });
      }
      expect(suspended()).toEqual([]);
    },
  );

  it('does not add up over months', async () => {
    for (let times = 1; times <= bounceLimits.soft + 2; times++) {
      await desk.post({ from: BOB, subject: 'help', text: '' });
      await bounce({ ...newest(BOB), status: '4.4.7' });
      desk.time.now += 8 * oneDayMs;
    }
    expect(suspended()).toEqual([]);
  });
});

describe('a suspended address', () => {
  beforeEach(async () => {
    await moveOf('a4b4\nFirst.', ALICE);
    await bounce(newest(BOB));
    expect(suspended()).toEqual([BOB]);
  });

  it('is sent nothing, and nobody else notices', async () => {
    const sent = await desk.post({ from: ALICE, subject: 'challenge bob forms', text: '' });
    expect(sent.map(({ to }) => to)).toEqual([ALICE]);
    const [confirmation] = await desk.answer(ALICE, 'yes');
    expect(confirmation?.to).toBe(ALICE);
    expect(confirmation?.text).not.toMatch(/suspend|bounce|address/i);
    expect(count(({ address, state }) => address === BOB && state === 'composed')).toBe(1);
    expect(nextDueAt(desk.shell.db)).toBeUndefined();
  });

  it('gets the newest of the letters of the morning, which are out of date', async () => {
    const { db } = desk.shell;
    const facts = JSON.stringify({ daily: false, turns: 1, board: 1, sections: [] });
    for (let day = 1; day <= 3; day++) {
      copyBoardLetter(db, BOB, {
        messageId: `morning-${day}@turnpost.test`,
        kind: 'morning',
        facts: () => facts,
        createdAt: desk.time.now,
      });
    }
    await desk.round();
    const sent = await desk.post({ from: BOB, subject: 'games', text: '' });
    expect(sent.map(({ email }) => email.messageId)).toContain('<morning-3@turnpost.test>');
    expect(count(({ lastError, kind }) => lastError === 'withheld' && kind === 'morning')).toBe(2);
  });

  it('is let go by a letter from it, and gets what has waited', async () => {
    await desk.post({ from: ALICE, subject: 'challenge bob forms', text: '' });
    await desk.answer(ALICE, 'yes');
    const sent = await desk.post({ from: BOB, subject: 'games', text: '' });
    expect(sent.map(({ subject }) => subject)).toEqual([
      expect.stringContaining('challenges you'),
      'Turnpost: games',
    ]);
    expect(suspended()).toEqual([]);
  });

  it('is not let go by a machine at it', async () => {
    const headers = ['Auto-Submitted: auto-replied'];
    await desk.post({ from: BOB, subject: 'Away', text: '', headers });
    expect(suspended()).toEqual([BOB]);
  });

  it('is not let go by a letter that our mail host has found to be forged', async () => {
    const copy = desk.copy({ authserv: { id: 'mx.turnpost.test', hops: 0 } });
    desk.close();
    desk = copy;
    const headers = ['Authentication-Results: mx.turnpost.test; dmarc=fail header.from=work.test'];
    await desk.post({ from: BOB, subject: 'games', text: '', headers });
    expect(ends()).toEqual({ state: 'ignored', reason: 'dmarc=fail' });
    expect(suspended()).toEqual([BOB]);
  });

  it('is let go after seven days, and not before', async () => {
    desk.time.now += bounceLimits.suspensionMs - oneDayMs;
    runHousekeeping(desk.shell);
    expect(suspended()).toEqual([BOB]);
    desk.time.now += oneDayMs;
    runHousekeeping(desk.shell);
    expect(suspended()).toEqual([]);
  });

  it('is not suspended again by reports of what was sent before', async () => {
    const old = newest(BOB);
    const older = lettersOut(desk.shell.db).find(({ address }) => address === BOB)?.id;
    await desk.post({ from: BOB, subject: 'games', text: '' });
    const token = { purpose: 'bounce', player: 2, number: Number(older), revision: 0 } as const;
    await bounce({ to: `games+${makeToken(token, desk.shell.secrets)}@turnpost.test` });
    await bounce(old);
    expect(suspended()).toEqual([]);
  });

  it('gets the newest letter of each board, and every word of an opponent', async () => {
    // Three board letters to bob: with words, without, and the newest one.
    const { db } = desk.shell;
    const words = { by: 'alice', text: 'Well met.' };
    for (const [index, board] of [1, 1, 1, 2].entries()) {
      const comment = index === 0 ? words : undefined;
      copyBoardLetter(db, BOB, {
        messageId: `held-${index}@turnpost.test`,
        board,
        facts: (facts) => JSON.stringify({ ...JSON.parse(facts), comment }),
        createdAt: desk.time.now,
      });
    }
    await desk.round();
    const sent = await desk.post({ from: BOB, subject: 'games', text: '' });
    const ids = sent.map(({ email }) => email.messageId);
    // The boards take turns.
    expect(ids.slice(0, 3)).toEqual([0, 3, 2].map((index) => `<held-${index}@turnpost.test>`));
    expect(count(({ lastError, state }) => lastError === 'withheld' && state === 'failed')).toBe(1);
    runHousekeeping(desk.shell);
    const report = await desk.round();
    expect(report.map(({ to }) => to)).toEqual([ADMIN]);
    expect(report[0]?.text).not.toContain('given up');
  });

  it('is told to the admins once', async () => {
    runHousekeeping(desk.shell);
    const [report] = await desk.round();
    expect(report?.to).toBe(ADMIN);
    expect(report?.text).toContain('bob (5.1.1)');
    expect(report?.text).not.toContain('@work.test');
    desk.time.now += oneDayMs;
    runHousekeeping(desk.shell);
    expect(await desk.round()).toEqual([]);
  });
});
