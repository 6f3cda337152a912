import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { drawPng } from '../../../src/service/thread/picture.ts';
import { ALICE, BOB, type Desk, openBoard, openDesk, type Sent } from '../../support/desk/desk.ts';
import { answerTo } from '../../support/post/letters.ts';

let broken = false;
const draw: typeof drawPng = (picture) =>
  broken ? Promise.reject(new Error('no such machine')) : drawPng(picture);

let desk: Desk;
let board: Sent;

beforeEach(async () => {
  broken = false;
  desk = openDesk({ log: 'silent', draw });
  await openBoard(desk, 'forms -size=4x4');
  board = desk.newest(BOB);
  await desk.post({ from: BOB, subject: 'set mail picture', text: '' });
  await desk.answer(BOB, 'yes');
});
afterEach(() => desk.close());

const PNG = [0x89, 0x50, 0x4e, 0x47];

describe('set mail picture', () => {
  it('attaches the board where the HTML part shows it', async () => {
    await desk.post(answerTo(desk.newest(ALICE), 'a4b4'));
    const { email, raw } = desk.newest(BOB);
    const [picture] = email.attachments;
    const id = picture?.contentId?.slice(1, -1);
    expect(picture?.mimeType).toBe('image/png');
    expect(picture?.disposition).toBe('inline');
    expect([...new Uint8Array(picture?.content as ArrayBuffer)].slice(0, 4)).toEqual(PNG);
    expect(id).toBe(`board-1.${email.messageId?.slice(1, -1)}`);
    expect(email.html).toContain(`<img src="cid:${id}" width="232" height="232"`);
    expect(email.html).toContain('alt="Black has 8 stones: b4 c4');
    expect(email.html).not.toContain('role="img"');
    expect(raw).toMatch(/multipart\/related; type="text\/html"/);
    // Everybody else gets the table.
    expect(desk.newest(ALICE).email.attachments).toEqual([]);
    expect(desk.newest(ALICE).email.html).toContain('role="img"');
  });

  it('shows the board of an answer as well', async () => {
    const [answer] = await desk.post(answerTo(board, 'move 1 a4b4'));
    expect(answer?.email.html).toContain('<img src="cid:board-1.');
    expect(answer?.email.attachments).toHaveLength(1);
  });

  it('costs nobody a letter when it cannot be drawn', async () => {
    broken = true;
    await desk.post(answerTo(desk.newest(ALICE), 'a4b4'));
    const { email } = desk.newest(BOB);
    expect(email.attachments).toEqual([]);
    expect(email.html).toContain('role="img"');
    expect(email.html).not.toContain('cid:');
  });
});
