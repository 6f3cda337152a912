import { beforeEach, describe, expect, it } from 'vitest';
import { ALICE, BOB, type Sent } from '../../support/desk/desk.ts';
import { desk, eachDesk } from '../../support/desk/each.ts';
import { storedBoard } from '../../support/desk/play.ts';
import { CAROL, flat, signUp } from '../../support/desk/players.ts';
import { answerTo } from '../../support/post/letters.ts';
import { endOfNewest } from '../../support/stored/letters.ts';

let board: Sent;

eachDesk('forms -size=4x4');
beforeEach(() => {
  board = desk.newest(ALICE);
});

const revision = (): number => storedBoard(desk).revision;
const inbox = () => endOfNewest(desk.shell.db);

describe('an answer that cannot be carried out', () => {
  it.each([
    ['a move to a cell off the board', 'a1a9', 'a9 is not on this board, which ends at d4.'],
    ["the opponent's stone", 'a1a2', "The stone on a1 is White's."],
    ['a mistyped command', 'resgin 1', 'Did you mean: resign 1'],
    ['doubt before the move', 'Maybe this one?\na4b4', 'Did you mean: a4xb4'],
    ['nothing', '', 'Your e-mail has no new text.'],
    ['an unknown board', 'move 77 a4b4', 'There is no board 77.'],
    ['a wrong ply', 'move 1 a4b4 #9', 'but the next one on board 1 is move #1.'],
    ['an unknown option', 'challenge bob -sise=4x4', 'no such option; the nearest is -size='],
    ['an unknown player', 'challenge nobody', 'There is no player nobody.'],
  ])('is answered: %s', async (_, text, sentence) => {
    const sent = await desk.post(answerTo(board, text));
    expect(sent.map(({ to }) => to)).toEqual([ALICE]);
    expect(sent[0]?.text.replace(/\s+/g, ' ')).toContain(sentence);
    expect(revision()).toBe(1);
    expect(inbox().state).toBe('refused');
  });

  it('never repeats a word that is not vocabulary', async () => {
    const [refused] = await desk.post(answerTo(board, 'move 1 alice hunter2 a4b4'));
    expect(refused?.raw).not.toContain('hunter2');
  });
});

describe('a letter that is not to be trusted', () => {
  it('is held when it carries the token of another player', async () => {
    const [asked] = await desk.post({ ...answerTo(board, 'resign 1'), from: BOB });
    expect([asked?.to, asked?.subject]).toEqual([BOB, 'Turnpost: please confirm: resign 1']);
    expect(revision()).toBe(1);
  });

  it('is no answer to the board of another player, but a letter of its own', async () => {
    await signUp(desk, CAROL);
    const from = CAROL;
    const [shown] = await desk.post({ ...answerTo(board, 'games'), from, subject: 'show 1' });
    expect(shown?.subject).toBe('Forms Board 1 (alice vs bob)');
    await desk.post({ ...answerTo(board, 'Hello.'), from, subject: 'Hello' });
    const [unclear] = await desk.answer(CAROL, 'a4b4');
    expect(flat(unclear)).toContain('Which board?');
  });

  it('confirms nothing from another address', async () => {
    const [asked] = await desk.post({ from: ALICE, subject: 'resign 1', text: '' });
    if (!asked) throw new Error('not asked');
    const sent = await desk.post({ ...answerTo(asked, 'yes'), from: BOB });
    expect(sent.map(({ to }) => to)).toEqual([ALICE]);
    // Nobody is told another player's address.
    expect(sent[0]?.raw).not.toContain(BOB);
    expect(revision()).toBe(1);
  });

  it.each([
    ['as it was registered', ALICE, 2],
    ['with a name', `Alice <${ALICE}>`, 2],
    ['in another case', 'Alice@HOME.Test', 2],
    ['with a letter that only looks the same', 'alic\u0435@home.test', 1],
    ['at a domain that only looks the same', 'alice@h\u043eme.test', 1],
    ['with a tag', 'alice+x@home.test', 1],
    ['with a dot', 'a.lice@home.test', 1],
    ['below the domain', 'alice@mail.home.test', 1],
  ])('is played for the address it comes from, and no other: %s', async (_, from, after) => {
    await desk.post({ ...answerTo(board, 'a4b4'), from });
    expect(revision()).toBe(after);
  });

  it('is answered at the registered address, wherever it asks for answers', async () => {
    const elsewhere = [
      'Reply-To',
      'Cc',
      'Sender',
      'Return-Path',
      'Disposition-Notification-To',
    ].map((name) => `${name}: <eve@evil.test>`);
    const draft = answerTo(board, 'a4b4');
    const sent = await desk.post({ ...draft, headers: [...(draft.headers ?? []), ...elsewhere] });
    expect(sent.map(({ to }) => to).sort()).toEqual([ALICE, BOB]);
    expect(sent.map(({ raw }) => raw).join()).not.toContain('evil');
  });

  it('from a stranger does nothing', async () => {
    const stranger = 'eve@evil.test';
    const [told] = await desk.post({ ...answerTo(board, 'a4b4'), from: stranger });
    expect(told?.to).toBe(ALICE);
    const [introduced] = await desk.post({ from: stranger, subject: 'resign 1', text: '' });
    expect(introduced?.subject).toBe('Turnpost: board games by e-mail');
    expect(await desk.post({ from: stranger, subject: 'Hi', text: 'resign' })).toEqual([]);
    expect(revision()).toBe(1);
  });
});
