import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { ALICE, BOB, type Desk, GAMES, openBoard, openDesk } from '../../support/desk/desk.ts';
import { newestBoard, storedBoard } from '../../support/desk/play.ts';
import { flat, signUp } from '../../support/desk/players.ts';
import { answerTo } from '../../support/post/letters.ts';
import { endOfNewest, heldCommands } from '../../support/stored/letters.ts';
import { speak } from '../../support/stored/people.ts';

/** Answers to letters that another Turnpost server has sent, or this one under a secret that is gone. */

let ours: Desk;
let theirs: Desk;
beforeEach(async () => {
  ours = openDesk({ secret: 'the secret of this server' });
  theirs = openDesk({ secret: 'the secret of another server' });
  for (const desk of [ours, theirs]) await openBoard(desk, 'minefield -size=4x4');
});
afterEach(() => {
  ours.close();
  theirs.close();
});

const waiting = () => heldCommands(ours.shell.db);
const lastEnd = () => endOfNewest(ours.shell.db);
const TOLD = 'you replied to an e-mail that this server has not sent';

describe('an answer to a letter of another server', () => {
  it.each<[string, (line: string) => Parameters<Desk['post']>[0]]>([
    [
      'the address that it asks answers to go to',
      (line) => answerTo(newestBoard(theirs, ALICE), line),
    ],
    [
      'the same, in capitals',
      (line) => {
        const draft = answerTo(newestBoard(theirs, ALICE), line);
        return { ...draft, to: draft.to?.replace(/\+(\w+)@/, (tag) => tag.toUpperCase()) ?? '' };
      },
    ],
    [
      'its Message-ID alone',
      (line) => ({ ...answerTo(newestBoard(theirs, ALICE), line), to: GAMES }),
    ],
    [
      'the same as the last of References',
      (line) => {
        const { headers = [], ...draft } = answerTo(newestBoard(theirs, ALICE), line);
        const id = newestBoard(theirs, ALICE).email.messageId ?? '';
        return {
          ...draft,
          to: GAMES,
          headers: [...headers.slice(0, 0), `References: <a@b> ${id}`],
        };
      },
    ],
    [
      'a copy that goes here',
      (line) => {
        const draft = answerTo(newestBoard(theirs, ALICE), line);
        const to = draft.to?.replace('turnpost.test', 'other.test') ?? '';
        return { ...draft, to, headers: [`Cc: ${GAMES}`, ...(draft.headers ?? [])] };
      },
    ],
  ])('does nothing and asks nothing: %s', async (_, draft) => {
    for (const line of ['c3', 'resign', 'set mail text']) {
      const sent = await ours.post(draft(line));
      expect(sent.map(({ to }) => to)).toEqual([ALICE]);
      expect(flat(sent[0])).toContain(TOLD);
      expect([lastEnd(), waiting()]).toEqual([{ state: 'refused', reason: 'other-server' }, 0]);
      expect(storedBoard(ours)).toMatchObject({ moves: '', ending: null });
    }
    const [boards] = await ours.answer(ALICE, 'games');
    expect(boards?.text).toContain('1');
  });

  it('is told in the language of the player', async () => {
    speak(ours.shell.db, 'de');
    const [told] = await ours.post(answerTo(newestBoard(theirs, ALICE), 'c3'));
    expect(flat(told)).toContain('die dieser Server nicht geschickt hat');
  });

  it('is no hindrance for somebody without an account here', async () => {
    await signUp(theirs, 'carol@else.test');
    const draft = answerTo(theirs.newest('carol@else.test'), '');
    const [asked] = await ours.post({ ...draft, to: GAMES, subject: 'signup carol', text: '' });
    expect(asked?.subject).toBe('Turnpost: please confirm: signup');
  });

  it('is one of ours where it also carries a token of ours', async () => {
    const { to: other } = answerTo(newestBoard(theirs, ALICE), '');
    const draft = answerTo(newestBoard(ours, ALICE), 'c3');
    const headers = [`Cc: ${other?.replace('turnpost.test', 'other.test')}`];
    await ours.post({ ...draft, headers: [...headers, ...(draft.headers ?? [])] });
    expect(storedBoard(ours).moves).toBe('c3');
  });
});

describe('what is no token of another server', () => {
  it.each([
    ['no tag', GAMES],
    ['a tag of somebody’s own', 'games+forms@turnpost.test'],
    ['a long one', 'games+confirm-abcdefghijklmnopqrstuvwxyz@turnpost.test'],
    ['the half of one', 'games+aeaqydybqg4@turnpost.test'],
  ])('is asked about as ever: %s', async (_, to) => {
    const [asked] = await ours.post({ from: BOB, to, subject: 'resign 1', text: '' });
    expect(asked?.subject).toBe('Turnpost: please confirm: resign 1');
  });

  it('is the Message-ID of any other program', async () => {
    const headers = ['In-Reply-To: <aeaqydybqg4dsmzrgyzdkmbqgy3dmnrw.1a2b@mail.test>'];
    const [asked] = await ours.post({ from: BOB, subject: 'resign 1', text: '', headers });
    expect(asked?.subject).toBe('Turnpost: please confirm: resign 1');
  });
});
