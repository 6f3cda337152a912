import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { ALICE, BOB, type Desk, openBoard, openDesk, type Sent } from '../../support/desk/desk.ts';
import { newestBoard, oneLine, play, receivers, storedBoard } from '../../support/desk/play.ts';
import { answerTo } from '../../support/post/letters.ts';
import { queuedMoves } from '../../support/stored/play.ts';

let desk: Desk;
beforeEach(async () => {
  desk = openDesk();
  await openBoard(desk, 'forms -size=4x4');
});
afterEach(() => desk.close());

const answer = (from: string, text: string): Promise<readonly Sent[]> =>
  desk.post(answerTo(newestBoard(desk, from), text));
const queued = () => queuedMoves(desk.shell.db);
/** Everything that somebody has got so far, but for what chance may spell: our addresses and boundaries. */
const readBy = (address: string): string =>
  desk.sent
    .filter(({ to }) => to === address)
    .map(({ subject, text, email }) => `${subject}\n${text}\n${email.html}`)
    .join()
    .replace(/[\w+-]+@turnpost\.test/g, '');

describe('a queue', () => {
  it('is seen by its owner alone', async () => {
    await answer(ALICE, 'a4b4');
    await answer(ALICE, 'queue if d4c4 then a2a1; c2c1');
    const [shown] = await desk.post({ from: ALICE, subject: 'show 1', text: '' });
    expect(shown?.text).toContain("It is bob's turn.\nForms Board 1, move 1: you are Black (#).\n");
    expect(shown?.text).toContain('\nYour queued moves: if d4c4 then a2a1; c2c1\n');
    const [asked] = await answer(ALICE, 'queue 1');
    expect(asked?.text).toContain('Your queued moves: if d4c4 then a2a1; c2c1');
    await desk.post({ from: BOB, subject: 'show 1', text: '' });
    await answer(ALICE, 'say 1\nHello.');
    expect(readBy(ALICE)).toContain('if d4c4 then a2a1');
    expect(readBy(BOB)).not.toContain('a2a1');
  });

  it('chooses the answer to the move, in any spelling', async () => {
    await answer(BOB, 'queue if c4xc3 then d4d3; if a4-b4 then d4c4; if a4b4 then d4d3');
    await play(desk, 'a4xb4');
    expect(storedBoard(desk).moves).toBe('a4xb4 d4xc4');
  });

  it('goes on ply by ply', async () => {
    await answer(BOB, 'queue if a4b4 then d4c4 if a2a1 then a3b3 ; d2d3');
    await play(desk, 'a4b4');
    expect(storedBoard(desk).moves).toBe('a4xb4 d4xc4');
    expect(newestBoard(desk, BOB).text).toContain('Your queued moves: if a2a1 then a3b3');
    expect(newestBoard(desk, ALICE).text).not.toContain('a3b3');
    await play(desk, 'a2a1');
    expect(storedBoard(desk).moves).toMatch(/^a4xb4 d4xc4 a2xa1 a3xb3$/);
    expect(queued()).toEqual([]);
  });

  it('whose move is not legal is dropped with the reason', async () => {
    await answer(BOB, 'queue d4c4');
    const [toAlice, toBob] = await play(desk, 'c4c3');
    expect(oneLine(toBob)).toContain(
      'Your queued move d4c4 could not be played, and the queue is dropped: d4-c4: no stone would leave the board',
    );
    expect(toAlice?.text).not.toContain('queue');
    expect(queued()).toEqual([]);
  });

  it('is changed and dropped by its owner', async () => {
    await answer(BOB, 'queue d4d3');
    await answer(BOB, 'queue d4c4');
    expect(queued()).toHaveLength(1);
    const [off] = await answer(BOB, 'queue off');
    expect(oneLine(off)).toContain('Your queued moves on board 1 are cancelled.');
    await play(desk, 'a4b4');
    expect(storedBoard(desk).moves).toBe('a4xb4');
  });

  it('is dropped when a move is taken back, and its owner is told', async () => {
    await play(desk, 'a4b4');
    await answer(ALICE, 'queue a2a1');
    await answer(ALICE, 'undo');
    const [toAlice, toBob] = await answer(BOB, 'accept');
    expect(oneLine(toAlice)).toContain(
      'Your queued moves are dropped, because a move was taken back.',
    );
    expect(toBob?.text).not.toContain('queue');
    expect(queued()).toEqual([]);
  });

  it('ends with the match', async () => {
    await answer(BOB, 'queue d4c4');
    await answer(ALICE, 'resign');
    expect(queued()).toEqual([]);
  });

  it('declines a draw by the move that it plays', async () => {
    desk.close();
    desk = openDesk();
    await openBoard(desk, 'minefield -size=6x6');
    await answer(BOB, 'queue c3');
    const [, toBob] = await answer(ALICE, 'draw\na1');
    expect(toBob?.to).toBe(ALICE);
    expect(storedBoard(desk)).toMatchObject({ moves: 'a1 c3', ending: null });
    expect(newestBoard(desk, ALICE).text).toContain(
      'This move declines the draw that you offered.',
    );
  });

  it.each([
    ['on the own turn', ALICE, 'queue a4b4', 'It is your turn on board 1'],
    [
      'with an impossible condition',
      BOB,
      'queue if a4c4 then d4c4',
      'Your own stone stands on c4.',
    ],
    [
      'with an impossible answer',
      BOB,
      'queue if a4b4 then d4b4',
      'd4-b4: only a stone next to yours',
    ],
    ['in no shape', BOB, 'queue if a4b4', 'queue 1 if d4d5 then e4e2'],
    ['with words', BOB, 'queue 1 hunter2', 'queue 1 if d4d5 then e4e2'],
    ['on an unknown board', BOB, 'queue 7 d4c4', 'There is no board 7.'],
    ['when nothing is to be dropped', BOB, 'queue off', 'You have no queued moves on board 1.'],
    ['when nothing is to be shown', BOB, 'queue', 'You have no queued moves on board 1.'],
  ])('is refused %s', async (_, from, text, sentence) => {
    const sent = await answer(from, text);
    expect(receivers(sent)).toEqual([from]);
    expect(oneLine(sent[0])).toContain(sentence);
    expect(queued()).toEqual([]);
  });
});
