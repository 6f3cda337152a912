import { describe, expect, it } from 'vitest';
import { parseRecord } from '../../../src/match/record/record.ts';
import { ALICE, BOB } from '../../support/desk/desk.ts';
import { desk, eachDesk } from '../../support/desk/each.ts';
import { newestBoard, oneLine, play } from '../../support/desk/play.ts';
import { answerTo } from '../../support/post/letters.ts';

eachDesk('forms -size=4x4');

const ask = async (text: string) => {
  const [letter] = await desk.post({ from: ALICE, subject: '', text });
  if (!letter) throw new Error('no answer');
  return letter;
};

describe('record', () => {
  it('sends the match as text that is read back to the same match', async () => {
    await play(desk, 'a4b4', 'd4c4');
    const { text } = await ask('record 1');
    expect(text).toContain(
      'Game: forms\nBoard: 1\nSize: 4x4\nBlack: alice\nWhite: bob\nResult: *\n\n1. a4xb4 d4xc4 *\n',
    );
    expect(parseRecord(text)).toMatchObject({
      ok: true,
      value: { board: 1, moves: ['a4xb4', 'd4xc4'], outcome: undefined },
    });
  });

  it('is understood by preview as it was sent, also by an answer that quotes nothing', async () => {
    await play(desk, 'a4b4', 'd4c4', 'a2a1');
    await desk.post(answerTo(newestBoard(desk, BOB), 'resign'));
    const { text } = await ask('record 1');
    const board = newestBoard(desk, ALICE);
    const [read] = await desk.post({ ...answerTo(board, ''), text: `preview\n${text}` });
    expect(read && oneLine(read)).toContain('The record has 2 moves, and Black has won.');
    expect(read?.text).toContain('Forms: It would be White (O) to play move 2.');
  });

  it('takes the board of the answered letter', async () => {
    const [letter] = await desk.post(answerTo(newestBoard(desk, BOB), 'record'));
    expect(letter?.text).toContain('You asked: record 1');
  });

  it('takes the only board that there is', async () => {
    expect((await ask('record'))?.text).toContain('You asked: record 1');
  });

  it.each([
    ['record 7', 'There is no board 7.'],
    ['record one', 'Did you mean: record 1'],
  ])('is refused: %s', async (text, sentence) => {
    expect(oneLine(await ask(text))).toContain(sentence);
  });
});

describe('show', () => {
  it.each([
    ['#-1', 'This is the position after move #2 of 3.'],
    ['#-3', 'This is the first position; 3 moves have been played since.'],
    ['#1', 'This is the position after move #1 of 3.'],
    ['#3', "It is bob's turn"],
    ['\u2116', 'Write it like this: show N, after a move: show N #3'],
    ['#-4', 'Board 1 has no move #-4; there are #0, the first position, to #3.'],
    ['#4', 'Board 1 has no move #4; there are #0, the first position, to #3.'],
    ['#-0', 'Write it like this: '],
  ])('%s', async (ply, sentence) => {
    await play(desk, 'a4b4', 'd4c4', 'a2a1');
    expect(oneLine(await ask(`show 1 ${ply}`))).toContain(sentence);
  });

  it('counts a single ply as one', async () => {
    await play(desk, 'a4b4');
    expect(oneLine(await ask('show 1 #0'))).toContain('one move has been played since.');
  });
});
