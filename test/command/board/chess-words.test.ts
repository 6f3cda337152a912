import { describe, expect, it } from 'vitest';
import { matchOf } from '../../../src/store/play/matches.ts';
import { ALICE } from '../../support/desk/desk.ts';
import { desk, eachDesk } from '../../support/desk/each.ts';

/** What chess players write in place of a move's notation. */
describe('a move of chess in words', () => {
  eachDesk('chess');
  const movesPlayed = () => matchOf(desk.shell.db, 1)?.moves;
  const answered = () => desk.newest(ALICE).email.text;

  it.each(['knight to f3', 'Springer f3', '1. ... Nf3', 'Nf3. Thanks, nice opening!'])(
    'is played: %s',
    async (text) => {
      await desk.answer(ALICE, text);
      expect(movesPlayed()).toEqual(['Nf3']);
    },
  );

  it.each(['I play knight to f3', 'no, knight to f3', 'ok Nf3 then'])(
    'among other words is the one that is offered: %s',
    async (text) => {
      await desk.answer(ALICE, text);
      expect(movesPlayed()).toEqual([]);
      expect(answered()).toContain('Did you mean: Nf3\n');
      await desk.answer(ALICE, 'yes');
      expect(movesPlayed()).toEqual(['Nf3']);
    },
  );

  it('is refused for what is wrong with it', async () => {
    await desk.answer(ALICE, 'bishop takes b5');
    expect(answered()).toContain('b5');
    expect(answered()).not.toContain('not written like a move');
  });
});
