import { describe, expect, it } from 'vitest';
import { ALICE, BOB, type Sent } from '../../support/desk/desk.ts';
import { desk, eachDesk } from '../../support/desk/each.ts';
import { storedBoard } from '../../support/desk/play.ts';
import { flat } from '../../support/desk/players.ts';

eachDesk('minefield -size=4x4');

const to = (address: string, letters: readonly Sent[]) =>
  letters.filter((letter) => letter.to === address);

describe('a player with set notify none', () => {
  it('gets no board by a move and no words with it, and the writer is told', async () => {
    await desk.answer(BOB, 'set notify none');
    const letters = await desk.answer(ALICE, 'a1\n\nHello.');
    expect(storedBoard(desk).moves).toBe('a1');
    expect(to(BOB, letters)).toEqual([]);
    expect(to(ALICE, letters).map(flat).join()).toContain('bob accepts no comments');
    const [refused, ...more] = await desk.answer(ALICE, 'say 1\nHello again.');
    expect([refused?.to, more]).toEqual([ALICE, []]);
    expect(flat(refused)).toContain('bob accepts no messages');
  });

  it('gets a board when asking, by an own move, and at the end', async () => {
    await desk.answer(BOB, 'set notify none');
    await desk.answer(ALICE, 'a1');
    const [shown] = await desk.answer(BOB, 'show 1');
    expect(flat(shown)).toContain('It is your turn');
    expect(to(BOB, await desk.answer(BOB, 'b2')).length).toBe(1);
    expect(to(BOB, await desk.answer(ALICE, 'draw 1')).length).toBe(1);
    expect(
      to(BOB, await desk.answer(ALICE, 'resign 1'))
        .map(flat)
        .join(),
    ).toContain('have won');
  });
});
