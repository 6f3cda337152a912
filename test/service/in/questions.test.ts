import { describe, expect, it } from 'vitest';
import { ALICE } from '../../support/desk/desk.ts';
import { desk, eachDesk } from '../../support/desk/each.ts';
import { signUp } from '../../support/desk/players.ts';

eachDesk();

const ask = async (text: string) => {
  await signUp(desk, ALICE);
  await desk.answer(ALICE, 'play chess -first=me');
  await desk.answer(ALICE, text);
  const { subject, text: answer } = desk.newest(ALICE);
  return `${subject}\n${answer}`;
};

describe('a question on a board against the robot', () => {
  it.each([
    ['How do I castle?', 'You asked: help chess'],
    ['How does the knight move?', 'You asked: help chess'],
    ['What do the capital letters mean?', 'You asked: help chess'],
    ['what are the legal moves?', 'You asked: help chess'],
    ['Who are you?', 'You asked: help'],
    ['by when do I have to move?', 'It is your turn.'],
    ["Who's ahead?", 'It is your turn.'],
    ['I want to stop', 'Did you mean: resign 1'],
  ])('%j brings %j', async (text, says) => {
    expect(await ask(text)).toContain(says);
  });

  it('behind a yes does not take it back, if it is about something else', async () => {
    expect(await ask('I want to stop')).toContain('Did you mean: resign 1');
    await desk.answer(ALICE, 'yes exactly, thanks. How long do I have to answer?');
    expect(desk.newest(ALICE).text).toContain('You have lost');
  });

  it.each(['Are you a bot?', 'lol', '?'])(
    'that no command answers, %j, names the program and a move',
    async (text) => {
      const answer = await ask(text);
      expect(answer).toContain('I am only a program and could not read that');
      expect(answer).toContain('To move, write the move alone on the first line');
    },
  );
});
