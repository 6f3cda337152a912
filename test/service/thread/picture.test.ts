import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { parseToken } from '../../../src/mail/token.ts';
import { drawPng } from '../../../src/service/thread/renderer.ts';
import { ALICE, BOB, type Desk, openBoard, openDesk, type Sent } from '../../support/desk/desk.ts';
import { answerTo } from '../../support/post/letters.ts';

let broken = false;
const draw: typeof drawPng = (picture) =>
  broken ? Promise.reject(new Error('no such machine')) : drawPng(picture);

let desk: Desk;

beforeEach(async () => {
  broken = false;
  desk = openDesk({ log: 'silent', draw });
  await openBoard(desk, 'forms -size=4x4');
});
afterEach(() => desk.close());

const set = async (line: string) => {
  await desk.post({ from: BOB, subject: line, text: '' });
  await desk.answer(BOB, 'yes');
};

const PNG = [0x89, 0x50, 0x4e, 0x47];
const idsOf = ({ email }: Sent) => email.attachments.map(({ contentId }) => `${contentId}`);

describe('the stones of a board', () => {
  it('are pictures, each of which the letter has once', async () => {
    await desk.post(answerTo(desk.newest(ALICE), 'a4b4'));
    const sent = desk.newest(BOB);
    const { html = '', attachments } = sent.email;
    expect(idsOf(sent).toSorted()).toEqual([
      '<black-reached.2@turnpost>',
      '<black.2@turnpost>',
      '<vacated.2@turnpost>',
      '<white.2@turnpost>',
    ]);
    for (const id of idsOf(sent)) expect(html).toContain(`src="cid:${id.slice(1, -1)}"`);
    expect(html.match(/<td[^>]*>(?:<a [^>]*>)?<img src="cid:/g)).toHaveLength(16);
    expect(attachments.every(({ disposition }) => disposition === 'inline')).toBe(true);
    expect(sent.raw).toMatch(/multipart\/related; type="text\/html"/);
  });

  it('are signs for who wants no pictures', async () => {
    await set('set pictures no');
    await desk.post(answerTo(desk.newest(ALICE), 'a4b4'));
    expect(desk.newest(BOB).email.attachments).toEqual([]);
    expect(desk.newest(BOB).email.html).toContain('role="img"');
    expect(desk.newest(BOB).email.html).not.toContain('<img');
  });

  it('cost nobody a letter when they cannot be drawn', async () => {
    desk.close();
    broken = true;
    desk = openDesk({ log: 'silent', draw });
    await openBoard(desk, 'forms -size=4x4');
    await desk.post(answerTo(desk.newest(ALICE), 'a4b4'));
    const { email } = desk.newest(BOB);
    expect(email.attachments).toEqual([]);
    expect(email.html).toContain('role="img"');
    expect(email.html).not.toContain('cid:');
  });
});

describe('set board picture', () => {
  beforeEach(() => set('set board picture'));

  it('has the whole board as one picture where the HTML part shows it', async () => {
    await desk.post(answerTo(desk.newest(ALICE), 'a4b4'));
    const { email } = desk.newest(BOB);
    const [picture] = email.attachments;
    const id = picture?.contentId?.slice(1, -1);
    expect(picture?.mimeType).toBe('image/png');
    expect([...new Uint8Array(picture?.content as ArrayBuffer)].slice(0, 4)).toEqual(PNG);
    expect(id).toMatch(/^board-1\.[0-9a-f]{32}@turnpost$/);
    const [token = ''] = /[a-z2-7]{20,}/.exec(email.messageId ?? '') ?? [];
    expect(parseToken(token, desk.shell.secrets)).toMatchObject({ purpose: 'board' });
    expect(email.html?.replace(/href="[^"]*"/g, '')).not.toContain(token);
    expect(email.html).toContain(`<img src="cid:${id}" width="232"`);
    expect(email.html).toContain('alt="Black has 8 stones: b4 c4');
    // Its moves stand below it, for there are no cells to tap.
    expect(email.html).toContain('>b2xb1</a>');
  });

  it('has another name in every letter', async () => {
    const ids: string[] = [];
    for (const line of ['show 1', 'show 1', 'show 1 #0']) {
      const [answer] = await desk.answer(BOB, line);
      ids.push(...(answer ? idsOf(answer) : []).filter((id) => id.startsWith('<board')));
    }
    expect(new Set(ids).size).toBe(3);
  });
});

describe('the board of an offer', () => {
  it('is one picture, which the letter has once', async () => {
    await desk.answer(ALICE, 'challenge bob minefield -size=6x6');
    await desk.answer(ALICE, 'yes');
    const sent = desk.newest(BOB);
    const [id = '', ...more] = idsOf(sent).map((each) => each.slice(1, -1));
    expect(more).toEqual([]);
    expect(id).toMatch(/^board-1\.[0-9a-f]{32}@turnpost$/);
    expect(sent.email.html?.match(/<img [^>]*>/g)).toEqual([
      expect.stringContaining(`src="cid:${id}" width="150" height="150" alt="6x6 board: `),
    ]);
  });
});
