import { describe, expect, it } from 'vitest';
import { ALICE, BOB, type Sent } from '../../support/desk/desk.ts';
import { desk, eachDesk } from '../../support/desk/each.ts';
import { newestBoard, oneLine, play, receivers, storedBoard } from '../../support/desk/play.ts';
import { answerTo } from '../../support/post/letters.ts';

eachDesk('forms -size=4x4');

const answer = (from: string, text: string): Promise<readonly Sent[]> =>
  desk.post(answerTo(newestBoard(desk, from), text));

describe('a move in two steps', () => {
  it('is shown to its player alone, and played by confirm', async () => {
    const sent = await answer(ALICE, 'submit A4-B4');
    expect(receivers(sent)).toEqual([ALICE]);
    expect(oneLine(sent[0])).toContain(
      'You asked: submit 1 a4-b4 If you play a4xb4 on board 1, it will look as below. To play it, reply with: confirm 1',
    );
    expect(sent[0]?.text).toContain('Forms Board 1: It would be White (O) to play move 1.');
    expect(sent[0]?.text).toContain('  4  +[#]# O  4');
    expect(sent[0]?.email.html).toMatch(/href="mailto:[^"]*body=confirm%201/);
    expect(storedBoard(desk)).toMatchObject({ moves: '', revision: 1 });

    const moved = await desk.answer(ALICE, 'confirm\nYour turn.');
    expect(receivers(moved)).toEqual([ALICE, BOB]);
    expect(moved[1]?.text).toContain('alice writes:\n| Your turn.');
    expect(storedBoard(desk)).toMatchObject({ moves: 'a4xb4', revision: 2 });
  });

  it('can be changed before it is played', async () => {
    await answer(ALICE, 'submit a4b4');
    await answer(ALICE, 'submit c4c3');
    await answer(ALICE, 'confirm 1');
    expect(storedBoard(desk).moves).toBe('c4xc3');
  });

  it('does not keep its player from another move, and is forgotten then', async () => {
    await answer(ALICE, 'submit a4b4');
    const letter = desk.newest(ALICE);
    await desk.post(answerTo(letter, 'c4c3'));
    expect(storedBoard(desk).moves).toBe('c4xc3');
    await play(desk, 'd4d3');
    const [stale] = await desk.post(answerTo(letter, 'confirm 1'));
    expect(oneLine(stale)).toContain('has moved on since you submitted a move');
    expect(storedBoard(desk)).toMatchObject({ moves: 'c4xc3 d4xd3', revision: 3 });
  });

  it('is forgotten when the board has gone forth and back', async () => {
    await play(desk, 'a4b4', 'd4c4');
    await answer(ALICE, 'submit a2a1');
    await answer(BOB, 'undo');
    await answer(ALICE, 'accept');
    await play(desk, 'd4c4');
    const [stale] = await answer(ALICE, 'confirm 1');
    expect(oneLine(stale)).toContain('has moved on since you submitted a move');
    expect(storedBoard(desk).moves).toBe('a4xb4 d4xc4');
  });

  it('waits for the yes without a proof, both times', async () => {
    await desk.post({ from: ALICE, subject: 'submit 1 a4b4', text: '' });
    expect(desk.newest(ALICE).text).toContain('submit 1 a4b4 #1');
    await desk.answer(ALICE, 'yes');
    expect(oneLine(desk.newest(ALICE))).toContain('To play it, reply with: confirm 1');
    await desk.post({ from: ALICE, subject: 'confirm 1', text: '' });
    expect(desk.newest(ALICE).text).toContain('move 1 a4xb4 #1');
    await desk.answer(ALICE, 'yes');
    expect(storedBoard(desk).moves).toBe('a4xb4');
  });

  it.each([
    ['a move that is not legal', ALICE, 'submit a4c4', 'Your own stone stands on c4.'],
    [
      'no move',
      ALICE,
      'submit',
      'Which move? Write it after the number of the board: submit 1 MOVE',
    ],
    ['a ply that is none', ALICE, 'submit a4b4 #x', 'submit 1 e4e2 #5'],
    ['another ply', ALICE, 'submit a4b4 #3', 'the next one on board 1 is move #1'],
    ['out of turn', BOB, 'submit d4c4', "It is alice's turn on board 1."],
    ['an unknown board', ALICE, 'submit 7 a4b4', 'There is no board 7.'],
    ['nothing to confirm', ALICE, 'confirm', 'No move of yours waits on board 1.'],
    ['an unknown board to confirm', ALICE, 'confirm 7', 'There is no board 7.'],
    ['two words to confirm', ALICE, 'confirm 1 a4b4', 'No move of yours waits on board 1.'],
  ])('is refused: %s', async (_, from, text, sentence) => {
    const sent = await answer(from, text);
    expect(receivers(sent)).toEqual([from]);
    expect(oneLine(sent[0])).toContain(sentence);
    expect(storedBoard(desk).revision).toBe(1);
  });

  it('is refused when the match is over', async () => {
    await answer(ALICE, 'submit a4b4');
    await answer(ALICE, 'resign');
    const [over] = await desk.answer(ALICE, 'confirm 1');
    expect(oneLine(over)).toContain('The match on board 1 is over.');
  });
});
