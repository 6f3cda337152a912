import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { ALICE, BOB, type Desk, openBoard, openDesk, type Sent } from '../../support/desk/desk.ts';
import { newestBoard, play, storedBoard } from '../../support/desk/play.ts';
import { flat } from '../../support/desk/players.ts';
import { answerTo } from '../../support/post/letters.ts';

/** What cannot be taken back, in an answer to a letter that shows the board as it was before. */

const HOST = { id: 'mx.turnpost.test', hops: 0 };
const PASS = `Authentication-Results: ${HOST.id}; dmarc=pass header.from=home.test`;

let desk: Desk;
beforeEach(async () => {
  desk = openDesk({ authserv: HOST });
  await openBoard(desk, 'minefield -size=4x4');
});
afterEach(() => desk.close());

const ending = () => storedBoard(desk).ending;
const offers = () => desk.shell.db.prepare('select kind from board_offers').pluck().all();
const answer = (letter: Sent, text: string, headers: readonly string[] = []) => {
  const draft = answerTo(letter, text);
  return desk.post({ ...draft, headers: [...headers, ...(draft.headers ?? [])] });
};

describe('an answer to a board that has changed since', () => {
  it.each(['resign', 'resign 1', 'draw', 'undo'])('asks first: %s', async (line) => {
    const older = newestBoard(desk, ALICE);
    await play(desk, 'c3', 'b2');
    const [asked, ...more] = await answer(older, line);
    expect([asked?.to, more, ending(), offers()]).toEqual([ALICE, [], null, []]);
    expect(asked?.subject).toMatch(/^Turnpost: please confirm: (?:resign|draw|undo) 1$/);
    expect(flat(asked)).toContain('Board 1 has changed since the letter that was answered.');
    if (!line.includes('resign')) return;
    await desk.answer(ALICE, 'yes');
    expect(ending()).toBe('resigned');
  });

  it('asks also where the mail host has verified the sender, or a password is right', async () => {
    await desk.answer(ALICE, 'password correct-horse-7');
    await desk.answer(ALICE, 'yes');
    const older = newestBoard(desk, ALICE);
    await play(desk, 'c3', 'b2');
    const [verified] = await answer(older, 'resign', [PASS]);
    const subject = 'minefield resign 1 alice correct-horse-7';
    const [known] = await desk.post({ ...answerTo(older, ''), subject });
    for (const asked of [verified, known]) {
      expect(asked?.subject).toBe('Turnpost: please confirm: resign 1');
    }
    expect(ending()).toBeNull();
  });

  it('asks about a submitted move that the letter has not shown', async () => {
    const older = newestBoard(desk, ALICE);
    await play(desk, 'c3', 'b2');
    await answer(newestBoard(desk, ALICE), 'submit a1');
    const [asked] = await answer(older, 'confirm');
    expect(asked?.subject).toBe('Turnpost: please confirm: move 1 a1 #3');
    expect(storedBoard(desk).moves).toBe('c3 b2');
  });

  it('does what the letter itself has changed the board for, and what only talks', async () => {
    await answer(newestBoard(desk, ALICE), 'c3\ndraw');
    expect(offers()).toEqual(['draw']);
    const older = newestBoard(desk, BOB);
    await answer(older, 'b2');
    const [said] = await answer(older, 'say\n\nGood luck!');
    expect(said?.text).toContain('Good luck!');
  });

  it('does it at once where it is as the letter has shown it', async () => {
    await play(desk, 'c3');
    await answer(newestBoard(desk, BOB), 'resign');
    expect(ending()).toBe('resigned');
  });
});

describe('an answer to an offer', () => {
  it('does not accept it on a later board', async () => {
    await answer(newestBoard(desk, ALICE), 'draw');
    const offered = newestBoard(desk, BOB);
    await answer(newestBoard(desk, ALICE), 'c3');
    for (const line of ['yes', 'accept', 'accept 1 draw', 'decline']) {
      const [asked] = await answer(offered, line);
      expect([asked?.to, ending()]).toEqual([BOB, null]);
    }
    expect(offers()).toEqual(['draw']);
    await answer(newestBoard(desk, BOB), 'yes');
    expect(ending()).toBe('agreed');
  });

  it('is none where the letter shows no offer', async () => {
    const older = newestBoard(desk, BOB);
    await answer(newestBoard(desk, ALICE), 'draw');
    const [asked] = await answer(older, 'accept');
    expect([asked?.subject, ending()]).toEqual(['Turnpost: please confirm: accept 1 draw', null]);
    await answer(older, 'accept draw');
    expect(ending()).toBe('agreed');
  });

  it('is about the offer that it shows', async () => {
    await play(desk, 'c3');
    await answer(newestBoard(desk, ALICE), 'undo');
    const shown = newestBoard(desk, BOB);
    await answer(newestBoard(desk, ALICE), 'withdraw');
    await answer(newestBoard(desk, ALICE), 'draw');
    const [refused] = await answer(shown, 'accept');
    expect(flat(refused)).toContain('draw');
    expect(ending()).toBeNull();
  });
});
