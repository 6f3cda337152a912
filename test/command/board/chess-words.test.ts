import { describe, expect, it } from 'vitest';
import { matchOf } from '../../../src/store/play/matches.ts';
import { ALICE, BOB } from '../../support/desk/desk.ts';
import { desk, eachDesk } from '../../support/desk/each.ts';

/** What chess players write in place of a move's notation. */
describe('a move of chess in words', () => {
  eachDesk('chess');
  const movesPlayed = () => matchOf(desk.shell.db, 1)?.moves;
  const answered = () => desk.newest(ALICE).email.text;

  it.each([
    'knight to f3',
    'Springer f3',
    '1. ... Nf3',
    'Nf3. Thanks, nice opening!',
    'I play knight to f3',
    'ok Nf3 then',
  ])('is played: %s', async (text) => {
    await desk.answer(ALICE, text);
    expect(movesPlayed()).toEqual(['Nf3']);
  });

  it('behind a no is the one that is offered', async () => {
    await desk.answer(ALICE, 'no, knight to f3');
    expect(movesPlayed()).toEqual([]);
    expect(answered()).toContain('Did you mean: Nf3\n');
    await desk.answer(ALICE, 'yes');
    expect(movesPlayed()).toEqual(['Nf3']);
  });

  it.each(['takes the pawn on d5', 'pawn takes', 'exd5', 'pawn takes pawn', 'Takes d5!'])(
    'is the one capture that fits: %s',
    async (text) => {
      await desk.answer(ALICE, 'e4');
      await desk.answer(BOB, 'd5');
      await desk.answer(ALICE, text);
      expect(movesPlayed()).toEqual(['e4', 'd5', 'exd5']);
    },
  );

  it('is asked for where several captures fit', async () => {
    for (const [ply, move] of ['e4', 'd5', 'Nc3', 'e6'].entries()) {
      await desk.answer(ply % 2 ? BOB : ALICE, move);
    }
    await desk.answer(ALICE, 'takes the pawn on d5');
    expect(answered()).toMatch(/Nxd5 exd5|exd5 Nxd5/);
  });

  it('mates with a hash and a word, and the list shows it', async () => {
    const plies = ['f3', 'e5', 'g4', 'Qh4# checkmate!'];
    for (const [ply, move] of plies.entries()) await desk.answer(ply % 2 ? BOB : ALICE, move);
    expect(movesPlayed()).toEqual(['f3', 'e5', 'g4', 'Qh4']);
    expect(answered()).toContain('Qh4#');
  });

  const opened = ['e4', 'e5', 'Nf3', 'Nc6', 'Bc4', 'Bc5'];
  it.each(['castle', 'I castle now', 'Rochade'])(
    'is the castling that is legal, where no side is named: %s',
    async (text) => {
      for (const [ply, move] of opened.entries()) await desk.answer(ply % 2 ? BOB : ALICE, move);
      await desk.answer(ALICE, text);
      expect(movesPlayed()).toEqual(opened);
      expect(answered()).toContain('Did you mean: O-O\n');
      await desk.answer(ALICE, 'yes');
      expect(movesPlayed()?.at(-1)).toBe('O-O');
    },
  );

  it.each(['castle', 'Rochade'])(
    'is no castling where none is legal, and why: %s',
    async (text) => {
      await desk.answer(ALICE, text);
      expect(answered()).toContain('You cannot castle there now.');
    },
  );

  it('is a pawn’s, by its square alone, also in reply to an offer of others', async () => {
    await desk.answer(ALICE, 'no, knight to f3');
    expect(answered()).toContain('Did you mean: Nf3\n');
    await desk.answer(ALICE, 'b4');
    expect(movesPlayed()).toEqual(['b4']);
  });

  it('is refused for what is wrong with it', async () => {
    await desk.answer(ALICE, 'bishop takes b5');
    expect(answered()).toContain('b5');
    expect(answered()).not.toContain('not written like a move');
  });
});
