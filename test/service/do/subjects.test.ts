import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import {
  ADMIN,
  ALICE,
  BOB,
  type Desk,
  openBoard,
  openDesk,
  type Sent,
} from '../../support/desk/desk.ts';
import { storedBoard } from '../../support/desk/play.ts';
import { settings } from '../../support/stored/people.ts';

/** What subjects of answers and questions say, and what they never do. */

const SECRET = 'hunter2-xyz';

let prepared: Desk;
beforeAll(async () => {
  prepared = openDesk();
  await openBoard(prepared, 'forms -size=4x4');
});
afterAll(() => prepared.close());

/** What somebody gets for these lines, in an answer to the newest letter or in one of their own. */
async function write(
  from: string,
  way: 'answer' | 'anew',
  ...lines: readonly string[]
): Promise<readonly Sent[]> {
  const desk = prepared.copy();
  try {
    if (way === 'answer') return await desk.answer(from, lines.join('\n'));
    const [subject = '', ...text] = lines;
    return await desk.post({ from, subject, text: text.join('\n') });
  } finally {
    desk.close();
  }
}

const CASES: readonly (readonly [
  from: string,
  way: 'answer' | 'anew',
  lines: readonly string[],
  subject: string,
])[] = [
  [ALICE, 'answer', ['games bob'], 'games'],
  [ALICE, 'answer', ['GAMES  all'], 'games all'],
  [ALICE, 'answer', ['set board both', 'set zone Europe/Berlin'], 'set board both and 1 more'],
  [ALICE, 'answer', ['say 1', 'You are a cheat.'], 'say 1'],
  [ALICE, 'answer', ['challenge bob forms -size=6x6'], 'challenge'],
  [ALICE, 'answer', ['message bob', 'Buy now.'], 'message'],
  [ALICE, 'answer', ['invite buy-now@evil.test forms'], 'invite'],
  [ALICE, 'answer', ['a4 to a1'], 'move 1 a4-a1'],
  [ALICE, 'answer', [`games ${SECRET}`], 'games'],
  [ALICE, 'answer', [`password ${SECRET}`], 'password'],
  [ALICE, 'anew', ['move 1 a4b4'], 'please confirm: move 1 a4b4 #1'],
  [ALICE, 'anew', ['multiple', 'resign 1', 'set mail text'], 'please confirm: resign 1 and 1 more'],
  [ALICE, 'anew', ['block buy-now'], 'block'],
  [ALICE, 'anew', ['address add buy-now@evil.test'], 'please confirm: address add'],
  [ALICE, 'anew', ['signoff'], 'please confirm: signoff'],
  ['eve@else.test', 'anew', ['signup buy-now-cheap'], 'please confirm: signup'],
  [ADMIN, 'anew', ['admin suspend bob he is a thief'], 'please confirm: admin suspend'],
];

describe('a subject of ours', () => {
  it('is that of the board where nothing in the answer to it was understood', async () => {
    const sent = await write(ALICE, 'answer', 'Buy now at evil.test');
    expect(sent.map(({ subject }) => subject)).toEqual(['Forms Board 1 (alice vs bob)']);
  });

  it.each(CASES)(
    'names what a letter of %s, %s, is about: %j',
    async (from, way, lines, subject) => {
      const sent = await write(from, way, ...lines);
      const [first] = sent.filter(({ to, subject: each }) => to === from && !/Board/.test(each));
      expect(first?.subject).toBe(`Turnpost: ${subject}`);
      for (const each of sent.map((letter) => letter.subject)) {
        expect(each).not.toMatch(/hunter2|1234567890|buy|evil|cheat|thie/i);
        expect(each.length).toBeLessThanOrEqual(78);
      }
    },
  );

  it('is no command in an answer that has no other words', async () => {
    const desk = prepared.copy();
    const before = storedBoard(desk);
    for (const line of ['resign 1', 'set mail text']) {
      await desk.post({ from: ALICE, subject: line, text: '' });
      const asked = desk.newest(ALICE);
      expect(asked.subject).toContain(line);
      const [answer] = await desk.post({
        from: ALICE,
        to: asked.email.replyTo?.[0]?.address ?? '',
        subject: `Re: ${asked.subject}`,
        text: '',
      });
      expect(answer?.subject).not.toContain('confirm');
    }
    expect(storedBoard(desk)).toEqual(before);
    expect(settings(desk.shell.db)).toEqual([]);
    desk.close();
  });

  it('names the turn and the move where that is set, and is answered like any other', async () => {
    const desk = prepared.copy();
    await desk.post({ from: BOB, subject: 'set subject turn', text: '' });
    await desk.answer(BOB, 'yes');
    const subjectOf = (to: string) =>
      desk.sent.findLast((letter) => letter.to === to && /Board/.test(letter.subject))?.subject;
    await desk.post({ from: BOB, subject: 'show 1', text: '' });
    expect(subjectOf(BOB)).toBe("Forms Board 1: alice's turn (alice vs bob)");
    await desk.post({ ...answerToBoard(desk, ALICE), text: 'a4b4' });
    expect(subjectOf(BOB)).toBe('Forms Board 1: your move (alice played a4xb4)');
    expect(subjectOf(ALICE)).toBe('Forms Board 1 (alice vs bob)');
    // The whole letter is the subject, with the move behind what was there.
    const board = answerToBoard(desk, BOB);
    await desk.post({ ...board, subject: `${board.subject} d4c4`, text: '' });
    expect(subjectOf(BOB)).toBe("Forms Board 1: alice's turn (you played d4xc4)");
    await desk.post({ ...answerToBoard(desk, BOB), text: 'resign' });
    expect(subjectOf(BOB)).toBe('Forms Board 1: you have lost (alice vs bob)');
    desk.close();
  });
});

/** An answer to the newest board of somebody, without its text. */
function answerToBoard(desk: Desk, from: string) {
  const letter = desk.sent.findLast(({ to, subject }) => to === from && /Board/.test(subject));
  const to = letter?.email.replyTo?.[0]?.address ?? '';
  return { from, to, subject: `Re: ${letter?.subject}`, text: '' };
}
