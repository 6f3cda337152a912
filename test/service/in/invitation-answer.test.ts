import { beforeEach, describe, expect, it } from 'vitest';
import { oneDayMs } from '../../../src/limits.ts';
import { ALICE, BOB, GAMES, type Sent } from '../../support/desk/desk.ts';
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
const hers = (address: string): string =>
  desk.sent
    .filter(({ to }) => to === address)
    .map(({ text }) => text)
    .join('\n');
const only = (sent: readonly Sent[]): string => {
  expect(sent.map(({ to }) => to)).toEqual([CAROL]);
  return flat(sent[0] as Sent);
};

describe('an invitation', () => {
  it('names the ways to answer it, and links to them', () => {
    expect(flat(invitation)).toContain(
      'To play, reply with one word: yes Your name here will be carol',
    );
    expect(invitation.email.html).toMatch(/signup%20carol/);
    expect(invitation.email.html).toMatch(/body=no%0D%0A"/);
  });

  it.each(['yes', 'Yes, please!', 'ok yes, lets try it', 'ja', 'ja gern', 'ok', 'Sure.', '👍'])(
    'that is answered with a yes opens the account and begins the match: %s',
    async (yes) => {
      const sent = await write(`${yes}\n\nGood to hear from you!`);
      expect(players()).toEqual(['alice', 'bob', 'carol']);
      expect(sent.map(({ to }) => to).sort()).toEqual([ALICE, CAROL, CAROL]);
      const hers = sent.filter(({ to }) => to === CAROL);
      const welcome = hers.find(({ subject }) => /welcome|willkommen/i.test(subject));
      const board = hers.find((each) => each !== welcome);
      expect(welcome?.text).toMatch(/carol/);
      expect(welcome?.text).not.toContain('robot');
      expect(board?.subject).toMatch(/Minefield/);
      expect(flat(desk.newest(ALICE))).toContain('carol has opened an account and accepted');
      expect(flat(desk.newest(ALICE))).toContain('Good to hear from you!');
    },
  );

  it('passes on what stands behind a yes in its line', async () => {
    await write("Yes, why not! Hi Alice, of course it's you :)\n\nCarol");
    expect(players()).toEqual(['alice', 'bob', 'carol']);
    expect(flat(desk.newest(ALICE))).toContain("Hi Alice, of course it's you :)");
  });

  it.each([
    ['carol', 'carol'],
    ['My name is Caro.', 'caro'],
    ['yes, carol', 'carol'],
    ['yes\nsignup caro', 'caro'],
    ['Ja gern! Ich heiße Eve.', 'eve'],
    ['Sure!\n\nMy name is Eve.', 'eve'],
  ])('that is answered with a name does so too: %s', async (text, userid) => {
    await write(`${text}\n\nSee you!`);
    expect(players()).toEqual(['alice', 'bob', userid]);
    const board = desk.newest(ALICE);
    expect(board.subject).toMatch(/^Minefield Board 2/);
    expect(board.text).toContain('See you!');
    expect(board.text).not.toMatch(/my name|ich heiße/i);
  });

  it.each(['No! My name is Eve.', 'Yes, if my name is Eve.', 'Sure? My name is Eve.'])(
    'that has a name behind anything but a yes begins nothing: %s',
    async (text) => {
      await write(text);
      expect(players()).toEqual(['alice', 'bob']);
    },
  );

  it.each(['I am busy', 'yes maybe', "I'm Caro"])(
    'asks where a sentence only may have a name: %s',
    async (text) => {
      const [, named = ''] = /(\S+)$/.exec(text) ?? [];
      expect(only(await write(text))).toContain(`Did you mean: signup ${named.toLowerCase()}`);
      expect(players()).toEqual(['alice', 'bob']);
      await desk.answer(CAROL, 'yes');
      expect(players()).toEqual(['alice', 'bob', named.toLowerCase()]);
    },
  );

  it('says to whoever asks something what it is, how to stop it, and has a yes and a no to tap', async () => {
    const text = only(await write('What is this? Is it spam?'));
    expect(text).toContain('alice knows your address');
    expect(text).toContain('If you would rather not, reply: no');
    const { html = '' } = desk.newest(CAROL).email;
    expect(html).toMatch(/body=yes%0D%0A"/);
    expect(html).toMatch(/body=no%0D%0A"/);
    await desk.answer(CAROL, 'yes');
    expect(players()).toEqual(['alice', 'bob', 'carol']);
  });

  it('may be answered with the first move', async () => {
    await desk.answer(BOB, 'invite dora@else.test forms -first=them');
    const [game] = desk.sent.filter(({ to }) => to === 'dora@else.test');
    expect(game?.text).toMatch(/^ {2}8 {2}#/m);
    await desk.post(answerTo(game as Sent, 'e4e5\n\nHere we go.'));
    expect(players()).toContain('dora');
    const board = desk.newest(BOB);
    expect(board.subject).toBe('Forms Board 2 (dora vs bob)');
    expect(flat(board)).toContain('dora played e4xe5');
    const texts = desk.sent.filter(({ to, text }) => to === BOB && text.includes('Here we go.'));
    expect(texts).toHaveLength(1);
  });

  it('goes on in the language of the friend', async () => {
    await write('Ja, ich spiele gern mit dir!');
    expect(flat(desk.newest(CAROL))).toContain('einen Namen auszusuchen');
    await desk.answer(CAROL, 'Nenn mich Caro');
    expect(players()).toEqual(['alice', 'bob', 'caro']);
    expect(hers(CAROL)).toContain('Die Partie beginnt.');
  });

  it('takes words below the yes to the friend, also those that begin like a command', async () => {
    await write('yes\n\nWatch out!');
    expect(flat(desk.newest(ALICE))).toContain('Watch out!');
  });

  it('has a welcome of one screen', async () => {
    const sent = await write('yes');
    const welcome = sent.find(({ subject }) => /welcome/.test(subject));
    expect(welcome).toBeDefined();
    const words = welcome?.text.match(/\p{L}{2,}/gu) ?? [];
    expect(words.length).toBeLessThanOrEqual(120);
  });

  it('is past once it is answered: a second yes opens nothing more', async () => {
    await write('yes');
    const before = desk.sent.length;
    await write('Yes please');
    expect(players()).toEqual(['alice', 'bob', 'carol']);
    expect(desk.sent.slice(before).every(({ to }) => to === CAROL)).toBe(true);
  });

  it('opens the account at once when its answer names one', async () => {
    await write('signup carol');
    expect(players()).toEqual(['alice', 'bob', 'carol']);
  });

  it('opens it also below a yes, and tells of a name that is taken', async () => {
    expect(only(await write('yes\nsignup bob'))).toContain('bob');
    expect(players()).toEqual(['alice', 'bob']);
    await desk.answer(CAROL, 'signup carol-2');
    expect(players()).toEqual(['alice', 'bob', 'carol-2']);
    expect(desk.newest(ALICE).subject).toMatch(/^Minefield Board 2/);
  });

  it.each(['no', 'No, thanks.', 'nein', 'nein danke', 'stop', 'unsubscribe'])(
    'that is turned down is so for good: %s',
    async (no) => {
      expect(only(await write(no))).toMatch(/no more invitations|keine Einladung/);
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

  it.each(['Is it free? Do I need a password?', 'who is this?', 'How long does a game take?'])(
    'is explained to whoever asks, as often as they ask: %s',
    async (text) => {
      for (let time = 0; time < 3; time++) {
        const told = only(await write(text + ' '.repeat(time) + '!'.repeat(time)));
        expect(told).toMatch(/^It is free: you need no password and install nothing\. You have 21/);
        expect(told).toContain('alice knows your address and gave it to us.');
        expect(told).toContain('To play, reply with one word: yes.');
      }
      expect(state()).toBe('open');
    },
  );

  it.each(['how do the rules go?', 'Wie gehen die Regeln?'])(
    'brings the rules of its game to whoever asks for them: %s',
    async (text) => {
      expect(only(await write(text))).toMatch(/(?:help|hilfe) minefield .* Minefield \(Huntoon/);
    },
  );

  it('is explained once to whoever asks in a new letter, and a reply to that counts', async () => {
    const ask = { from: CAROL, to: GAMES, subject: 'Hm', text: 'Who are you? Do I have to pay?' };
    expect(only(await desk.post(ask))).toMatch(/^It is free: .*alice knows your address/);
    expect(only(await desk.post({ ...ask, text: 'And again?' }))).not.toContain('alice');
    const [first] = desk.sent.filter(({ to, text }) => to === CAROL && /^It is free/.test(text));
    await desk.post(answerTo(first as Sent, 'ok then, yes'));
    expect(players()).toEqual(['alice', 'bob', 'carol']);
    expect(state()).toBe('taken');
  });

  it('offers its match alone to whoever signs up without it', async () => {
    await desk.post({ from: CAROL, subject: 'signup carol', text: '' });
    await desk.answer(CAROL, 'yes');
    const [welcome] = desk.sent.filter(({ subject }) => subject === 'Turnpost: welcome, carol');
    expect(welcome?.text).toContain('alice, who invited you, waits for you');
    expect(welcome?.text).not.toContain('robot');
    await desk.post(answerTo(welcome as Sent, 'yes'));
    expect(desk.newest(CAROL).subject).toMatch(/^Minefield Board \d/);
  });

  it('may be asked about a game first', async () => {
    expect(only(await write('help minefield'))).toContain('You asked: help minefield');
    expect(only(await write('games'))).toContain('You need an account');
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
    expect(again && flat(again)).toContain('einen Namen auszusuchen');
    await desk.answer('dora@else.test', 'signup dora');
    expect(hers('dora@else.test')).toContain('Die Partie beginnt.');
  });
});

describe('an invited person who asks for a page', () => {
  it.each([
    'help',
    'help minefield',
    'Is there any advertising?',
    'How does this work? What are the rules?',
  ])('is told of the invitation above it, and may say yes: %s', async (text) => {
    const letter = only(await write(text));
    expect(letter).toMatch(/^alice invites you to a game of Minefield\. To play, reply with one/);
    expect(letter).not.toContain('could not read');
    await desk.answer(CAROL, 'yes');
    expect(players()).toEqual(['alice', 'bob', 'carol']);
  });

  it('is told so in reply to a new letter, once for each page', async () => {
    const first = only(await desk.post({ from: CAROL, subject: 'help', text: '' }));
    expect(first).toMatch(/^alice invites you to a game of Minefield\..*You asked: help/);
    expect(only(await desk.post({ from: CAROL, subject: 'help', text: 'help' }))).toMatch(
      /^You asked/,
    );
    expect(only(await desk.post({ from: CAROL, subject: 'help go', text: '' }))).toMatch(/^alice/);
    await desk.answer(CAROL, 'yes');
    expect(players()).toEqual(['alice', 'bob', 'carol']);
  });
});
