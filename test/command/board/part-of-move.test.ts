import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { offerGames } from '../../../src/engine/registry.ts';
import { RULES } from '../../../src/engine/shape/ground.ts';
import { ALICE, openBoard } from '../../support/desk/desk.ts';
import { desk, eachDesk } from '../../support/desk/each.ts';

eachDesk();
beforeAll(() => offerGames(RULES));
afterAll(() => offerGames(undefined));

const answer = async (game: string, text: string): Promise<string> => {
  await openBoard(desk, game);
  await desk.answer(ALICE, text);
  return desk.newest(ALICE).text.replace(/\s+/g, ' ');
};

describe('a part of a move', () => {
  it.each([
    ['breakthrough', 'b2', 'b2 has 3 moves. Reply with: move 1 b2-a3 | move 1 b2-b3 |'],
    ['breakthrough', 'b3', '3 moves go to b3. Reply with: move 1 a2-b3 | move 1 b2-b3 |'],
    ['forms -size=8x8', 'e5', '4 moves go to e5. Reply with: move 1 e4xe5 | move 1 d5xe5 |'],
    ['lines-of-action', 'B3!', '2 moves go to b3. Reply with: move 1 b1-b3 | move 1 d1-b3'],
    ['amazons', 'd1d7', 'd1-d7 has 28 moves. Reply with: move 1 d1-d7/c6 |'],
    ['amazons', 'd1 to d7', 'd1-d7 has 28 moves. Reply with: move 1 d1-d7/c6 |'],
  ])('of %s, %s, is answered with the moves that have it', async (game, text, says) => {
    expect(await answer(game, text)).toContain(says);
  });

  it('is enough with a yes where one move goes there', async () => {
    expect(await answer('forms -size=2x1', 'b1')).toContain('One move goes to b1.');
    await desk.answer(ALICE, 'yes');
    expect(desk.newest(ALICE).text).toContain('You played a1xb1.');
  });

  it.each(['d1-d7xg7', 'd1-d7 (g7)', 'd1-d7, g7', 'd1 d7 g7'])(
    'of three cells, %s, is a move',
    async (text) => {
      expect(await answer('amazons', text)).toContain('You played d1-d7/g7.');
    },
  );

  it.each(['d1 to d7 and shoot g7', 'd1-d7 with an arrow to g7'])(
    'of three cells, %s, is offered',
    async (text) => {
      expect(await answer('amazons', text)).toContain('Did you mean: d1-d7/g7');
    },
  );

  it.each([
    'pass. white stones are all dead i think',
    'Pass. (i think ive won already?)',
    "I'll pass now, black stones are dead",
  ])('that is a word, in front of others, is offered: %s', async (text) => {
    expect(await answer('go -size=5x5', text)).toContain('Did you mean: pass');
  });

  it('that no move has is refused', async () => {
    expect(await answer('breakthrough', 'b5')).toContain('That is not written like a move.');
  });
});
