import { expect, test } from 'vitest';
import { ALICE, openBoard, openDesk } from '../../../support/desk/desk.ts';
import { newestBoard, play } from '../../../support/desk/play.ts';
import { describeByLetters } from '../by-letters.ts';
import { blockOf, readBlocks } from '../copy.ts';

const blocks = readBlocks('docs/adding-a-game.md');

describeByLetters({
  rules: 'clobber',
  size: '4x2',
  moves: 'a2b2 c1c2 b1a1 d2d1 b2c2',
  told: [
    [
      'end',
      'Congratulations, you have won: bob has no move left.',
      'Du hast verloren: Du kannst nicht mehr ziehen.',
    ],
  ],
});

test('Clobber is shown as docs/adding-a-game.md says', async () => {
  const desk = openDesk();
  await openBoard(desk, 'clobber');
  await play(desk, 'b2c2', 'c4c5');
  const { subject, text } = newestBoard(desk, ALICE);
  const shown = blockOf(blocks, 'letter').trim();
  expect(`Subject: ${subject}\n\n${text}`.slice(0, shown.length)).toBe(shown);
  desk.close();
});
