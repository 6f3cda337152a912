import { readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { ALICE, BOB, type Sent } from '../../support/desk/desk.ts';
import { desk, eachDesk } from '../../support/desk/each.ts';
import { newestBoard, oneLine, play, receivers, storedBoard } from '../../support/desk/play.ts';
import { answerTo } from '../../support/post/letters.ts';

eachDesk('forms -size=4x4');

const ask = async (text: string, from = ALICE): Promise<Sent> => {
  const sent = await desk.answer(from, text);
  expect(receivers(sent)).toEqual([from]);
  const [letter] = sent;
  if (!letter) throw new Error('no answer');
  return letter;
};
/** The lines of the board in a letter. */
const drawn = ({ text }: Sent): readonly string[] =>
  text.split('\n').filter((line) => /^ {1,2}\d+ .* \d+$/.test(line));

describe('a preview', () => {
  it('is answered with a move on the board as it is', async () => {
    const letter = await ask('preview 1 a4b4');
    await desk.post(answerTo(letter, 'a4b4'));
    expect(storedBoard(desk).moves).toBe('a4xb4');
  });

  it('of a position on no board is answered with whatever the account may do', async () => {
    const letter = await ask('preview new forms -size=4x4 a4b4');
    const [offer] = await desk.post(answerTo(letter, 'challenge bob forms -size=4x4'));
    expect(offer?.subject).toContain('alice challenges you to Forms');
  });

  it('takes the board of the answered letter, and moves of two words', async () => {
    const [letter] = await desk.post(answerTo(newestBoard(desk, ALICE), 'preview A4 b4 d4 c4'));
    expect(oneLine(letter)).toContain('You asked: preview 1 a4 b4 d4 c4');
    expect(oneLine(letter)).toContain('move 2');
  });

  it('goes back to a ply of the past, and moves nothing from there', async () => {
    await play(desk, 'a4b4', 'd4c4');
    const letter = await ask('preview 1 #1 d4d3');
    expect(drawn(letter)[0]).toBe('  4  . # # +  4');
    const [stale] = await desk.post(answerTo(letter, 'a2a1'));
    expect(stale?.text).toContain('has moved on');
    const late = await ask('preview 1 #9 d4d3');
    expect(oneLine(late)).toContain(
      'Board 1 has no move #9; there are #0, the first position, to #2.',
    );
  });

  it('goes on after a resignation', async () => {
    await desk.post(answerTo(newestBoard(desk, ALICE), 'resign'));
    const letter = await ask('preview 1 a4b4', BOB);
    expect(letter.text).toContain('It would be White (O) to play move 1.');
  });

  it('says which move cannot be played and why, and shows the board before it', async () => {
    const letter = await ask('preview 1 a4b4 d4c4 a3a2 b4b3');
    expect(oneLine(letter)).toContain(
      "Move 3 of your line, a3a2, cannot be played: The stone on a3 is White's. Below is the board before it.",
    );
    expect(drawn(letter)[0]).toBe('  4  . #[O]+  4');
  });

  it.each([
    [
      'preview new minefield -size=4x4 c3',
      'preview new minefield -size=4x4 c3',
      'Minefield: It would be White (O) to play move 1.',
    ],
    ['preview new -size=4', 'preview new forms -size=4x4', 'Forms: It would be Black'],
    [
      'import "forms 4x4 4/.xx./.ww./4 x" b3 b2',
      'preview "forms 4x4 4/1xx1/1ww1/4 x" b3 b2',
      'Forms: It would be White (O) to play move 1.',
    ],
    [
      'preview lurd,8,8,8/8/8/4xxx./4wX2/4x3/8/8 w e4e2',
      'preview "forms 8x8 8/8/8/4xxx1/4wx2/4x3/8/8 w" e4e2',
      'Forms: It would be Black (#) to play move 2.',
    ],
    [
      'preview forms-original wwww/xxxx b1c2',
      'preview "forms-original 4x2 wwww/xxxx x" b1c2',
      'Forms (original): It would be White (O) to play move 1.',
    ],
    [
      'preview \u201cforms 2x1 xw x\u201d a1b1',
      'preview "forms 2x1 xw x" a1b1',
      "White (O) has won: Black (#) made the last move, and White (O)'s last stone is gone.",
    ],
  ])('begins anywhere: %s', async (text, understood, state) => {
    const letter = await ask(text);
    const said = oneLine(letter).replaceAll('\u2019', "'");
    expect(said).toContain(
      `You asked: ${understood.replace('4/1xx1/1ww1/4', '4/.xx./.ww./4').replace('4xxx1', '4xxx.')}`,
    );
    expect(said).toContain(state);
  });

  it.each([
    ['preview 7 a4b4', 'There is no board 7.'],
    ['preview 1 hello', 'Write the moves after the number of a board: preview N e4e2'],
    ['preview hello', 'Write the moves after the number of a board: preview N e4e2'],
    ['preview 1 -size=4x4', 'Write the moves after the number of a board: preview N e4e2'],
    ['preview new poker e2e4', 'There is no game with that name.'],
    ['preview new forms -size=5x5', 'A 5x5 board has an odd number of cells'],
    ['preview "forms 4x4 4/xx/ww/4 x"', 'Rank 2, counted from the bottom, does not have 4 cells.'],
    ['preview x.w', 'Write the moves after the number of a board: preview N e4e2'],
    ['preview "x.w/3"', 'The stones of that position are not one group.'],
    ['preview a,b,c', 'A diagram is written with its ranks from the top'],
    ['preview', 'There was no text below the word preview.'],
    [`preview 1 ${'a4b4 '.repeat(51)}`, 'A preview shows at most 50 moves.'],
  ])('is refused kindly: %s', async (text, sentence) => {
    expect(oneLine(await ask(text))).toContain(sentence);
  });

  it('never repeats a word that is no move', async () => {
    const letter = await ask('preview 1 a4b4 hunter2');
    expect(letter.raw).not.toContain('hunter2');
  });

  it('needs a proof, and says so', async () => {
    const [letter] = await desk.post({ from: ALICE, subject: 'preview 1 a4b4', text: '' });
    expect(oneLine(letter)).toContain('Reply to this or any other of our e-mails');
    expect(letter && drawn(letter)).toEqual([]);
    const [shown] = await desk.post(answerTo(letter as Sent, 'preview 1 a4b4'));
    expect(shown && drawn(shown)).not.toEqual([]);
  });

  it('needs an account', async () => {
    const sent = await desk.post({ from: 'eve@evil.test', subject: 'preview 1 a4b4', text: '' });
    expect(sent.map(({ subject }) => subject)).toEqual(['Turnpost: board games by e-mail']);
  });
});

describe('a record below a preview', () => {
  const RECORD =
    'Game: forms\nSize: 4x4\nBlack: annabella\nWhite: benedetta\nResult: *\n\n1. a4xb4 d4xc4 *\n';

  it.each([
    ['preview', `preview\n${RECORD}`],
    ['import', `import\n${RECORD}`],
  ])('is read through: %s', async (_, text) => {
    const [answer] = await desk.answer(ALICE, text);
    expect(oneLine(answer)).toContain(
      'The record has one move, and the match goes on. Its last position: Forms: It would be Black (#) to play move 2.',
    );
    expect(answer?.text).toContain('  4  . #[O]+  4');
    expect(answer?.raw).not.toContain('annabella');
  });

  it.each([
    ['no record', 'Hello there', 'There is no record in your e-mail.'],
    [
      'another game',
      RECORD.replace('forms', 'poker'),
      'Line 1 of the record does not say what Game is',
    ],
    [
      'an illegal move',
      RECORD.replace('d4xc4', 'd4xa4'),
      'On line 7 of the record, move #2 is not legal. d4-a4: no way through empty cells leads there.',
    ],
    [
      'half of it',
      RECORD.replace(/ \*\n$/, ''),
      'The record ends without a result where move #3 should be',
    ],
    ['two results', RECORD.replace('d4xc4 *', 'd4xc4 1-0'), 'has two different results'],
  ])('is refused with %s', async (_, record, sentence) => {
    const [answer] = await desk.answer(ALICE, `preview\n${record}`);
    expect(oneLine(answer)).toContain(sentence);
  });

  it('has every example of its page understood', async () => {
    const page = readFileSync(
      new URL('../../../templates/en/command/preview.txt.eta', import.meta.url),
      'utf8',
    );
    const examples = page.split('\n').flatMap((line) => {
      const [example = ''] = /^ {2}(preview .*)$/.exec(line)?.slice(1) ?? [];
      return example === '' ? [] : [example.split(/ {2,}/)[0] ?? ''];
    });
    expect(examples).toHaveLength(5);
    for (const example of examples.filter((each) => !/ 12 /.test(each))) {
      const answer = await ask(example);
      expect(answer.text).toMatch(/It would be|has won/);
      expect(answer.text).not.toContain('cannot be played');
    }
  });
});
