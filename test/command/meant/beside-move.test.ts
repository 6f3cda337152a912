import { describe, expect, it } from 'vitest';
import { matchOf } from '../../../src/store/play/matches.ts';
import { ALICE, BOB } from '../../support/desk/desk.ts';
import { desk, eachDesk } from '../../support/desk/each.ts';
import { flat, signUp } from '../../support/desk/players.ts';

/** What stands beside a move in its line: no word of it is lost. */

const moves = () => matchOf(desk.shell.db, 1)?.moves ?? [];
const answered = () => flat(desk.newest(ALICE));

describe('a question beside a move on a board against the robot', () => {
  eachDesk();
  const begin = async (language = 'en') => {
    await signUp(desk, ALICE);
    if (language !== 'en') await desk.answer(ALICE, `set language ${language}`);
    await desk.answer(ALICE, 'play chess, level 3, I begin');
  };

  it.each([
    ['d3 what level is this?', 'd3', 'The robot plays at level 3 of 5'],
    ['Nf3 - how many moves so far?', 'Nf3', '0 moves have been played on board 1'],
    ['d3 do you like cats?', 'd3', 'I have no answer to your question'],
  ])('is answered, or said to have no answer: %s', async (text, move, says) => {
    await begin();
    await desk.answer(ALICE, text);
    expect(moves()).toEqual([]);
    expect(answered()).toContain(`Did you mean: ${move} `);
    expect(answered()).toContain(says);
    await desk.answer(ALICE, 'yes');
    expect(moves()[0]).toBe(move);
  });

  it.each([
    ['d3 auf welcher Stufe spielst du?', 'Der Roboter spielt hier auf Stufe 3'],
    ['d3 - wie viele Züge bisher?', 'Auf Brett 1 sind 0 Züge gespielt'],
    ['d3 magst du eigentlich Katzen?', 'Auf deine Frage habe ich keine Antwort'],
  ])('is answered in German: %s', async (text, says) => {
    await begin('de');
    await desk.answer(ALICE, text);
    expect(answered()).toContain('Meintest du: d3 ');
    expect(answered()).toContain(says);
  });

  it('is none where only the move is doubted', async () => {
    await begin();
    await desk.answer(ALICE, 'd3, maybe?');
    expect(answered()).toContain('Did you mean: d3 ');
    expect(answered()).not.toContain('to your question');
  });

  it('is answered alone as well', async () => {
    await begin();
    await desk.answer(ALICE, 'How many moves have been played?');
    expect(answered()).toMatch(/^0 moves have been played on board 1/);
    expect(answered()).not.toContain('Did you mean');
  });
});

describe('words beside a move on a board of two players', () => {
  eachDesk('chess');
  const opening = async () => {
    for (const text of ['e4', 'e5']) await desk.answer(moves().length % 2 ? BOB : ALICE, text);
  };

  it.each([
    ['Qf3 attacking f7', 'Qf3', 'attacking f7'],
    ['Qf3 - watch out for f7!', 'Qf3', 'watch out for f7!'],
    ['d4 hitting the pawn', 'd4', 'hitting the pawn'],
    ['Qh5 threatening e5 and f7', 'Qh5', 'threatening e5 and f7'],
    ['Dh5 bedroht f7', 'Qh5', 'bedroht f7'],
  ])('go along where they say what it does: %s', async (text, move, remark) => {
    await opening();
    await desk.answer(ALICE, text);
    expect(moves().slice(2)).toEqual([move]);
    expect(flat(desk.newest(BOB))).toContain(`alice writes: | ${remark}`);
  });

  it.each(["I'd rather castle, kingside", 'castling short please', 'ich rochiere kurz'])(
    'may state a castling: %s',
    async (text) => {
      const before = ['e4', 'e5', 'Nf3', 'Nc6', 'Bc4', 'Bc5'];
      for (const [at, move] of before.entries()) await desk.answer(at % 2 ? BOB : ALICE, move);
      await desk.answer(ALICE, text);
      expect(moves().at(-1)).toBe('O-O');
    },
  );

  it.each([
    'Qf3 attacking d4',
    'Qf3 attacking f7?',
    'Qf3 attacking f7 or d4',
    'd4 hitting nothing much',
  ])('are asked about where they may be another move, or a doubt: %s', async (text) => {
    await opening();
    await desk.answer(ALICE, text);
    expect(moves()).toHaveLength(2);
    expect(answered()).toContain('Did you mean');
  });

  it('are named where a question goes to nobody', async () => {
    await opening();
    await desk.answer(ALICE, 'd4 is this the Scotch game?');
    expect(answered()).toContain('Did you mean: d4 ');
    expect(answered()).toContain('To ask bob, write it below the move');
  });
});

describe('a capture that is told by its file', () => {
  eachDesk('breakthrough -size=5x5');
  const opening = async () => {
    await desk.answer(ALICE, 'b2b3');
    await desk.answer(BOB, 'c4c3');
  };

  it.each(['dxc3', 'I play dxc3', 'oops, dxc3', 'dxc3, sorry for the wait'])(
    'is played where it is the only one: %s',
    async (text) => {
      await opening();
      await desk.answer(ALICE, text);
      expect(moves()).toEqual(['b2-b3', 'c4-c3', 'd2xc3']);
    },
  );

  it.each(['bxc3', 'axb3', 'dxc4'])('is none where it captures nothing: %s', async (text) => {
    await opening();
    await desk.answer(ALICE, text);
    expect(moves()).toHaveLength(2);
  });

  it('does not go along as text', async () => {
    await opening();
    await desk.answer(ALICE, 'dxc3?');
    expect(answered()).toContain('Did you mean: d2xc3 ');
    await desk.answer(ALICE, 'yes');
    expect(flat(desk.newest(BOB))).not.toContain('alice writes');
  });
});
