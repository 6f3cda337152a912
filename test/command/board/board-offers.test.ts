import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { withdrawOffer } from '../../../src/command/board/board-offer.ts';
import { apply } from '../../../src/service/do/apply.ts';
import { playerByAddress } from '../../../src/store/people/players.ts';
import { queriesOf } from '../../../src/store/reading/reading.ts';
import { ALICE, BOB, type Desk, openBoard, openDesk, type Sent } from '../../support/desk/desk.ts';
import { newestBoard, oneLine, play, receivers, storedBoard } from '../../support/desk/play.ts';
import { answerTo } from '../../support/post/letters.ts';
import { events, offers } from '../../support/stored/play.ts';

let desk: Desk;
afterEach(() => desk.close());

const answer = (from: string, text: string): Promise<readonly Sent[]> =>
  desk.post(answerTo(newestBoard(desk, from), text));
const offered = () => offers(desk.shell.db).map(({ kind, state }) => ({ kind, state }));
const happened = () => events(desk.shell.db).map(({ revision, event }) => ({ revision, event }));

describe('an offer of a draw', () => {
  beforeEach(async () => {
    desk = openDesk();
    await openBoard(desk, 'minefield -size=6x6');
  });

  it('that the answered letter does not show is declined at once, and accepted by a yes', async () => {
    await answer(BOB, 'show 1');
    const before = desk.newest(BOB);
    await answer(ALICE, 'draw');
    const [asked] = await desk.post(answerTo(before, 'accept 1'));
    expect(oneLine(asked)).toContain('does not show board 1 as it is now. To see it: show 1');
    expect(asked?.text).not.toContain('a new letter can carry');
    expect(offered()).toEqual([{ kind: 'draw', state: 'open' }]);
    expect(receivers(await desk.post(answerTo(before, 'decline 1')))).toEqual([ALICE, BOB]);
    expect(offered()).toEqual([{ kind: 'draw', state: 'declined' }]);
  });

  it('that meets an offer of the other side is a draw', async () => {
    await answer(ALICE, 'draw');
    await answer(BOB, 'draw');
    expect(storedBoard(desk).ending).toBe('agreed');
  });

  it.each(['yeah ok draw', 'sure, good game!', 'Ja, gutes Spiel', 'fine, draw it is'])(
    'is accepted: %s',
    async (text) => {
      await answer(ALICE, 'draw');
      await answer(BOB, text);
      expect(storedBoard(desk).ending).toBe('agreed');
    },
  );

  it.each([
    'a draw? no way',
    'ok, but a draw is dull',
    'sure, good game? not yet',
    'of course not',
    'draw? yes? no?',
  ])('is asked about again: %s', async (text) => {
    await answer(ALICE, 'draw');
    const [asked] = await answer(BOB, text);
    expect(oneLine(asked)).toContain('alice offers you a draw on board 1. Do you agree?');
    expect(oneLine(asked)).not.toContain('Did you mean');
    expect(offered()).toEqual([{ kind: 'draw', state: 'open' }]);
  });

  it('is declined by a no with a move behind it, which is played', async () => {
    await play(desk, 'a1');
    await answer(ALICE, 'draw');
    await answer(BOB, 'no, c3');
    expect(offered()).toEqual([{ kind: 'draw', state: 'declined' }]);
    expect(storedBoard(desk).moves).toBe('a1 c3');
  });

  it('ends with the match', async () => {
    await answer(ALICE, 'draw');
    await answer(ALICE, 'resign');
    expect(offered()).toEqual([{ kind: 'draw', state: 'lapsed' }]);
    const [late] = await desk.answer(BOB, 'accept 1');
    expect(oneLine(late)).toContain('The match on board 1 is over.');
    expect(storedBoard(desk)).toMatchObject({ ending: 'resigned', winner: 'white' });
  });

  it('stands alone on its board', async () => {
    await play(desk, 'a1', 'c3');
    await answer(ALICE, 'draw');
    const [again] = await answer(ALICE, 'undo');
    expect(oneLine(again)).toContain('Your offer of a draw is open. To withdraw it: withdraw 1');
    const [other] = await answer(BOB, 'undo');
    expect(oneLine(other)).toContain('alice offers you a draw. Reply with one word: yes (or: no)');
    const [own] = await answer(ALICE, 'accept');
    expect(oneLine(own)).toContain('Your offer of a draw is open. To withdraw it: withdraw 1');
    expect(offered()).toHaveLength(1);
  });

  it('is made three times a day', async () => {
    for (let count = 0; count < 3; count++) {
      await answer(ALICE, 'draw');
      await answer(BOB, 'decline');
    }
    const [enough] = await answer(ALICE, 'draw');
    expect(oneLine(enough)).toContain('You have made 3 offers today on board 1.');
    desk.time.now += 86_400_000;
    await answer(ALICE, 'draw');
    expect(offered().at(-1)?.state).toBe('open');
  });

  it('can be taken back by its maker alone', async () => {
    const context = (address: string) => {
      const player = playerByAddress(desk.shell.db, address);
      if (!player) throw new Error(`${address} has no account`);
      return {
        player,
        address,
        language: 'en',
        comment: '',
        heads: false,
        proven: true,
        hasAdmin: true,
        vacationDays: 30,
        mistakenFor: () => undefined,
        queries: queriesOf(desk.shell.db, desk.time.now),
      };
    };
    await answer(ALICE, 'draw');
    const other = withdrawOffer(1, context(BOB));
    expect(other?.refused).toBe(true);
    expect(other?.section?.says).toMatchObject([{ code: 'nothing-to-withdraw' }]);
    const own = withdrawOffer(1, context(ALICE));
    expect(own?.changes).toEqual([{ do: 'end-offer', board: 1, end: 'withdrawn' }]);
    expect(own?.letters?.map(({ to }) => to.address)).toEqual([BOB]);
    expect(withdrawOffer(9, context(ALICE))).toBeUndefined();
  });

  it('is not taken for another one that has come in its place', async () => {
    await play(desk, 'c3', 'd4');
    await answer(ALICE, 'draw');
    const shown = newestBoard(desk, BOB);
    await answer(ALICE, 'withdraw 1');
    await answer(ALICE, 'undo');
    const [told, ...more] = await desk.post(answerTo(shown, 'accept 1 draw'));
    expect(more).toEqual([]);
    expect(oneLine(told)).toContain(
      'What you want to accept on board 1 has ended, so nothing was done. alice now would like to take a move back. If that is fine, write: accept 1 undo',
    );
    expect(storedBoard(desk).moves).toBe('c3 d4');
    await desk.post(answerTo(shown, 'accept 1 undo'));
    expect(storedBoard(desk).moves).toBe('');
  });

  it('keeps its kind while its acceptance waits for a yes', async () => {
    await answer(ALICE, 'draw');
    const [asked] = await desk.post({ from: BOB, subject: 'accept 1', text: '' });
    expect(asked?.text).toContain('accept 1 draw');
    await desk.answer(BOB, 'yes');
    expect(storedBoard(desk)).toMatchObject({ ending: 'agreed' });
  });

  it('of a kind is no challenge', async () => {
    const [told] = await desk.answer(BOB, 'accept 2 draw');
    expect(oneLine(told)).toContain('Nothing waits for your answer on board 2');
  });
});

describe('an undo', () => {
  beforeEach(async () => {
    desk = openDesk();
    await openBoard(desk, 'forms -size=4x4');
  });

  it('takes one ply back when the move has not been answered', async () => {
    await play(desk, 'a4b4');
    const old = newestBoard(desk, BOB);
    const sent = await answer(ALICE, 'undo');
    expect(sent[0]?.text).toContain('alice would like to take a move back.');
    expect(oneLine(sent[1])).toContain('bob is asked to let you take your last move');
    const after = await answer(BOB, 'accept');
    expect(receivers(after)).toEqual([ALICE, BOB]);
    expect(oneLine(after[0])).toContain(
      'Your move: bob has agreed to let you move again: one move is taken back. Forms Board 1, move 1: you are Black (#).',
    );
    expect(storedBoard(desk)).toMatchObject({ moves: '', times: '', revision: 3 });
    expect(happened()).toContainEqual({ revision: 3, event: 'undo' });
    const [stale] = await desk.post(answerTo(old, 'd4c4'));
    expect(stale?.text).toContain('has moved on');
    await play(desk, 'c4c3');
    expect(storedBoard(desk)).toMatchObject({ moves: 'c4xc3', revision: 4 });
  });

  it('takes two plies back when it has', async () => {
    await play(desk, 'a4b4', 'd4c4');
    expect(storedBoard(desk).times.split(' ')).toHaveLength(2);
    await answer(ALICE, 'undo');
    await answer(BOB, 'accept');
    expect(storedBoard(desk)).toMatchObject({ moves: '', times: '', revision: 4 });
    expect(newestBoard(desk, ALICE).text).toContain('2 moves are taken back.');
  });

  it('leaves the plies before it', async () => {
    await play(desk, 'a4b4', 'd4c4');
    await answer(BOB, 'undo');
    await answer(ALICE, 'accept');
    expect(storedBoard(desk)).toMatchObject({ moves: 'a4xb4', revision: 4 });
    expect(storedBoard(desk).times.split(' ')).toHaveLength(1);
  });

  it('lapses with the next move, whoever makes it', async () => {
    await play(desk, 'a4b4', 'd4c4');
    await answer(ALICE, 'undo');
    const sent = await play(desk, 'a2a1');
    expect(oneLine(sent[0])).toContain(
      'This move ends your request to take the previous one back.',
    );
    await answer(ALICE, 'undo');
    await play(desk, 'd2d3');
    expect(offered().map(({ state }) => state)).toEqual(['lapsed', 'declined']);
    const [late] = await answer(BOB, 'accept');
    expect(oneLine(late)).toContain('Nothing waits for your answer on board 1');
  });

  it('is declined in words', async () => {
    await play(desk, 'a4b4');
    await answer(ALICE, 'undo');
    const sent = await answer(BOB, 'decline');
    expect(sent[0]?.text).toContain('bob would rather not take the move back. It stands.');
    expect(sent[1]?.text).toContain('You declined to take a move back. alice is told.');
    expect(storedBoard(desk).moves).toBe('a4xb4');
  });

  it.each([
    ['before the first move', 'undo', 'You have not moved on board 1 yet'],
    ['a draw in a game that has none', 'draw', 'A match of Forms always has a winner'],
    ['an unknown board', 'undo 7', 'There is no board 7.'],
    ['more than a number', 'draw 1 now', 'A match of Forms always has a winner'],
    ['an answer to nothing', 'accept', 'Nothing waits for your answer on board 1'],
    ['a no to nothing', 'decline 1', 'Nothing waits for your answer on board 1'],
  ])('is refused kindly: %s', async (_, text, sentence) => {
    const sent = await answer(ALICE, text);
    expect(receivers(sent)).toEqual([ALICE]);
    expect(oneLine(sent[0])).toContain(sentence);
    expect(offered()).toEqual([]);
    expect(storedBoard(desk).revision).toBe(1);
  });
});

describe('a change of the board that no player has made', () => {
  it('ends an undo that was asked for, and shows it no more', async () => {
    desk = openDesk();
    await openBoard(desk, 'forms -size=4x4');
    await play(desk, 'a4b4', 'd4c4');
    await answer(BOB, 'undo');
    const { db } = desk.shell;
    const match = queriesOf(db, desk.time.now).match(1);
    if (!match) throw new Error('no board');
    const charge = { playerId: 2, proof: 'token', at: desk.time.now } as const;
    const cause = { inboxId: 1, messageId: undefined, address: BOB, charge };
    apply(
      desk.shell,
      { do: 'advance-match', match: { ...match, revision: match.revision + 1 } },
      cause,
    );
    expect(offered()).toEqual([{ kind: 'undo', state: 'lapsed' }]);
    const [shown] = await desk.post({ from: ALICE, subject: 'show 1', text: '' });
    expect(shown?.text).not.toContain('would like to take a move back');
  });
});
