import { describe, expect, it } from 'vitest';
import { oneDayMs } from '../../../src/limits.ts';
import { ADMIN, ALICE, BOB, type Sent } from '../../support/desk/desk.ts';
import { desk, eachDesk } from '../../support/desk/each.ts';
import { letPass } from '../../support/desk/pass.ts';
import { newestBoard, play, storedBoard } from '../../support/desk/play.ts';
import { flat } from '../../support/desk/players.ts';
import { answerTo } from '../../support/post/letters.ts';
import { changeOut } from '../../support/stored/letters.ts';
import { offers, queuedMoves } from '../../support/stored/play.ts';

/** What cannot be taken back, in an answer to a letter that shows the board as it was before. */

const HOST = { id: 'mx.turnpost.test', hops: 0 };
const PASS = `Authentication-Results: ${HOST.id}; dmarc=pass header.from=home.test`;

eachDesk('minefield -size=4x4', { authserv: HOST });

const ending = () => storedBoard(desk).ending;
const kinds = () => offers(desk.shell.db).map(({ kind }) => kind);
const answer = (letter: Sent, text: string, headers: readonly string[] = []) => {
  const draft = answerTo(letter, text);
  return desk.post({ ...draft, headers: [...headers, ...(draft.headers ?? [])] });
};

describe('an answer to a board that has changed since', () => {
  it.each(['resign', 'resign 1', 'draw', 'undo'])('asks first: %s', async (line) => {
    const older = newestBoard(desk, ALICE);
    await play(desk, 'c3', 'b2');
    const [asked, ...more] = await answer(older, line);
    expect([asked?.to, more, ending(), kinds()]).toEqual([ALICE, [], null, []]);
    expect(asked?.subject).toMatch(/^Turnpost: please confirm: (?:resign|draw|undo) 1$/);
    expect(flat(asked)).toContain('Board 1 has changed since the e-mail that was replied to.');
    if (!line.includes('resign')) return;
    await desk.answer(ALICE, 'yes');
    expect(ending()).toBe('resigned');
  });

  it('asks about a move in advance, and drops one at once', async () => {
    await play(desk, 'c3');
    const older = newestBoard(desk, ALICE);
    await play(desk, 'b2', 'a1');
    const queued = () => queuedMoves(desk.shell.db).length;
    const [asked] = await answer(older, 'queue d3');
    expect([asked?.to, queued()]).toEqual([ALICE, 0]);
    expect(asked?.subject).toBe('Turnpost: please confirm: queue 1 d3');
    await desk.answer(ALICE, 'yes');
    expect(queued()).toBe(1);
    const [off] = await answer(older, 'queue off');
    expect([off?.to, queued()]).toEqual([ALICE, 0]);
  });

  it.each(['a1', 'submit a1', 'move 1 a1'])(
    'refuses a move, and shows the board: %s',
    async (line) => {
      const older = newestBoard(desk, ALICE);
      await play(desk, 'c3', 'b2');
      const [refused] = await answer(older, line);
      expect(flat(refused)).toContain('Board 1 has moved on since the e-mail that you replied to.');
      expect(storedBoard(desk).moves).toBe('c3 b2');
    },
  );

  it('asks about a move where the letter tells of an end that the admin has taken back', async () => {
    await answer(newestBoard(desk, ALICE), 'resign');
    const over = newestBoard(desk, ALICE);
    await desk.post({ from: ADMIN, subject: 'admin undo 1', text: '' });
    await desk.answer(ADMIN, 'yes');
    const [asked] = await answer(over, 'c3');
    expect([asked?.subject, storedBoard(desk).moves]).toEqual([
      'Turnpost: please confirm: move 1 c3 #1',
      '',
    ]);
    await desk.answer(ALICE, 'yes');
    expect(storedBoard(desk).moves).toBe('c3');
  });

  it('takes the first move where the letter is the challenge', async () => {
    const welcome = desk.sent.find(({ to, subject }) => to === ALICE && /welcome/i.test(subject));
    await answer(welcome as Sent, 'challenge bob minefield -size=4x4 -first=them');
    const challenge = desk.newest(BOB);
    await answer(challenge, 'accept');
    await answer(challenge, 'c3');
    expect(storedBoard(desk, 2).moves).toBe('c3');
    const [refused] = await answer(challenge, 'b2');
    expect(flat(refused)).toContain("It is alice's turn");
  });

  it('takes an offer of its writer back, which changes nothing for the worse', async () => {
    const older = newestBoard(desk, ALICE);
    await answer(older, 'draw');
    await play(desk, 'c3');
    await answer(older, 'withdraw');
    expect(offers(desk.shell.db)).toMatchObject([{ state: 'withdrawn' }]);
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
    expect(kinds()).toEqual(['draw']);
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
    expect(kinds()).toEqual(['draw']);
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

/** The letter of the next day, which shows the board to alice. */
async function morning(): Promise<Sent> {
  await desk.answer(ALICE, 'set notify daily');
  const letters = await letPass(desk, oneDayMs);
  const letter = letters.findLast(({ to, subject }) => to === ALICE && /your turn/.test(subject));
  if (!letter) throw new Error('no letter of the day');
  return letter;
}

describe('an answer to a letter that shows other things', () => {
  const secondBoard = async () => {
    await desk.answer(ALICE, 'whoami');
    await desk.answer(ALICE, 'challenge bob forms -first=me');
    await desk.answer(BOB, 'accept 2');
  };
  const other = () =>
    desk.sent.findLast(({ to, subject }) => to === ALICE && /Board 2 /.test(subject));

  it('ends a board that the letter of the day shows as it is', async () => {
    await answer(await morning(), 'resign 1');
    expect(ending()).toBe('resigned');
  });

  it.each([[true], [false]])(
    'asks where the letter of the day is older, In-Reply-To: %s',
    async (named) => {
      const older = await morning();
      await play(desk, 'c3', 'b2');
      const draft = answerTo(older, 'resign 1');
      const [asked] = await desk.post(named ? draft : { ...draft, headers: [] });
      expect([asked?.subject, ending()]).toEqual(['Turnpost: please confirm: resign 1', null]);
      expect(flat(asked)).toContain('Board 1 has changed since the e-mail that was replied to.');
      expect(flat(asked)).not.toContain('needs no yes');
      await desk.answer(ALICE, 'yes');
      expect(ending()).toBe('resigned');
    },
  );

  it('asks where the letter of the day is too old to be known', async () => {
    const older = await morning();
    changeOut(desk.shell.db, { facts: 'null' });
    const [asked] = await answer(older, 'resign 1');
    expect([asked?.subject, ending()]).toEqual(['Turnpost: please confirm: resign 1', null]);
  });

  it('asks where the letter shows another board', async () => {
    await secondBoard();
    const [asked] = await answer(other() ?? desk.newest(ALICE), 'resign 1', [PASS]);
    expect([asked?.subject, ending()]).toEqual(['Turnpost: please confirm: resign 1', null]);
    expect(flat(asked)).toContain(
      'The e-mail that was replied to does not show board 1 as it is now.',
    );
    await desk.answer(ALICE, 'yes');
    expect(ending()).toBe('resigned');
  });

  it.each(['welcome', 'whoami'])('does it at once where no board is shown: %s', async (which) => {
    await desk.answer(ALICE, 'whoami');
    const shown = desk.sent.findLast(
      ({ to, text, subject }) => to === ALICE && `${subject} ${text}`.includes(which),
    );
    await play(desk, 'c3', 'b2');
    await answer(shown ?? desk.newest(BOB), 'resign 1');
    expect(ending()).toBe('resigned');
  });
});

describe('a yes', () => {
  it('accepts the draw of a later offer only when asked once more', async () => {
    await answer(newestBoard(desk, ALICE), 'draw');
    const [asked] = await desk.post({ from: BOB, subject: 'accept 1 draw', text: '' });
    await answer(newestBoard(desk, ALICE), 'withdraw');
    await play(desk, 'c3', 'b2');
    await answer(newestBoard(desk, ALICE), 'draw');
    await answer(asked ?? desk.newest(BOB), 'yes');
    expect(ending()).toBeNull();
  });

  it('is to the newest question, where the same is asked on a later board', async () => {
    const ask = async () => (await desk.post({ from: ALICE, subject: 'resign 1', text: '' }))[0];
    const first = await ask();
    await play(desk, 'c3', 'b2');
    const second = await ask();
    if (!first || !second) throw new Error('not asked');
    await answer(first, 'yes');
    expect(ending()).toBeNull();
    await answer(second, 'yes');
    expect(ending()).toBe('resigned');
  });

  it('begins a match from the position of the question', async () => {
    await play(desk, 'c3');
    const subject = 'challenge bob from 1';
    const [asked] = await desk.post({ from: ALICE, subject, text: '' });
    expect(asked?.text).toContain('challenge bob from 1 #1');
  });

  it('sends words also on a later board', async () => {
    const [asked] = await desk.post({ from: ALICE, subject: 'say 1', text: 'Good luck!' });
    await play(desk, 'c3');
    await answer(asked ?? desk.newest(ALICE), 'yes');
    expect(desk.newest(BOB).text).toContain('Good luck!');
  });
});
