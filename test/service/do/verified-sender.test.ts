import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { oneHourMs } from '../../../src/limits.ts';
import { ADMIN, ALICE, BOB, type Desk, openBoard, openDesk } from '../../support/desk/desk.ts';
import { newestBoard } from '../../support/desk/play.ts';
import { flat } from '../../support/desk/players.ts';
import { answerTo } from '../../support/post/letters.ts';

let desk: Desk;
beforeEach(async () => {
  desk = openDesk({ authserv: { id: 'mx.turnpost.test', hops: 0 } });
  await openBoard(desk, 'minefield -size=4x4');
});
afterEach(() => desk.close());

const moves = () => desk.shell.db.prepare('select moves from matches').pluck().get();
/** A letter as our mail host hands it over; in the imaginary one, its field stands last. */
const post = (from: string, subject: string, domain = from.split('@')[1]) =>
  desk.post({
    from,
    subject,
    text: '',
    headers: [
      `Authentication-Results: mx.turnpost.test; dmarc=pass header.from=${domain}`,
      `Received: from ${domain} by mx.turnpost.test`,
    ],
  });

describe('a letter whose sender our mail host has verified', () => {
  it('moves without a token', async () => {
    const sent = await post(ALICE, 'move 1 c3');
    expect(moves()).toBe('c3');
    expect(sent.map(({ to }) => to).sort()).toEqual([ALICE, BOB]);
  });

  it('moves nothing for another domain', async () => {
    const [asked] = await post(ALICE, 'move 1 c3', 'evil.test');
    expect([asked?.subject, moves()]).toEqual([
      expect.stringMatching(/^Turnpost: please confirm: \w/),
      '',
    ]);
  });

  it.each([
    [ALICE, 'password hunter2-xyz'],
    ['carol@else.test', 'signup carol'],
    [ADMIN, 'admin resign 1 alice'],
  ])('still has to confirm: %s, %s', async (from, subject) => {
    const [asked] = await post(from, subject);
    expect([asked?.to, asked?.subject]).toEqual([
      from,
      expect.stringMatching(/^Turnpost: please confirm: \w/),
    ]);
    expect(moves()).toBe('');
  });

  it('is known for whom it is also where it only asks, and the question says so', async () => {
    const [asked] = await post(ALICE, 'password hunter2-xyz');
    expect(flat(asked)).toContain('the mail host of this server has verified that');
  });

  it('is not believed where no host is configured', async () => {
    const other = openDesk();
    await openBoard(other, 'minefield -size=4x4');
    const headers = ['Authentication-Results: mx.turnpost.test; dmarc=pass header.from=home.test'];
    const [asked] = await other.post({ from: ALICE, subject: 'move 1 c3', text: '', headers });
    expect(asked?.subject).toMatch(/^Turnpost: please confirm: \w/);
    other.close();
  });
});

describe('a letter whose sender our mail host has found to be false', () => {
  const FAIL = 'Authentication-Results: mx.turnpost.test; dmarc=fail header.from=home.test';
  const lastEnd = () =>
    desk.shell.db.prepare('select state, reason from inbox order by id desc limit 1').get();

  it.each([
    [ALICE, 'games'],
    [ALICE, 'resign 1'],
    [ALICE, 'signoff'],
    [ALICE, 'Lunch?'],
    [ALICE, 'minefield move 1 alice wrong-word-1 c3'],
    ['carol@home.test', 'signup carol'],
    ['carol@home.test', 'help'],
  ])('is met with silence: %s, %s', async (from, subject) => {
    expect(await desk.post({ from, subject, text: '', headers: [FAIL] })).toEqual([]);
    expect(lastEnd()).toMatchObject({ state: 'ignored', reason: 'dmarc=fail' });
    expect(
      desk.shell.db.prepare("select count(*) from held where state = 'waiting'").pluck().get(),
    ).toBe(0);
  });

  it('is carried out with a token, or with a password', async () => {
    const answer = answerTo(newestBoard(desk, ALICE), 'c3');
    await desk.post({ ...answer, headers: [FAIL, ...(answer.headers ?? [])] });
    expect(moves()).toBe('c3');
    await desk.answer(BOB, 'password correct-horse-7');
    await desk.answer(BOB, 'yes');
    desk.time.now += oneHourMs;
    const subject = 'minefield move 1 bob correct-horse-7 b2';
    await desk.post({ from: BOB, subject, text: '', headers: [FAIL] });
    expect(moves()).toBe('c3 b2');
  });

  it('does nothing with the token of somebody else, who is told', async () => {
    const answer = answerTo(newestBoard(desk, BOB), 'resign 1');
    const sent = await desk.post({ ...answer, from: ALICE, headers: [FAIL] });
    expect(sent.map(({ to }) => to)).toEqual([BOB]);
    expect(lastEnd()).toEqual({ state: 'ignored', reason: 'dmarc=fail' });
  });

  it('is answered where no host is configured', async () => {
    const other = openDesk();
    await openBoard(other, 'minefield -size=4x4');
    const sent = await other.post({ from: ALICE, subject: 'games', text: '', headers: [FAIL] });
    expect(sent).toHaveLength(1);
    other.close();
  });
});
