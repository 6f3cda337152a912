import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { makeToken, parseToken } from '../../../src/mail/token.ts';
import { withTag } from '../../../src/player/address.ts';
import { ALICE, BOB, type Desk, openBoard, openDesk, type Sent } from '../../support/desk/desk.ts';
import { storedBoard } from '../../support/desk/play.ts';
import { answerTo } from '../../support/post/letters.ts';
import { boards, forgetShown } from '../../support/stored/play.ts';

/** The server that went on after the backup, and what it has sent is in the players' hands. */
let lost: Desk;
/** The server that was put back from the backup. */
let back: Desk;
beforeEach(async () => {
  lost = openDesk();
  await openBoard(lost, 'forms -size=4x4');
  back = lost.copy();
});
afterEach(() => {
  lost.close();
  back.close();
});

const match = (desk: Desk) => {
  const { moves, revision, ending } = storedBoard(desk);
  return { moves, revision, ending };
};
const flat = (letter: Sent | undefined) => letter?.text.replace(/\s+/g, ' ') ?? '';

describe('an answer to a letter that a restored server does not know', () => {
  it('is not played on another course of play, and brings the board as it stands', async () => {
    await lost.answer(ALICE, 'a4b4');
    const ofLost = lost.newest(BOB);
    await back.answer(ALICE, 'a2b2');
    const played = match(back);
    const [told, ...more] = await back.post(answerTo(ofLost, 'd4c4'));
    expect(match(back)).toEqual(played);
    expect(more).toEqual([]);
    expect(told?.to).toBe(BOB);
    expect(flat(told)).toContain('a time that this server has lost');
    expect(told?.text).toContain('4  # O # O  4');
    await back.post(answerTo(told as Sent, 'd4c4'));
    expect(match(back)).toMatchObject({ revision: 3 });
  });

  it('is played where the board has come to the very same', async () => {
    await lost.answer(ALICE, 'a4b4');
    await back.answer(ALICE, 'a4b4');
    await back.post(answerTo(lost.newest(BOB), 'd4c4'));
    expect(match(back)).toMatchObject({ moves: 'a4xb4 d4xc4' });
  });

  it('is not played before the board has come that far, nor does it resign', async () => {
    await lost.answer(ALICE, 'a4b4');
    await lost.answer(BOB, 'd4c4');
    for (const text of ['c1d1', 'resign', 'draw']) {
      const [told] = await back.post(answerTo(lost.newest(ALICE), text));
      expect(flat(told)).toContain('a time that this server has lost');
      expect(match(back)).toEqual({ moves: '', revision: 1, ending: null });
    }
  });

  it('is not played one move ahead of the board, where nothing but its revision tells it', async () => {
    const same = lost.copy();
    await lost.answer(ALICE, 'a4b4');
    const [told] = await same.post(answerTo(lost.newest(BOB), 'resign'));
    expect(flat(told)).toContain('a time that this server has lost');
    expect(match(same)).toEqual({ moves: '', revision: 1, ending: null });
    same.close();
  });

  it('is not played on a board that somebody else has got since', async () => {
    await lost.post({ from: ALICE, subject: 'challenge bob forms -size=4x4 -first=me', text: '' });
    await lost.answer(ALICE, 'yes');
    await lost.answer(BOB, 'accept');
    const ofLost = lost.newest(ALICE);
    expect(ofLost.subject).toContain('2');
    await back.post({ from: BOB, subject: 'challenge alice forms -size=6x6', text: '' });
    await back.answer(BOB, 'yes');
    await back.answer(ALICE, 'accept');
    const [told] = await back.post(answerTo(ofLost, 'resign'));
    expect(flat(told)).toContain('a time that this server has lost');
    expect(storedBoard(back, 2).ending).toBeNull();
  });

  it('accepts no challenge that has the number of another', async () => {
    await lost.post({ from: ALICE, subject: 'challenge bob forms -size=4x4', text: '' });
    await lost.answer(ALICE, 'yes');
    await back.post({ from: ALICE, subject: 'challenge bob minefield -size=9x9', text: '' });
    await back.answer(ALICE, 'yes');
    await back.post(answerTo(lost.newest(BOB), 'accept'));
    expect(boards(back.shell.db)).toHaveLength(1);
  });

  it('is no yes to another question', async () => {
    await lost.post({ from: ALICE, subject: 'vacation 2026-12-20 2027-01-03', text: '' });
    await back.post({ from: ALICE, subject: 'resign 1', text: '' });
    await back.post(answerTo(lost.newest(ALICE), 'yes'));
    expect(match(back)).toMatchObject({ ending: null });
    await back.post(
      answerTo(back.sent.findLast(({ subject }) => subject.includes('confirm')) as Sent, 'yes'),
    );
    expect(match(back)).toMatchObject({ ending: 'resigned' });
  });

  it('is told from one of a second time that was lost', async () => {
    await back.answer(ALICE, 'a4b4');
    const again = lost.copy();
    await again.answer(ALICE, 'a2b2');
    await again.post(answerTo(back.newest(BOB), 'd4c4'));
    const played = match(again);
    again.close();
    expect(played).toMatchObject({ moves: 'a2xb2' });
  });
});

describe('a letter from before the backup', () => {
  it('is answered as ever', async () => {
    await back.answer(ALICE, 'a4b4');
    await back.answer(BOB, 'd4c4');
    expect(match(back)).toMatchObject({ moves: 'a4xb4 d4xc4' });
  });

  it('is stale when the board has moved on, and says so', async () => {
    const first = back.newest(ALICE);
    await back.post(answerTo(first, 'a4b4'));
    await back.answer(BOB, 'd4c4');
    const [told] = await back.post(answerTo(first, 'a2b2'));
    expect(flat(told)).toContain('has moved on');
  });
});

describe('a letter from an older version', () => {
  /** A letter as that version has signed it: nothing in its token says what it shows. */
  const older = (letter: Sent, era: number): Sent => {
    const { secrets, address } = back.shell;
    const [, text = ''] = /\+([a-z0-9]+)@/.exec(letter.email.replyTo?.[0]?.address ?? '') ?? [];
    const token = parseToken(text, secrets);
    if (!token) throw new Error('no token');
    const { shown: _, ...rest } = token;
    const replyTo = [{ name: '', address: withTag(address, makeToken({ ...rest, era }, secrets)) }];
    return { ...letter, email: { ...letter.email, replyTo, messageId: '<of-old@x.test>' } };
  };
  /** What that version has left. */
  const forget = (): void => forgetShown(back.shell.db);

  it('counts for what that version has written, by number and revision', async () => {
    forget();
    const board = back.newest(ALICE);
    for (const era of [0, 4711]) {
      const [told] = await back.post(answerTo(older(board, era), 'games'));
      expect(flat(told)).not.toContain('a time that this server has lost');
    }
    await back.post(answerTo(older(board, 4711), 'a4b4'));
    expect(match(back)).toMatchObject({ moves: 'a4xb4' });
  });

  it('does not count for what came later, nor for what is not there', async () => {
    forget();
    await lost.answer(ALICE, 'a4b4');
    await lost.answer(BOB, 'd4c4');
    for (const letter of [lost.newest(BOB), lost.newest(ALICE)]) {
      const [told] = await back.post(answerTo(older(letter, 4711), 'resign'));
      expect(flat(told)).toContain('a time that this server has lost');
    }
    expect(match(back)).toMatchObject({ ending: null });
  });

  it('does not count for what came after it', async () => {
    forget();
    const first = back.newest(ALICE);
    await back.post(answerTo(older(first, 4711), 'a4b4'));
    const [told] = await back.post(answerTo(older(back.newest(BOB), 4711), 'd4c4'));
    expect(flat(told)).toContain('a time that this server has lost');
    expect(match(back)).toMatchObject({ moves: 'a4xb4' });
    const [stale] = await back.post(answerTo(older(first, 4711), 'a2b2'));
    expect(flat(stale)).toContain('has moved on');
  });
});
