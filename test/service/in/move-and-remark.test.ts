import { describe, expect, it } from 'vitest';
import { ALICE, BOB } from '../../support/desk/desk.ts';
import { desk, eachDesk } from '../../support/desk/each.ts';
import { newestBoard, storedBoard } from '../../support/desk/play.ts';
import { flat } from '../../support/desk/players.ts';

eachDesk('minefield -size=4x4');

const moves = () => storedBoard(desk).moves;

describe('a move with a remark in its line', () => {
  it.each([
    ['c3 sorry for the wait!', 'sorry for the wait!'],
    ['c3, gg', 'gg'],
    ['I play c3, sorry I was away', 'sorry I was away'],
    ['move c3 no hurry with yours', 'no hurry with yours'],
    ['C3! Have a nice weekend.', 'Have a nice weekend.'],
    ['c3 tut mir leid, hat gedauert', 'tut mir leid, hat gedauert'],
    ['c3 schönes Spiel bisher!', 'schönes Spiel bisher!'],
  ])('is played, and the remark goes along: %s', async (line, remark) => {
    newestBoard(desk, ALICE);
    await desk.answer(ALICE, line);
    expect(moves()).toBe('c3');
    expect(flat(desk.newest(BOB))).toContain(remark);
  });

  it('takes along what stands below it as well', async () => {
    await desk.answer(ALICE, 'c3 sorry for the wait\n\nThe train was late.');
    const letter = flat(desk.newest(BOB));
    expect(letter).toContain('sorry for the wait');
    expect(letter).toContain('The train was late.');
  });

  it.each([
    'c3 sorry, or b2',
    'c3 sorry, b2',
    'c3 gg?',
    'c3 good move if you let me',
    'c3 is a good move',
    'c3 thanks but not yet',
    'c3 sorry, I resign',
    'c3 danke, aber ich bin nicht sicher',
  ])('is not played where it holds a second move, a doubt or a question: %s', async (line) => {
    await desk.answer(ALICE, line);
    expect(moves()).toBe('');
  });
});

describe('a command below a move', () => {
  it.each(['  resign', '\tresign 1', '» resign'])(
    'is asked about where it stands like a quotation: %j',
    async (line) => {
      const letters = await desk.answer(ALICE, `c3\n${line}`);
      expect([moves(), storedBoard(desk).ending]).toEqual(['c3', null]);
      const asked = letters.filter(({ to }) => to === ALICE).at(-1);
      expect(flat(asked)).toContain('Did you mean: resign 1');
      await desk.answer(ALICE, 'yes');
      expect(storedBoard(desk).ending).toBe('resigned');
    },
  );

  it('is carried out where it stands like the move', async () => {
    await desk.answer(ALICE, 'c3\nresign');
    expect(storedBoard(desk).ending).toBe('resigned');
  });
});
