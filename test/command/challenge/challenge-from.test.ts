import { beforeEach, describe, expect, it } from 'vitest';
import { ALICE, BOB, type Sent } from '../../support/desk/desk.ts';
import { desk, eachDesk } from '../../support/desk/each.ts';
import { newestBoard, oneLine, play, receivers, storedBoard } from '../../support/desk/play.ts';
import { answerTo } from '../../support/post/letters.ts';
import { useridOf } from '../../support/stored/people.ts';
import { challenges } from '../../support/stored/play.ts';

eachDesk('forms -size=4x4');
beforeEach(async () => {
  await play(desk, 'a4b4', 'd4c4', 'a2a1');
});

/** Asks by a letter whose proof is the `yes` to the confirmation. */
const challenge = async (from: string, text: string): Promise<readonly Sent[]> => {
  const asked = await desk.post({ from, subject: text, text: 'Once more?' });
  return asked[0]?.subject.startsWith('Turnpost: please confirm')
    ? desk.answer(from, 'yes')
    : asked;
};
const board2 = () => {
  const { black, white, start, moves } = storedBoard(desk, 2);
  const { db } = desk.shell;
  return { black: useridOf(db, black), white: useridOf(db, white), start, moves };
};
const AFTER_1 = 'forms 4x4 .xxw/wxwx/xwxw/wxwx w';

describe('a challenge from an old board', () => {
  it('shows the position, and begins there in the old colours', async () => {
    const sent = await challenge(ALICE, 'challenge bob from 1 #1');
    expect(receivers(sent)).toEqual([BOB, ALICE]);
    const [offer] = sent;
    expect(offer?.subject).toBe('Turnpost: alice challenges you to Forms (challenge 2)');
    expect(oneLine(offer)).toContain(
      'Board 4x4 First you Clock 21 days a move, a reminder after 7 Rated no The match begins from the position after move #1 of board 1, which stays as it is. The match is not rated:',
    );
    expect(offer?.text).toContain('\n     a b c d\n  4  . # # O  4\n  3  O # O #  3\n');
    expect(offer?.text).toContain('alice writes:\n| Once more?');
    // Such a challenge is taken as it is.
    expect(`${offer?.text}${offer?.email.html}`).not.toContain('counter');
    await desk.answer(BOB, 'accept');
    expect(board2()).toEqual({ black: 'alice', white: 'bob', start: AFTER_1, moves: '' });
    expect(newestBoard(desk, BOB).subject).toContain('Board 1');
    expect(desk.newest(BOB).text).toContain('Forms Board 2, move 1: you are White (O).');
    await desk.answer(BOB, 'd4c4');
    expect(board2()).toMatchObject({ moves: 'd4xc4' });
    expect(desk.newest(ALICE).text).toContain('  1  ...            d4xc4');
    expect(desk.newest(BOB).text).toMatch(/^It is alice's turn\. You played d4xc4\./);
  });

  it('begins where the old board stands, when no ply is named', async () => {
    await challenge(BOB, 'challenge alice from 1');
    await desk.answer(ALICE, 'accept 2');
    expect(board2()).toMatchObject({ black: 'alice', white: 'bob' });
    expect(desk.newest(BOB).text).toContain('Forms Board 2, move 1: you are White (O).');
  });

  it('changes the colours on request', async () => {
    await challenge(ALICE, 'challenge bob from 1 #-2 -first=me');
    expect(oneLine(desk.newest(BOB))).toContain('First alice');
    await desk.answer(BOB, 'accept');
    expect(board2()).toEqual({ black: 'bob', white: 'alice', start: AFTER_1, moves: '' });
  });

  it('keeps the colour of the one who sat there', async () => {
    const carol = 'carol@cafe.test';
    await desk.post({ from: carol, subject: 'signup carol', text: '' });
    await desk.answer(carol, 'yes');
    await desk.answer(carol, 'challenge bob from 1 #2');
    await desk.answer(BOB, 'accept');
    expect(board2()).toMatchObject({ black: 'carol', white: 'bob' });
  });

  it('takes the board of the answered letter', async () => {
    const [asked] = await desk.post(answerTo(newestBoard(desk, BOB), 'challenge alice from #0'));
    expect(asked?.text).toContain('The match begins from the first position of board 1');
  });

  it.each([
    ['challenge bob from 7', 'There is no board 7.'],
    ['challenge bob from 1 #9', 'Board 1 has no move #9; there are #0, the first position, to #3.'],
    ['challenge bob from 1 #x', 'Write it like this: challenge bob from N #3'],
    ['challenge bob from', 'Write it like this: challenge bob from N #3'],
    ['challenge bob from 1 -size=4x4', 'Write it like this: challenge bob from N #3'],
    ['challenge bob from 1 -first=you', 'Who moves first is written like this'],
    ['challenge alice from 1', 'A match needs two different players.'],
    ['challenge nobody from 1', 'There is no player nobody.'],
  ])('is refused: %s', async (text, sentence) => {
    const sent = await desk.post({ from: ALICE, subject: '', text });
    expect(receivers(sent)).toEqual([ALICE]);
    expect(oneLine(sent[0])).toContain(sentence);
    expect(challenges(desk.shell.db)).toHaveLength(1);
  });

  it('is refused where nobody can move any more', async () => {
    await desk.post({ from: ALICE, subject: 'challenge bob forms -size=2x1 -first=me', text: '' });
    await desk.answer(ALICE, 'yes');
    await desk.answer(BOB, 'accept');
    await desk.answer(ALICE, 'a1b1');
    const [over] = await challenge(ALICE, 'challenge bob from 2');
    expect(oneLine(over)).toContain(
      'Nobody can move any more in that position of board 2. Name an earlier move: challenge bob from 2 #-1',
    );
    const [offer] = await challenge(ALICE, 'challenge bob from 2 #-1');
    expect(offer?.to).toBe(BOB);
  });
});
