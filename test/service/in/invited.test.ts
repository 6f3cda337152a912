import { beforeEach, describe, expect, it } from 'vitest';
import { oneDayMs } from '../../../src/limits.ts';
import { ALICE, BOB, type Sent } from '../../support/desk/desk.ts';
import { desk, eachDesk } from '../../support/desk/each.ts';
import { flat } from '../../support/desk/players.ts';
import { answerTo } from '../../support/post/letters.ts';
import { invitations, userids } from '../../support/stored/people.ts';

const CAROL = 'carol@else.test';

let invitation: Sent;
eachDesk('forms');
beforeEach(async () => {
  const [welcome] = desk.sent.filter(({ to, text }) => to === ALICE && text.includes('Welcome'));
  if (!welcome) throw new Error('alice has no welcome letter');
  await desk.post(answerTo(welcome, `invite ${CAROL} minefield`));
  invitation = desk.newest(CAROL);
});

const players = () => userids(desk.shell.db);
const state = () => invitations(desk.shell.db)[0]?.state;
const write = (text: string, change = {}) =>
  desk.post({ ...answerTo(invitation, text), ...change });
const only = (sent: readonly Sent[]): string => {
  expect(sent.map(({ to }) => to)).toEqual([CAROL]);
  return flat(sent[0] as Sent);
};

describe('an invitation', () => {
  it('names the ways to answer it, and links to them', () => {
    expect(flat(invitation)).toContain('signup carol');
    expect(invitation.email.html).toMatch(/signup%20carol/);
    expect(invitation.email.html).toMatch(/body=no%0D%0A"/);
  });

  it.each(['yes', 'Yes, please!', 'ja', 'ja gern', 'ok', 'Sure.', '> yes'.slice(2)])(
    'that is answered with a yes asks for a name, and that opens the account: %s',
    async (yes) => {
      expect(only(await write(yes))).toContain('signup carol');
      expect(players()).toEqual(['alice', 'bob']);
      const opened = await desk.answer(CAROL, 'signup carol');
      expect(players()).toEqual(['alice', 'bob', 'carol']);
      expect(opened.map(({ to }) => to).sort()).toEqual([ALICE, CAROL, CAROL]);
      expect(desk.newest(CAROL).subject).toContain('alice challenges you');
    },
  );

  it('opens the account at once when its answer names one', async () => {
    await write('signup carol');
    expect(players()).toEqual(['alice', 'bob', 'carol']);
  });

  it('opens it also below a yes, and tells of a name that is taken', async () => {
    expect(only(await write('yes\nsignup bob'))).toContain('bob');
    expect(players()).toEqual(['alice', 'bob']);
    await desk.answer(CAROL, 'signup carol-2');
    expect(players()).toEqual(['alice', 'bob', 'carol-2']);
  });

  it.each(['no', 'No, thanks.', 'nein', 'nein danke', 'stop', 'unsubscribe'])(
    'that is turned down is so for good: %s',
    async (no) => {
      expect(only(await write(no))).toContain('no invitation');
      expect(state()).toBe('declined');
      expect(players()).toEqual(['alice', 'bob']);
      desk.time.now += 60 * oneDayMs;
      const sent = await desk.answer(BOB, `invite ${CAROL} forms`);
      expect(sent.map(({ to }) => to)).toEqual([BOB]);
    },
  );

  it('tells whoever has sent it nothing of a no', async () => {
    await write('no');
    await desk.answer(ALICE, 'whoami all');
    const [all] = await desk.answer(ALICE, 'yes');
    expect(all?.text).toContain('"invitations"');
    expect(all?.text).not.toContain('declined');
  });

  it.each(['What is this?', 'Who is alice?', 'yes or no?', 'no\nsignup carol', ''])(
    'is told of again when that is neither: %s',
    async (text) => {
      expect(only(await write(text))).toMatch(/signup carol/);
      expect(players()).toEqual(['alice', 'bob']);
      expect(state()).toBe('open');
    },
  );

  it.each(['yes, carol', 'call me carol', 'carol', 'My name is Carol.', 'ja, carol'])(
    'offers the name in a sentence: %s',
    async (text) => {
      expect(only(await write(text))).toMatch(/Did you mean: signup carol/i);
      expect(players()).toEqual(['alice', 'bob']);
    },
  );

  it('may be asked about a game first', async () => {
    expect(only(await write('help minefield'))).toContain('You asked: help minefield');
    expect(only(await write('games'))).toContain('you need an account');
  });

  it('proves nothing in the name of another, nor for ever', async () => {
    for (const from of ['eve@far.test', BOB]) {
      await write('signup eve', { from });
      await write('no', { from });
      expect(players()).toEqual(['alice', 'bob']);
      expect(state()).toBe('open');
    }
    await write('signup carol');
    const account = desk.newest(CAROL);
    await desk.post(answerTo(account, 'tokens new'));
    await desk.answer(CAROL, 'yes');
    await write('set language de');
    expect(desk.newest(CAROL).subject).toMatch(/^Turnpost: please confirm: \w/);
  });

  it('is answered in its own language', async () => {
    await desk.answer(BOB, 'set language de');
    await desk.answer(BOB, 'yes');
    await desk.answer(BOB, 'invite dora@else.test forms');
    const [again] = await desk.answer('dora@else.test', 'Was ist das?');
    expect(again && flat(again)).toContain('such dir einen Namen aus');
    await desk.answer('dora@else.test', 'signup dora');
    expect(desk.newest('dora@else.test').text).toContain('fordert dich');
  });
});
