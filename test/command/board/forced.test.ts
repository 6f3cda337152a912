import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import { countCells } from '../../../src/engine/stones/board.ts';
import { oneMinuteMs } from '../../../src/limits.ts';
import { makeArchiveLine, parseArchiveLine } from '../../../src/match/record/archive.ts';
import { parseRecord } from '../../../src/match/record/record.ts';
import { recomputeRatings } from '../../../src/service/do/rate.ts';
import { transact } from '../../../src/store/file/database.ts';
import { archivedMatch, putArchived } from '../../../src/store/play/finished.ts';
import { matchOf } from '../../../src/store/play/matches.ts';
import { turnClock } from '../../../src/store/play/turn-clocks.ts';
import { value } from '../../engine/given.ts';
import {
  ADMIN,
  ALICE,
  BOB,
  type Desk,
  openBoard,
  openDesk,
  type Sent,
} from '../../support/desk/desk.ts';
import { letPass } from '../../support/desk/pass.ts';
import { newestBoard, oneLine, receivers, storedBoard } from '../../support/desk/play.ts';
import { answerTo } from '../../support/post/letters.ts';
import { clocks, queuedMoves, ratings } from '../../support/stored/play.ts';
import { grow, makeGrow } from '../../support/toy/grow.ts';
import { offerToys } from '../../support/toy/offer-toys.ts';

/** Ends when Black has passed for the first time. */
const sudden = makeGrow('sudden', {
  outcome: ({ board, turn }) =>
    turn === 'white' && countCells(board.white) > 1
      ? { winner: 'white', reason: 'full-row' }
      : undefined,
});
/** White begins. */
const pale = makeGrow('pale', {
  sides: [
    { colour: 'black', name: 'white', sign: 'O' },
    { colour: 'white', name: 'black', sign: '#' },
  ],
});
offerToys(grow, sudden, pale);

/** Alice has answered b1 on `x.w...`, after which her stones are shut in; bob is to move. */
let prepared: Desk;
let desk: Desk;
beforeAll(async () => {
  prepared = openDesk({ log: 'silent', now: Date.UTC(2026, 10, 21, 23, 55) });
  await openBoard(prepared, 'grow -size=6x1 -total=5d -increment=2d');
  await prepared.post(answerTo(newestBoard(prepared, ALICE), 'b1'));
});
afterAll(() => prepared.close());
afterEach(() => desk.close());
const begin = (): Desk => (desk = prepared.copy());

const answer = (from: string, text: string): Promise<readonly Sent[]> =>
  desk.post(answerTo(newestBoard(desk, from), text));
const write = (from: string, subject: string): Promise<readonly Sent[]> =>
  desk.post({ from, subject, text: '' });
const clock = () => {
  const [first] = clocks(desk.shell.db);
  return { days: first?.days, runs: first?.dueAt === null ? 0 : 1 };
};
const queues = () => queuedMoves(desk.shell.db);

describe('a pass that is the only legal move', () => {
  it('is played with the move that forced it, and told to both', async () => {
    begin();
    await letPass(desk, 6 * oneMinuteMs);
    const sent = await answer(BOB, 'd1');
    expect(receivers(sent)).toEqual([ALICE, BOB]);
    const told = [
      "It is bob's turn. You have no move and have to pass (#3). Grow Board 1, move 2: you are Black (#). bob played d1.",
      'Your move: alice has no move and has to pass (#3). Grow Board 1, move 2: you are White (O). You played d1.',
    ];
    for (const [at, letter] of sent.entries()) {
      expect(oneLine(letter)).toContain(told[at]);
      expect(oneLine(letter)).toContain('1 b1 d1 2 pass ');
    }
    const { times, ...board } = storedBoard(desk);
    expect(board).toMatchObject({ moves: 'b1 d1 pass', revision: 4 });
    expect(times.split(' ').at(-1)).toBe('0');
    expect(clock()).toEqual({ days: '0 1 0', runs: 1 });
  });

  it('earns no days: only a move that was chosen does', async () => {
    begin();
    await letPass(desk, 6 * oneMinuteMs);
    await answer(BOB, 'd1');
    const match = matchOf(desk.shell.db, 1);
    if (!match) throw new Error('no match');
    const { black, white } = match;
    const allowed = (turn: 'black' | 'white') => {
      const position = { ...match.position, turn } as typeof match.position;
      return turnClock(desk.shell.db, { ...match, position }, desk.time.now)?.turn.allowedDays;
    };
    expect([black.id, allowed('black'), white.id, allowed('white')]).toEqual([1, 7, 2, 6]);
  });

  it('goes on to the end of the match, which goes into a record and back', async () => {
    begin();
    await answer(BOB, 'd1');
    await answer(BOB, 'e1');
    const sent = await answer(BOB, 'f1');
    expect(sent.map(oneLine)).toEqual([
      expect.stringContaining('You have lost: bob'),
      expect.stringContaining('you have won'),
    ]);
    const { moves, revision, ending } = storedBoard(desk);
    expect({ moves, revision, ending }).toEqual({
      moves: 'b1 d1 pass e1 pass f1',
      revision: 7,
      ending: 'full-row',
    });
    const [record] = await desk.answer(ALICE, 'record 1');
    const text = record?.text ?? '';
    expect(value(parseRecord(text)).moves.join(' ')).toBe(moves);
    const { db } = desk.shell;
    const line = makeArchiveLine(archivedMatch(db, 1));
    putArchived(db, { ...value(parseArchiveLine(line)), board: 2 }, 1, 2);
    expect(makeArchiveLine({ ...archivedMatch(db, 2), board: 1 })).toBe(line);
  });

  it('is named in a draw by nobody', async () => {
    desk = openDesk();
    await openBoard(desk, 'grow -size=4x1');
    await answer(ALICE, 'b1');
    const sent = await answer(BOB, 'd1');
    expect(receivers(sent)).toEqual([ALICE, BOB]);
    for (const letter of sent) {
      expect(oneLine(letter)).toContain('The match is a draw: neither side has won.');
    }
    expect(storedBoard(desk)).toMatchObject({ winner: null, ending: 'nobody-won', revision: 3 });
    await answer(ALICE, 'challenge bob grow -size=5x1 -first=me');
    await desk.answer(BOB, 'accept');
    expect(oneLine(desk.newest(ALICE))).toContain('You have no move and have to pass (#1).');
    expect(desk.newest(ALICE).text).toContain('1600?');
  });

  it('may be the last of a match', async () => {
    desk = openDesk();
    await openBoard(desk, 'sudden -size=6x1');
    await answer(ALICE, 'b1');
    const [toAlice] = await answer(BOB, 'd1');
    expect(oneLine(toAlice)).toMatch(
      /You have lost: bob has.* You have no move and have to pass \(#3\)\./,
    );
  });

  it('answers no offer, and is sent to who wants no copies', async () => {
    begin();
    await answer(BOB, 'draw');
    await desk.answer(BOB, 'set copies no');
    const sent = await answer(BOB, 'd1');
    expect(receivers(sent)).toEqual([ALICE, BOB]);
    expect(oneLine(sent[0])).toContain('bob offers you a draw');
  });

  it('is played when the match begins', async () => {
    desk = openDesk();
    await openBoard(desk, 'grow -size=5x1');
    const noticesSentTo = (to: string) => oneLine(newestBoard(desk, to));
    expect(noticesSentTo(ALICE)).toContain(
      "It is bob's turn. You have no move and have to pass (#1).",
    );
    expect(noticesSentTo(BOB)).toContain('Your move: alice has no move and has to pass (#1).');
    expect(storedBoard(desk)).toMatchObject({ moves: 'pass', times: '0', revision: 2 });
    expect(newestBoard(desk, ALICE).text).not.toContain('undo 1');
    const [refused] = await answer(ALICE, 'undo');
    expect(oneLine(refused)).toContain('You have not moved on board 1 yet');
    await write(ADMIN, 'admin start grow bob alice -size=5x1');
    await desk.answer(ADMIN, 'yes');
    expect(matchOf(desk.shell.db, 2)).toMatchObject({ moves: ['pass'], revision: 2 });
    await answer(ALICE, 'challenge bob from 1 #0');
    await desk.answer(ALICE, 'yes');
    await desk.answer(BOB, 'accept');
    expect(matchOf(desk.shell.db, 3)).toMatchObject({ moves: ['pass'], revision: 2 });
  });

  it('is taken back together with the move that forced it', async () => {
    begin();
    await answer(BOB, 'd1');
    const moved = desk.copy();
    await answer(BOB, 'undo');
    const [undone] = await answer(ALICE, 'accept undo');
    expect(oneLine(undone)).toContain('2 moves are taken back');
    expect(storedBoard(desk)).toMatchObject({ moves: 'b1', revision: 5 });
    expect(clock()).toEqual({ days: '0', runs: 1 });
    desk.close();
    // A pass of her own is no move: hers was b1.
    desk = moved.copy();
    await answer(ALICE, 'undo');
    await answer(BOB, 'accept undo');
    expect(storedBoard(desk)).toMatchObject({ moves: '', times: '', revision: 5 });
    desk.close();
    desk = moved;
    await write(ADMIN, 'admin undo 1');
    const sent = await desk.answer(ADMIN, 'yes');
    expect(oneLine(sent.find(({ to }) => to === ALICE))).toMatch(
      /has taken back d1 \(#2\)\. .* The pass that it forced \(#3\) goes with it\./,
    );
    expect(storedBoard(desk)).toMatchObject({ moves: 'b1', revision: 5 });
  });

  it('is foreseen', async () => {
    begin();
    const would = 'Black would have no move and would have to pass (#3).';
    const [submitted] = await answer(BOB, 'submit d1');
    expect(oneLine(submitted)).toContain(would);
    const [confirmed] = await answer(BOB, 'confirm 1');
    expect(confirmed && storedBoard(desk).moves).toBe('b1 d1 pass');
    for (const moves of ['#0 b1 d1 e1', '#0 b1 d1 pass e1', '#2 e1', '#2 pass e1', 'e1']) {
      const [preview] = await answer(ALICE, `preview 1 ${moves}`);
      expect(oneLine(preview)).toContain(
        'would have to pass (#5). Grow Board 1: It would be White (O) to play move 3.',
      );
    }
    const [preview] = await answer(ALICE, 'preview new pale -size=6x1 b1 d1');
    expect(oneLine(preview)).toContain(
      'White would have no move and would have to pass (#3). Grow: It would be Black (#) to play move 2.',
    );
  });

  it.each(['read: applied', 'read: before commit', 'read: committed'])(
    'happens once where the server dies at %j',
    async (point) => {
      begin();
      desk.put(answerTo(newestBoard(desk, BOB), 'd1'));
      desk.reopen({
        reach(reached) {
          if (reached !== point) return;
          desk.shell.db.close();
          throw new Error(`died at ${point}`);
        },
      });
      await expect(desk.round()).rejects.toThrow();
      desk.reopen();
      await desk.round();
      expect(storedBoard(desk)).toMatchObject({ moves: 'b1 d1 pass', revision: 4 });
    },
  );
});

describe('a rated match', () => {
  it.each([
    [false, 'grow -size=5x1', [], ['c1']],
    [true, 'grow -size=6x1', ['b1'], ['d1']],
  ])('counts if both have chosen a move: %s, %s', async (counts, terms, hers, his) => {
    desk = openDesk();
    await openBoard(desk, terms);
    for (const move of hers) await answer(ALICE, move);
    for (const move of his) await answer(BOB, move);
    await answer(BOB, 'resign 1');
    const { moves, ending, rated } = storedBoard(desk);
    expect([moves.includes('pass'), ending, rated]).toEqual([true, 'resigned', 1]);
    const rates = () => ratings(desk.shell.db).length > 0;
    expect(rates()).toBe(counts);
    transact(desk.shell.db, () => recomputeRatings(desk.shell.db, grow.rules));
    expect(rates()).toBe(counts);
  });
});

describe('a queue', () => {
  it('that foresees the pass goes on behind it', async () => {
    begin();
    await answer(ALICE, 'queue if d1 then pass if e1 then pass');
    await answer(BOB, 'd1');
    expect(queues()).toEqual([{ board: 1, player: 1, revision: 4, replies: 'if e1 then pass' }]);
    await answer(BOB, 'e1');
    expect(storedBoard(desk).moves).toBe('b1 d1 pass e1 pass');
    expect(queues()).toEqual([]);
  });

  it('of who is passed over is void, and its owner is told', async () => {
    begin();
    await answer(ALICE, 'queue e1');
    const sent = await answer(BOB, 'd1');
    const toldOff = 'Your queued move e1 could not be played, and the queue is dropped:';
    expect(sent.map(({ to }) => [to, oneLine(newestBoard(desk, to)).includes(toldOff)])).toEqual([
      [ALICE, true],
      [BOB, false],
    ]);
    expect(storedBoard(desk).moves).toBe('b1 d1 pass');
    expect(queues()).toEqual([]);
  });

  it('answers a pass that its own move has forced', async () => {
    begin();
    await answer(ALICE, 'undo');
    await answer(BOB, 'accept undo');
    await answer(BOB, 'queue if b1 then d1 if pass then e1; d1');
    const sent = await answer(ALICE, 'b1');
    expect(receivers(sent)).toEqual([ALICE, BOB]);
    expect(oneLine(sent[1])).toContain(
      'alice played b1. You played d1. alice has no move and has to pass (#3). You played e1.',
    );
    expect(storedBoard(desk)).toMatchObject({ moves: 'b1 d1 pass e1 pass' });
    expect(queues()).toEqual([]);
  });
});
