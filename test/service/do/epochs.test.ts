import { beforeEach, describe, expect, it } from 'vitest';
import { parseToken } from '../../../src/mail/token.ts';
import { ADMIN, ALICE, BOB, type Desk, type Sent } from '../../support/desk/desk.ts';
import { desk, eachDesk } from '../../support/desk/each.ts';
import { storedBoard } from '../../support/desk/play.ts';
import { answerTo } from '../../support/post/letters.ts';
import { addresses } from '../../support/stored/people.ts';

const WORK = 'alice@work.test';
let board: Sent;
eachDesk('forms -size=4x4');
beforeEach(() => {
  board = desk.newest(ALICE);
});

const flat = (letter: Sent | undefined) => letter?.text.replace(/\s+/g, ' ') ?? '';
const match = () => playedOn(desk);
const playedOn = (at: Desk) => {
  const { moves, ending } = storedBoard(at);
  return { moves, ending };
};
const boardsTo = (address: string, letters: readonly Sent[]) =>
  letters.filter(({ to, subject }) => to === address && /Board 1\b/i.test(subject));
const fresh = (line: string, from = ALICE) => desk.post({ from, subject: line, text: '' });

/** What ends all that alice got before, and where her letters go from then on. */
const ENDS: Readonly<Record<string, readonly [() => Promise<readonly Sent[]>, string]>> = {
  'tokens new': [
    async () => {
      await desk.post(answerTo(board, 'tokens new'));
      return desk.answer(ALICE, 'yes');
    },
    ALICE,
  ],
  'a new main address': [
    async () => {
      await fresh(`address add ${WORK}`);
      await desk.answer(ALICE, 'yes');
      await desk.answer(WORK, 'yes');
      await fresh(`address main ${WORK}`);
      return desk.answer(ALICE, 'yes');
    },
    WORK,
  ],
  'admin address': [
    async () => {
      await fresh(`admin address alice ${WORK}`, ADMIN);
      return desk.answer(ADMIN, 'yes');
    },
    WORK,
  ],
};

describe.each(Object.keys(ENDS))('%s', (what) => {
  const [end, home] = ENDS[what] as (typeof ENDS)[string];

  it('sends every running board anew, and its answer is played', async () => {
    const [anew, ...more] = boardsTo(home, await end());
    expect(more).toEqual([]);
    expect(flat(anew)).toContain('replaces older ones about this board');
    await desk.post(answerTo(anew as Sent, 'a4b4'));
    expect(match()).toMatchObject({ moves: 'a4xb4' });
  });

  it('ends older letters: an answer brings the board, and changes nothing', async () => {
    await end();
    for (const text of ['a4b4', 'resign', 'draw', 'say\nHello']) {
      const before = match();
      const [told, ...more] = await desk.post({ ...answerTo(board, text), from: home });
      expect(more).toEqual([]);
      expect(told?.to).toBe(home);
      expect(flat(told)).toContain('no longer counts');
      expect(told?.text).toContain('4  # O # O  4');
      expect(match()).toEqual(before);
    }
    await desk.post(answerTo(desk.newest(home), 'a4b4'));
    expect(match()).toMatchObject({ moves: 'a4xb4' });
  });

  it('ends what waits for a yes', async () => {
    await fresh('resign 1');
    const asked = desk.newest(ALICE);
    await end();
    const [told] = await desk.post({ ...answerTo(asked, 'yes'), from: home });
    expect(flat(told)).toContain('nothing left to confirm');
    expect(match()).toMatchObject({ ending: null });
  });
});

describe('tokens new', () => {
  const renew = async () => {
    await fresh('tokens new');
    return desk.answer(ALICE, 'yes');
  };

  it('is asked about first, whatever came along', async () => {
    const [asked, ...more] = await desk.post(answerTo(board, 'tokens new'));
    expect(more).toEqual([]);
    expect(asked?.subject).toContain('please confirm');
    await desk.post(answerTo(board, 'a4b4'));
    expect(match()).toMatchObject({ moves: 'a4xb4' });
  });

  it('takes the proof from a letter about the account: what it asks for waits for a yes', async () => {
    await desk.answer(ALICE, 'help');
    const help = desk.newest(ALICE);
    await renew();
    const [asked] = await desk.post(answerTo(help, 'resign 1'));
    expect(asked?.subject).toContain('please confirm');
    expect(match()).toMatchObject({ ending: null });
  });

  it('sends the boards as they stand below all that the letter asks for', async () => {
    await desk.post({ from: ALICE, subject: 'two wishes', text: 'tokens new\nresign 1' });
    const sent = await desk.answer(ALICE, 'yes');
    expect(match()).toMatchObject({ ending: 'resigned' });
    expect(boardsTo(ALICE, sent)).toHaveLength(1);
  });

  it('forgets an address that waits to be added', async () => {
    await fresh('address add eve@evil.test');
    await desk.answer(ALICE, 'yes');
    await renew();
    await desk.answer('eve@evil.test', 'yes');
    const known = addresses(desk.shell.db).map(({ address }) => address);
    expect(known.filter((address) => address.startsWith('eve'))).toEqual([]);
  });

  it('gives the old main address nothing that counts', async () => {
    await fresh(`address add ${WORK}`);
    await desk.answer(ALICE, 'yes');
    await desk.answer(WORK, 'yes');
    const text = `address main ${WORK}\ntokens new`;
    await desk.post({ from: ALICE, subject: 'two wishes', text });
    const told = await desk.answer(ALICE, 'yes');
    const after = told.filter(({ to }) => to === ALICE);
    expect(after.length).toBeGreaterThan(0);
    for (const { email } of after) {
      const tags = (email.replyTo ?? []).map(
        ({ address }) => /\+([^@]+)@/.exec(address ?? '')?.[1],
      );
      const ids = [email.messageId?.split(/[<.]/)[1]];
      const tokens = [...tags, ...ids].filter((tag) => tag && parseToken(tag, desk.shell.secrets));
      expect(tokens).toEqual([]);
    }
  });
});

describe('a token', () => {
  it('of a later epoch than the server knows shows that older ones had ended', async () => {
    const back = desk.copy();
    const welcome = desk.sent.find(({ to, subject }) => to === ALICE && /welcome/.test(subject));
    await fresh('tokens new');
    const [anew] = boardsTo(ALICE, await desk.answer(ALICE, 'yes'));
    await back.post(answerTo(anew as Sent, 'a4b4'));
    await back.answer(BOB, 'd4c4');
    // Its answer would open the account.
    await back.post(answerTo(welcome as Sent, 'resign 1'));
    const after = playedOn(back);
    back.close();
    expect(after).toEqual({ moves: 'a4xb4 d4xc4', ending: null });
  });
});
