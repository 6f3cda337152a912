import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { BOB, type Desk, GAMES, openBoard, openDesk } from '../../support/desk/desk.ts';
import { newestBoard, storedBoard } from '../../support/desk/play.ts';
import { answerTo } from '../../support/post/letters.ts';

/** A server that has got another address, while letters to the old one still come to it. */

const NOW = 'chess@elsewhere.test';
const ALICE = 'alice@home.test';
let before: Desk;
beforeAll(async () => {
  before = openDesk();
  await openBoard(before, 'forms -size=4x4 -first=me');
});
afterAll(() => before.close());

const moved = async (use: (desk: Desk) => Promise<void>) => {
  const desk = before.copy({ address: NOW });
  try {
    await use(desk);
  } finally {
    desk.close();
  }
};

describe('a letter to the address that the server had before', () => {
  it('plays, where it answers a board', () =>
    moved(async (desk) => {
      await desk.post(answerTo(newestBoard(desk, ALICE), 'b1xa1'));
      expect(storedBoard(desk).moves).toBe('b1xa1');
      expect(newestBoard(desk, BOB).email.replyTo?.[0]?.address).toMatch(
        /^chess\+.+@elsewhere\.test$/,
      );
    }));

  // As a link in a letter is followed.
  it('plays, where only its address shows what it answers', () =>
    moved(async (desk) => {
      const { replyTo } = newestBoard(desk, ALICE).email;
      const to = replyTo?.[0]?.address ?? '';
      expect(to.endsWith(GAMES.slice(GAMES.indexOf('@')))).toBe(true);
      await desk.post({ from: ALICE, to, subject: 'move 1 b1xa1', text: '' });
      expect(storedBoard(desk).moves).toBe('b1xa1');
    }));
});
