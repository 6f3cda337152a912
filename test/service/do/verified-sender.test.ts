import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { ADMIN, ALICE, BOB, type Desk, openBoard, openDesk } from '../../support/desk/desk.ts';

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
    expect([asked?.subject, moves()]).toEqual(['Turnpost: please confirm', '']);
  });

  it.each([
    [ALICE, 'password hunter2-xyz'],
    ['carol@else.test', 'signup carol'],
    [ADMIN, 'admin resign 1 alice'],
  ])('still has to confirm: %s, %s', async (from, subject) => {
    const [asked] = await post(from, subject);
    expect([asked?.to, asked?.subject]).toEqual([from, 'Turnpost: please confirm']);
    expect(moves()).toBe('');
  });

  it('is not believed where no host is configured', async () => {
    const other = openDesk();
    await openBoard(other, 'minefield -size=4x4');
    const headers = ['Authentication-Results: mx.turnpost.test; dmarc=pass header.from=home.test'];
    const [asked] = await other.post({ from: ALICE, subject: 'move 1 c3', text: '', headers });
    expect(asked?.subject).toBe('Turnpost: please confirm');
    other.close();
  });
});
