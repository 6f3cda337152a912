import { describe, expect, it } from 'vitest';
import { answerLimits } from '../../../src/limits.ts';
import { ALICE } from '../../support/desk/desk.ts';
import { desk, eachDesk } from '../../support/desk/each.ts';
import { ON_THE_WAY } from '../../support/post/letters.ts';

eachDesk('forms -size=4x4');

describe('test display', () => {
  it('shows a board whose columns line up, in both parts, and what to do if not', async () => {
    const draft = { from: ALICE, subject: 'test display', text: '' };
    const sent = await desk.post({ ...draft, headers: ON_THE_WAY });
    expect(sent.map(({ to }) => to)).toEqual([ALICE]);
    const [letter] = sent;
    const lines = letter?.text.split('\n') ?? [];
    const top = lines.findIndex((line) => line.startsWith('     a b c d e f g h'));
    const board = lines.slice(top, top + 10);
    expect(board[9]).toBe(board[0]);
    for (const [index, line] of board.slice(1, 9).entries()) {
      expect(line).toMatch(/^ {2}(\d) [ [](?:[#O+.][ \][]){7}[#O+.][ \]]{1,2} ?\1$/);
      expect(line.startsWith(`  ${8 - index} `)).toBe(true);
    }
    expect(board.join('')).toMatch(/\[[#O]\]/);
    expect(board.join('')).toContain('+');
    expect(letter?.text).toContain('set board words');
    expect(letter?.email.html).toContain('a b c d e f g h');
  });

  it('stands alone', async () => {
    const [refused] = await desk.post({ from: ALICE, subject: 'test display now', text: '' });
    expect(refused?.text).toContain('test display stands alone');
  });

  it('is no way to flood a player', async () => {
    const before = desk.sent.length;
    for (let letter = 0; letter < answerLimits.perHour + 5; letter++) {
      await desk.post({ from: ALICE, subject: 'test display', text: '' });
    }
    expect(desk.sent.length - before).toBeLessThanOrEqual(answerLimits.perHour);
  });
});
