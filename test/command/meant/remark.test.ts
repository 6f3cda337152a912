import { describe, expect, it } from 'vitest';
import { matchOf } from '../../../src/store/play/matches.ts';
import { ALICE, BOB } from '../../support/desk/desk.ts';
import { desk, eachDesk } from '../../support/desk/each.ts';
import { flat, signUp } from '../../support/desk/players.ts';

const moves = () => matchOf(desk.shell.db, 1)?.moves ?? [];
/** All that was sent to her in answer to her newest letter. */
const answers = async (text: string) =>
  (await desk.answer(ALICE, text))
    .filter(({ to }) => to === ALICE)
    .map(flat)
    .join(' | ');

describe('a question below a move, or behind it, that the program can answer', () => {
  eachDesk();
  const begin = async (language = 'en') => {
    await signUp(desk, ALICE);
    if (language !== 'en') await desk.answer(ALICE, `set language ${language}`);
    await desk.answer(ALICE, 'play forms -size=6x6 -first=me');
  };

  it.each([
    ['a2a3\nWhat do the * mean?', 'Signs on the board: # Black'],
    ['a2a3. How do I undo?', 'You asked: help undo That was not done. To do it: undo 1'],
    ['a2a3\n\nHello robot! What is hex? Thanks', 'You asked: help hex'],
    ['a2a3. What level is this?', 'The robot plays at level 2 of 5'],
    ['a2a3\nHow many levels are there?', 'The robot plays at level 2 of 5'],
  ])('is answered, and the move is played: %j', async (text, says) => {
    await begin();
    const answered = await answers(text);
    expect(moves()[0]).toBe('a2xa3');
    expect(answered).toContain(says);
    expect(answered).not.toContain('does not read text');
  });

  it('is answered in German', async () => {
    await begin('de');
    expect(await answers('a2a3. Wie funktioniert zurücknehmen?')).toContain('So geht es:');
    expect(moves()[0]).toBe('a2xa3');
  });

  it('is told to go nowhere where the program knows no answer', async () => {
    await begin();
    expect(await answers('a2a3\nHow is the weather?')).toContain('The robot does not read text');
  });

  it.each(['a2a3. Can I undo that?', 'a2a3. Is that legal?', 'a2a3. How do I take it back?'])(
    'leaves the move in doubt where it is about that: %s',
    async (text) => {
      await begin();
      await desk.answer(ALICE, text);
      expect(moves()).toEqual([]);
    },
  );
});

describe('an offer in the words below a move', () => {
  eachDesk('chess');

  it.each([
    ['Is a draw all right with you?', 'draw 1'],
    ['Sorry for the wait. I offer a draw.', 'draw 1'],
    ['Nehmen Sie Remis an?', 'draw 1'],
    ['Sorry! Would you mind if I undo that?', 'undo 1'],
  ])('goes along as words, and is offered to its writer: %s', async (words, line) => {
    const answered = await answers(`Nf3\n\n${words}`);
    expect(flat(desk.newest(BOB))).toContain(`alice writes: | ${words}`);
    expect(answered).toContain(
      'What stands below a move is a remark, and offers nothing by itself.',
    );
    expect(answered).toContain(`Did you mean: ${line} That was not done yet`);
    const [letter] = (await desk.answer(ALICE, 'yes')).filter(({ to }) => to === BOB);
    expect(flat(letter)).toMatch(/alice (?:offers you a draw|would like to take a)/);
  });

  it.each([
    'I hope this will be no draw.',
    'I drew a cat. Do you like cats?',
    'My last game was a draw.',
    'Wrong move yesterday, sorry.',
  ])('is none in talk about it: %s', async (words) => {
    expect(await answers(`Nf3\n\n${words}`)).not.toContain('Did you mean');
    expect(moves()).toEqual(['Nf3']);
  });
});

describe('a question about a game or a command on a board that waits', () => {
  eachDesk('minefield -size=4x4');

  it.each([
    ['What is forms?', 'help forms'],
    ['what is minefield', 'help minefield'],
    ['What is Go?', 'help go'],
    ['Was ist Schach?', 'help chess'],
    ['What does hint do?', 'help hint'],
    ['What is hint?', 'help hint'],
    ['What does swap mean?', 'help minefield'],
    ['What are the rules?', 'help minefield'],
    ['How do I undo?', 'help undo'],
  ])('is answered by the page, and the move is still awaited: %s', async (text, page) => {
    const letter = await answers(text);
    expect(letter).toContain(`You asked: ${page}`);
    expect(letter).toContain('Your move on board 1 is still awaited.');
    expect(letter).not.toContain('Did you mean');
    await desk.answer(ALICE, 'move 1 c3');
    expect(moves()).toEqual(['c3']);
  });

  it.each([
    ['what is my rating', 'You asked: rating'],
    ['What is your favourite game, chess?', 'To send what you wrote to bob'],
  ])('is none that only names one: %s', async (text, says) => {
    expect(await answers(text)).toContain(says);
  });
});

describe('a question about the levels without a board', () => {
  eachDesk();

  it.each(['How many levels are there?', 'Welche Level gibt es?'])(
    'is answered by the page that lists them: %s',
    async (text) => {
      await signUp(desk, ALICE);
      expect(await answers(text)).toContain('You asked: help play');
    },
  );
});
