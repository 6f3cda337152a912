import { describe, expect, it } from 'vitest';
import { ADMIN, ALICE, BOB, openBoard, openDesk, type Sent } from '../../support/desk/desk.ts';
import { desk, eachDesk } from '../../support/desk/each.ts';
import { newestBoard, storedBoard } from '../../support/desk/play.ts';
import { flat } from '../../support/desk/players.ts';
import { answerTo } from '../../support/post/letters.ts';
import { endOfNewest, heldCommands } from '../../support/stored/letters.ts';
import { addresses, settings, useridOf } from '../../support/stored/people.ts';
import { boards, offers } from '../../support/stored/play.ts';

eachDesk('minefield -size=4x4', { authserv: { id: 'mx.turnpost.test', hops: 0 } });

const moves = () => storedBoard(desk).moves;
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
    [ALICE, 'tokens new'],
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
    const [asked] = await post(ALICE, 'tokens new');
    expect(flat(asked)).toContain(
      'from your address, as the mail host of this server has verified',
    );
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
  const lastEnd = () => endOfNewest(desk.shell.db);

  const forge = (answered: Sent, text: string) => {
    const { headers = [], ...answer } = answerTo(answered, text);
    return desk.post({ ...answer, headers: [FAIL, ...headers] });
  };
  const set = () => settings(desk.shell.db).map(({ name, value }) => `${name} ${value}`);
  const ownerOf = (address: string) =>
    useridOf(
      desk.shell.db,
      addresses(desk.shell.db).find((each) => each.address === address)?.player,
    );

  it.each([
    [ALICE, 'games'],
    [ALICE, 'resign 1'],
    [ALICE, 'Lunch?'],
    [ALICE, 'minefield move 1 alice wrong-word-1 c3'],
    ['carol@home.test', 'signup carol'],
  ])('is met with silence: %s, %s', async (from, subject) => {
    expect(await desk.post({ from, subject, text: '', headers: [FAIL] })).toEqual([]);
    expect(lastEnd()).toMatchObject({ state: 'ignored', reason: 'dmarc=fail' });
    expect(heldCommands(desk.shell.db)).toBe(0);
  });

  it('plays a move on the board that it answers, and asks about its words', async () => {
    const sent = await forge(newestBoard(desk, ALICE), 'c3\n\nYou are a fool.');
    expect(moves()).toBe('c3');
    expect(sent.map(({ to }) => to).sort()).toEqual([ALICE, ALICE, BOB]);
    expect(sent.map(({ text }) => text).join()).not.toContain('fool');
    const asked = desk.newest(ALICE);
    expect(asked.subject).toBe('Turnpost: please confirm: say 1');
    expect(flat(asked)).toContain('says that it does not come from your address');
    await desk.answer(ALICE, 'yes');
    expect(desk.newest(BOB).text).toContain('| You are a fool.');
  });

  it('plays no other move, and none on an older board', async () => {
    const older = newestBoard(desk, ALICE);
    await desk.answer(ALICE, 'c3');
    await desk.answer(BOB, 'b2');
    await forge(older, 'a1');
    expect(moves()).toBe('c3 b2');
    const [asked] = await forge(desk.newest(BOB), 'move 1 a1');
    expect([asked?.to, moves()]).toEqual([BOB, 'c3 b2']);
  });

  it.each(['set mail text', 'solve 1', 'draw 1', 'resign', 'queue 1 a1'])(
    'asks about all else, once, whatever it answers: %s',
    async (line) => {
      await desk.answer(ALICE, 'whoami');
      for (const answered of [newestBoard(desk, ALICE), desk.newest(ALICE)]) {
        const sent = await forge(answered, line);
        expect(sent.map(({ to }) => to)).toEqual(sent.length > 0 ? [ALICE] : []);
        expect(set()).toEqual([]);
        expect(offers(desk.shell.db)).toEqual([]);
        expect(storedBoard(desk)).toMatchObject({ ending: null, revision: 1 });
      }
    },
  );

  it('asks, and the yes counts, also where the host calls that forged', async () => {
    const [asked] = await forge(newestBoard(desk, ALICE), 'set mail text');
    if (!asked) throw new Error('not asked');
    expect(set()).toEqual([]);
    await forge(asked, 'yes');
    expect(set()).toEqual(['mail text']);
  });

  it('asks about a sign-up in the answer to an invitation, and keeps no no of it', async () => {
    await desk.answer(ALICE, 'whoami');
    await desk.answer(ALICE, 'invite carol@home.test minefield');
    const invitation = desk.newest('carol@home.test');
    const told = await forge(invitation, 'no');
    expect(told.map(flat).join()).toContain('does not come from the address it names');
    const [asked] = await forge(invitation, 'signup carol');
    expect([asked?.to, asked?.subject]).toEqual([
      'carol@home.test',
      'Turnpost: please confirm: signup',
    ]);
    expect(ownerOf('carol@home.test')).toBeUndefined();
    await forge(asked ?? invitation, 'yes');
    expect(ownerOf('carol@home.test')).toBe('carol');
  });

  it('asks about a sign-up in the answer to a first board', async () => {
    await desk.post({ from: 'carol@home.test', subject: 'play', text: '' });
    const [asked] = await forge(desk.newest('carol@home.test'), 'signup carol');
    expect([asked?.to, asked?.subject]).toEqual([
      'carol@home.test',
      'Turnpost: please confirm: signup',
    ]);
    expect(ownerOf('carol@home.test')).toBeUndefined();
  });

  it('asks about a first match in the answer to a welcome', async () => {
    const welcome = desk.sent.find(({ to, subject }) => to === ALICE && /welcome/i.test(subject));
    if (!welcome) throw new Error('no welcome');
    const count = () => boards(desk.shell.db).length;
    const [asked] = await forge(welcome, 'b1a1');
    expect([asked?.subject, count()]).toEqual([
      expect.stringContaining('please confirm: play first forms'),
      1,
    ]);
    await desk.answer(ALICE, 'yes');
    expect(count()).toBe(2);
  });

  it('does nothing with the token of somebody else, who is told', async () => {
    const answer = answerTo(newestBoard(desk, BOB), 'resign 1');
    const sent = await desk.post({ ...answer, from: ALICE, headers: [FAIL] });
    expect(sent.map(({ to }) => to)).toEqual([BOB]);
    expect(lastEnd()).toEqual({ state: 'ignored', reason: 'dmarc=fail' });
  });
});
