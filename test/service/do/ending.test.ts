import { beforeEach, describe, expect, it } from 'vitest';
import { parseRecord } from '../../../src/match/record/record.ts';
import { ALICE, BOB, type Sent } from '../../support/desk/desk.ts';
import { desk, eachDesk } from '../../support/desk/each.ts';
import { answerTo } from '../../support/post/letters.ts';

eachDesk('forms -size=4x4');
beforeEach(async () => {
  await desk.post(answerTo(desk.newest(ALICE), 'a4b4'));
});

/** Stones are no files. */
const filesOf = ({ email }: Sent) =>
  email.attachments.filter(({ disposition }) => disposition !== 'inline');

describe('the last letter of a match', () => {
  it('brings both players the record as a file that is read back', async () => {
    await desk.post(answerTo(desk.newest(BOB), 'resign'));
    for (const player of [ALICE, BOB]) {
      const [file, ...more] = filesOf(desk.newest(player));
      expect(more).toEqual([]);
      expect([file?.filename, file?.disposition]).toEqual(['forms-board-1.txt', 'attachment']);
      const text = new TextDecoder().decode(file?.content as ArrayBuffer);
      const record = parseRecord(text);
      expect(record.ok && record.value).toMatchObject({
        board: 1,
        moves: ['a4xb4'],
        outcome: { winner: 'black', ending: 'resigned' },
      });
      expect(Math.max(...text.split('\n').map((line) => line.length))).toBeLessThanOrEqual(72);
    }
  });

  it('says how it ended, shows every move, and how to play again', async () => {
    await desk.post(answerTo(desk.newest(BOB), 'resign'));
    const { text, email } = desk.newest(BOB);
    expect(text).toContain('You have lost: you resigned.');
    expect(text).toContain('  1  a4xb4');
    expect(text).toContain(
      'To play again on the same terms, with the sides swapped, reply with:\nrematch\n',
    );
    expect(email.html).toContain('>rematch</a>');
    // One button, above the board.
    expect(email.html?.split('>Rematch</a>')).toHaveLength(2);
    const [challenge] = await desk.answer(BOB, 'rematch');
    expect(challenge?.subject).toContain('bob challenges you to Forms');
  });

  it('is the only one with a file', async () => {
    expect(desk.sent.flatMap(filesOf)).toEqual([]);
    await desk.post({ from: BOB, subject: 'show 1 #0', text: '' });
    expect(filesOf(desk.newest(BOB))).toEqual([]);
  });
});
