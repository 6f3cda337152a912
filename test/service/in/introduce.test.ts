import { afterEach, describe, expect, it } from 'vitest';
import { answerLimits, introductionLimits, oneDayMs } from '../../../src/limits.ts';
import { type Desk, openDesk } from '../../support/desk/desk.ts';
import { storedBoard } from '../../support/desk/play.ts';
import { flat } from '../../support/desk/players.ts';
import { type Draft, ON_THE_WAY } from '../../support/post/letters.ts';
import { charges } from '../../support/stored/letters.ts';

/** What comes of letters from people whom nobody knows, and who do not know what to write. */

const EVE = 'eve@far.test';
const HELLO: Draft = {
  from: EVE,
  subject: 'Hello',
  text: 'Hi, how do I play?',
  headers: ON_THE_WAY,
};

let desk: Desk;
afterEach(() => desk.close());
const open = (): Desk => {
  desk = openDesk();
  return desk;
};
const charged = () => charges(desk.shell.db);

const FRIEND = "I'd rather play with my friend Nils, nils@else.test";

describe('a stranger who gives a name and wishes for a game', () => {
  it('gets both after a yes', async () => {
    await open().post(HELLO);
    await desk.answer(EVE, "My name is Tess, I'd like to play chess");
    await desk.answer(EVE, 'yes');
    await desk.round();
    expect(storedBoard(desk).rules).toBe('chess');
    expect(desk.sent.map(({ subject }) => subject).join()).toContain('tess');
  });
});

describe('a stranger who writes the command of the introduction in a sentence', () => {
  it.each([
    "play chess please! an easy level if there is one, I'd like to be white",
    'Play chess. But only if it is free',
  ])('gets that board: %s', async (text) => {
    await open().post(HELLO);
    const [letter] = await desk.answer(EVE, text);
    expect(letter?.subject).toBe('Turnpost: Chess, your move');
    expect(letter && flat(letter)).toContain('at level 1 of 5');
  });
});

describe("a stranger's first letter that plainly wishes for a match", () => {
  it.each([
    [
      "Hi! I'd like to play a game of chess against your computer. I'm a casual club player, so something of medium strength please. Thanks, Emma",
      'Chess',
      'at level 3 of 5',
    ],
    ['I want to play hex please, on a 5x5 board.', 'Hex', '5 . . . . . 5'],
    [
      'Hallo, ich möchte gern Go auf einem 7x7-Brett spielen. Viele Grüße, Otto',
      'Go',
      '7 . . . . . . . 7',
    ],
    [
      'Guten Tag, ich würde gern Go gegen das Programm spielen, auf einem kleinen Brett, 7x7. Geht das?',
      'Go',
      'eine Partie Go 7x7 für dich',
      'Go spielen',
    ],
  ])('is answered with its board: %s', async (text, game, says, subject = 'A game') => {
    const [letter, ...more] = await open().post({ from: EVE, subject, text });
    expect(more).toEqual([]);
    expect(letter?.subject).toContain(game);
    expect(letter && flat(letter)).toContain(says);
    expect(charged().map(({ account }) => account)).toEqual(['question']);
  });

  it.each(['Can you tell me how to play chess?', 'Chess', 'I do not want to play chess.'])(
    'is no board without a plain wish: %s',
    async (text) => {
      const [letter] = await open().post({ from: EVE, subject: 'Chess', text });
      expect(letter?.subject).toBe('Turnpost: Chess by e-mail');
    },
  );
});

describe('a stranger who would play with a friend', () => {
  it.each([
    ['I want to play hex with lena@else.test', 'signup eve invite ADDRESS hex This is Turnpost'],
    ['Hallo, ich möchte mit lena@else.test Hex spielen', 'anmelden eve einladen ADDRESS hex Das'],
    ['My name is Tess, can I invite lena@else.test to Go?', 'signup tess invite ADDRESS go This'],
    [FRIEND, 'signup eve invite ADDRESS forms This is Turnpost'],
  ])('and gives the address is asked, and the yes does it: %s', async (text, asks) => {
    const [letter, ...more] = await open().post({ ...HELLO, text });
    expect(more).toEqual([]);
    expect(letter && flat(letter)).toContain(asks);
    expect(`${letter?.text}${letter?.email.html}`).not.toMatch(/lena|nils/i);
    const sent = await desk.answer(EVE, 'yes');
    expect(sent.map(({ to }) => to)).toEqual([
      EVE,
      text === FRIEND ? 'nils@else.test' : 'lena@else.test',
      EVE,
    ]);
  });

  it.each([
    'I do not want to play with lena@else.test',
    'ok thanks!\n\nsignup eve\ninvite lena@else.test',
    'ok thanks!\n\n> signup eve\n> invite lena@else.test',
    'To play with a friend, reply with two lines: signup eve, and below it invite carol@home.example',
    'I play chess, write to eve@far.test',
    'I play chess with lena@else.test and nils@else.test',
  ])('is asked nothing without a wish for that: %s', async (text) => {
    const [letter] = await open().post({ ...HELLO, text });
    expect(letter?.subject).toMatch(/by e-mail$/);
    expect(`${letter?.text}${letter?.email.html}`).not.toMatch(/lena|nils/i);
  });

  it('gets an introduction with the game in the invitation', async () => {
    const [letter] = await open().post({ ...HELLO, text: 'I want to play hex with my sister' });
    expect(letter && flat(letter)).toContain('To play Hex with a friend, reply with two lines');
    expect(letter?.text).toContain('     invite carol@home.example hex\n');
  });

  it.each([
    'I want to play with my friend Nils',
    'Können wir mit Freunden spielen, zum Beispiel mit meiner Schwester?',
  ])('is told how, in reply to the introduction: %s', async (text) => {
    await open().post(HELLO);
    const [letter, ...more] = await desk.answer(EVE, text);
    expect(more).toEqual([]);
    expect(letter && flat(letter)).toMatch(/(?:signup|anmelden) eve.*(?:invite|einladen) carol@/);
    expect(letter?.text).not.toContain('nils');
    expect(await desk.answer(EVE, text)).toEqual([]);
  });

  it.each([
    'signup eve\ninvite nils@else.test hex',
    'Ok, signup eve\nand then please invite Nils, nils@else.test, to Hex.',
    'signup eve\ninvite nils@else.test\n\nHex please.',
  ])('signs up and invites by one yes: %s', async (text) => {
    await open().post(HELLO);
    const [question] = await desk.answer(EVE, text);
    expect(question && flat(question)).toMatch(/signup eve invite ADDRESS hex\b/);
    const sent = await desk.answer(EVE, 'yes');
    expect(sent.map(({ to }) => to)).toContain('nils@else.test');
    // No board that nobody asked for.
    const welcome = sent.find(({ subject }) => subject === 'Turnpost: welcome, eve');
    expect(welcome?.text).toMatch(/^Welcome, eve\. Your account is open\.\n\nYou can reply/);
    expect(welcome?.text).not.toContain('robot');
    expect(flat(desk.newest('nils@else.test'))).toContain('invites you to a game');
  });

  it.each([
    'signup eve eve@work.test\nI look forward to play here!',
    "signup eve\nI'd love to play a game.\nEve Else, eve@work.test",
  ])('invites nobody whose address is named for another reason: %s', async (text) => {
    await open().post(HELLO);
    const [question] = await desk.answer(EVE, text);
    expect(question && flat(question)).toMatch(/this: signup eve(?: ADDRESS)? It came/);
  });

  it('is told how, in reply to a first board, which stays', async () => {
    await open().post({ from: EVE, subject: 'play', text: '' });
    const [letter] = await desk.answer(EVE, 'I want to play with my friend Nils');
    expect(letter && flat(letter)).toMatch(/signup eve.*invite carol@.* It is your turn/);
  });

  it('is asked in reply to a first board', async () => {
    await open().post({ from: EVE, subject: 'play', text: '' });
    const text = 'No robot! I want to play hex against Nils, nils@else.test. Please ask him.';
    const [letter] = await desk.answer(EVE, text);
    expect(letter && flat(letter)).toContain('signup eve invite ADDRESS hex');
  });
});

describe("a stranger's first letter", () => {
  it('is answered with one that shows a board and says how to sign up', async () => {
    const [letter, ...more] = await open().post(HELLO);
    expect(more).toEqual([]);
    expect(letter?.to).toBe(EVE);
    expect(letter && flat(letter)).toContain(
      "two lines, your name here and your friend's address: signup eve invite carol@home.example",
    );
    expect(letter?.text).toMatch(/^ +4 +[O#.+[\] ]+4$/m);
    expect(letter?.text.split('\n').length).toBeLessThan(30);
    expect(letter?.email.html).toContain('mailto:games@turnpost.test?subject=signup%20eve"');
    // Buttons: the game shown, and each other of the shelf.
    const labels = [...(letter?.email.html || '').matchAll(/class="button".*?<a [^>]*>([^<]*)</gs)];
    expect(labels.map(([, label]) => label)).toEqual(expect.arrayContaining(['Play', 'Chess']));
    expect(letter && flat(letter)).toContain('It is free: no password, nothing to install');
    expect(letter && flat(letter)).toMatch(/the game Forms:.*Other games: .*chess/);
    // Nothing that a stranger wrote goes anywhere.
    expect(letter?.raw).not.toContain('how do I play');
    expect(charged()).toEqual([
      { kind: 'introduction', proof: 'none', causer: null, account: 'notice', address: EVE },
    ]);
  });

  it.each([
    ['Forms', ''],
    ['resign', ''],
    ['', 'challenges'],
    ['Question', 'What is Turnpost?'],
  ])('may be any: %s %s', async (subject, text) => {
    const sent = await open().post({ from: EVE, subject, text });
    expect(sent.map((each) => each.to)).toEqual([EVE]);
    expect(sent.map(flat).join('')).toMatch(/signup/);
  });

  it('is answered in the language of its words, or where they tell none, of its header', async () => {
    const headers = ['Content-Language: de-AT'];
    const [german] = await open().post({ from: EVE, subject: 'Forms?', text: '', headers });
    expect(german && flat(german)).toContain('Um mit Freunden zu spielen');
    const [english] = await open().post({ ...HELLO, headers });
    expect(english && flat(english)).toContain('your name here');
  });

  it.each([
    ["Hi! A friend told me about this. I'd like to play hex", 'play hex', 'Hex by e-mail'],
    ['Kann man hier auch Schach spielen?', 'schach spielen', 'Chess per E-Mail'],
    ['Is there a game of Go here?', 'play go', 'Go by e-mail'],
  ])('is about the game that it names, and a yes plays it: %s', async (text, command, title) => {
    const [letter] = await open().post({ from: EVE, subject: '', text });
    expect(letter?.subject).toBe(`Turnpost: ${title}`);
    expect(letter && flat(letter)).toContain(command);
    const subject = `Re: Turnpost: ${title}`;
    const [board] = await desk.post({ from: EVE, subject, text: 'yes' });
    expect(board?.subject).toContain(title.split(/ (?:by|per) /)[0]);
  });

  it('is the only one in a month, also with another tag or case', async () => {
    open();
    await desk.post(HELLO);
    for (const from of [EVE, 'Eve@far.test', 'eve+games@far.test']) {
      expect(await desk.post({ from, subject: 'Hello again', text: 'Hi there.' })).toEqual([]);
    }
    desk.time.now += introductionLimits.everyMs - oneDayMs;
    expect(await desk.post({ ...HELLO, text: 'Hi.' })).toEqual([]);
    desk.time.now += 2 * oneDayMs;
    expect(await desk.post(HELLO)).toHaveLength(1);
  });

  it.each([
    ['what games do you have?', 'games'],
    ['', 'Do I need an app?'],
  ])('is followed by one answer to a question: %s %s', async (subject, text) => {
    open();
    await desk.post(HELLO);
    const [help, ...more] = await desk.post({ from: EVE, subject, text });
    expect(more).toEqual([]);
    expect(help && flat(help)).toMatch(/minefield, breakthrough/);
    expect(charged()).toMatchObject([
      { kind: 'introduction' },
      { kind: 'answer', proof: 'none', causer: null },
    ]);
    for (const again of [text, 'Who are you?']) {
      expect(await desk.post({ from: EVE, subject: '', text: again })).toEqual([]);
    }
    desk.time.now += introductionLimits.everyMs + oneDayMs;
    expect(await desk.post(HELLO)).toHaveLength(1);
    expect(await desk.post({ from: EVE, subject, text })).toHaveLength(1);
  });

  it.each(['ok, play hex 7x7 please', 'play hex on a 7x7 board pls'])(
    'is followed by the board that is asked for in words: %s',
    async (text) => {
      open();
      await desk.post(HELLO);
      const [board, ...more] = await desk.answer(EVE, text);
      expect(more).toEqual([]);
      expect(board?.subject).toBe('Turnpost: Hex, your move');
      expect(board?.text).toContain('7  . . . . . . .  7');
    },
  );

  it.each([
    ['paly', 'Forms'],
    ['Sign me up please! I heard of it from a friend.', 'Forms'],
    ['Yes, I would love that, as soon as my brother is back.', 'Forms'],
    ['yes please, but Hex on 7x7', 'Hex'],
    ['Hello!\n\nThanks for the info. Chess sounds good.\n\nRegards\nEve', 'Chess'],
  ])('is followed by a board that a word settles, to a wish to play: %s', async (text, game) => {
    open();
    await desk.post(HELLO);
    const [board, ...more] = await desk.answer(EVE, text);
    expect(more).toEqual([]);
    expect(board?.subject).toContain(game);
    const opened = await desk.answer(EVE, 'yes');
    expect(opened.map(({ to }) => to)).toContain(EVE);
    expect(storedBoard(desk).ending).toBeNull();
  });

  it.each([
    ...['sign me up, my name is Ines', 'singup ines', 'ja bitte, ich heiße Ines'],
    ...["yes chess please, I'm Ines", 'ja bitte Schach, ich bin Ines'],
  ])('is followed by a question about an account under the name given: %s', async (text) => {
    open();
    await desk.post(HELLO);
    const [question, ...more] = await desk.answer(EVE, text);
    expect(more).toEqual([]);
    expect(question && flat(question)).toMatch(/signup ines|anmelden ines/);
    await desk.answer(EVE, 'yes');
    expect(desk.newest(EVE).text).toContain('ines');
  });

  it.each([
    'history bob forms',
    'My name is Steve and I rank your site first.',
    'Play now and win big money',
    "Hello, I'm Ines",
    'no thanks',
    'Ich will nie Schach spielen',
    'I am out of office until Monday.\nPlay with bob instead.',
  ])('is followed by silence where nothing is wished for: %s', async (text) => {
    open();
    await desk.post(HELLO);
    expect(await desk.post({ ...HELLO, subject: '', text })).toEqual([]);
  });

  it('is followed by the rules of a game, to a question that names it', async () => {
    open();
    await desk.post(HELLO);
    const ask = (text: string) => desk.post({ from: EVE, subject: '', text });
    const [rules] = await ask('How does Hex work?');
    expect(rules?.subject).toContain('help hex');
    expect(await ask('What is Hex?')).toEqual([]);
    expect(await ask('And Breakthrough?')).toHaveLength(1);
    expect(await ask('Do you have others?')).toHaveLength(1);
    expect(await ask('None?')).toEqual([]);
  });

  it.each<[string, Partial<Draft>]>([
    ['asks nothing', { text: 'We sell watches.' }],
    ['is long', { text: `What games do you have?${'x'.repeat(introductionLimits.textBytes)}` }],
    ['is to a list', { to: 'list@far.test', headers: ['Cc: games@turnpost.test'] }],
    ['is marked as spam', { headers: ['X-Spam-Flag: YES'] }],
    ['is a machine', { headers: ['Auto-Submitted: auto-replied'] }],
  ])('is followed by silence to one that %s', async (_, change) => {
    open();
    await desk.post(HELLO);
    const question = { from: EVE, subject: '', text: 'What games do you have?' };
    expect(await desk.post({ ...question, ...change })).toEqual([]);
  });

  it('leaves help and the sign-up as they are', async () => {
    open();
    await desk.post(HELLO);
    for (let count = 0; count < answerLimits.unprovenPerDay; count++) {
      expect(await desk.post({ from: EVE, subject: 'help', text: `${count}` })).toHaveLength(1);
    }
    const [question] = await desk.post({ from: EVE, subject: 'signup eve', text: '' });
    expect(question?.subject).toMatch(/^Turnpost: please confirm: \w/);
  });

  const body = (bytes: number): string => 'x'.repeat(bytes);
  it.each<[string, Partial<Draft>]>([
    ['our address is not in To', { to: 'list@far.test', headers: ['Cc: games@turnpost.test'] }],
    [
      'it was delivered by a blind copy',
      { to: '', headers: ['Delivered-To: games@turnpost.test'] },
    ],
    ['SpamAssassin says so', { headers: ['X-Spam-Flag: YES'] }],
    ['its status says so', { headers: ['X-Spam-Status: Yes, score=7.9 required=5.0 tests=X'] }],
    ['its level says so', { headers: ['X-Spam-Level: *******'] }],
    ['rspamd says so', { headers: ['X-Spam: Yes'] }],
    ['Exchange says so', { headers: ['X-MS-Exchange-Organization-SCL: 6'] }],
    [
      'Exchange Online says so',
      { headers: ['X-Forefront-Antispam-Report: CIP:1.2.3.4;CTRY:;LANG:en;SCL:5;SFV:SPM;PTR:'] },
    ],
    ['the subject says so', { subject: '***SPAM*** Hello' }],
    [
      'a mail host says that it is forged',
      { headers: ['Authentication-Results: mx.any.test; dmarc=fail header.from=far.test'] },
    ],
    ['it is long', { text: body(introductionLimits.textBytes + 1) }],
    ['it is a machine', { headers: ['Auto-Submitted: auto-generated'] }],
    ['it comes by a list', { headers: ['List-Unsubscribe: <mailto:x@far.test>'] }],
    ['its sender takes no answers', { from: 'no-reply@far.test' }],
  ])('is met with silence where %s', async (_, change) => {
    expect(await open().post({ ...HELLO, ...change })).toEqual([]);
  });

  it.each<[string, Partial<Draft>]>([
    [
      'filters that found nothing',
      {
        headers: [
          'constructor: x',
          'X-Spam-Flag: NO',
          'X-Spam-Status: No, score=-1.9 required=5.0',
          'X-Spam-Level: **',
          'X-MS-Exchange-Organization-SCL: 1',
          'X-Forefront-Antispam-Report: CIP:1.2.3.4;SCL:1;SFV:NSPM;PTR:',
          'Authentication-Results: mx.any.test; dmarc=pass header.from=far.test',
        ],
      },
    ],
    ['a name before our address', { to: '"Turnpost, games" <Games@turnpost.test>' }],
    ['others in To', { to: 'bob@far.test, games@turnpost.test' }],
    ['all the room that there is', { text: body(introductionLimits.textBytes) }],
  ])('may have %s', async (_, change) => {
    expect(await open().post({ ...HELLO, ...change })).toHaveLength(1);
  });

  it('keeps the size that is wished', async () => {
    const [letter] = await open().post({ ...HELLO, text: 'Hello, can I play Hex on 7x7?' });
    expect(letter?.subject).toBe('Turnpost: Hex 7x7 by e-mail');
    expect(letter?.text).toContain('reply with: play hex, 7x7\n');
    const [board] = await desk.answer(EVE, 'yes');
    expect(board?.text).toContain('7  . . . . . . .  7');
  });

  it('shows no larger board than the one that is wished', async () => {
    const text = 'Hello, can I play Breakthrough on 5x5?';
    const [letter] = await open().post({ ...HELLO, text });
    expect(letter?.subject).toBe('Turnpost: Breakthrough 5x5 by e-mail');
    expect(letter?.text).toContain('\n     a b c d e\n');
  });

  it('is told that a game is not offered here, and which are', async () => {
    const [letter] = await open().post({ ...HELLO, text: 'Hello, do you have Reversi there?' });
    expect(letter?.text).toContain('\nReversi is not offered on this server.\n');
    expect(letter && flat(letter)).toContain('Other games: minefield');
  });

  it('proposes no name that nobody could have', async () => {
    open();
    for (const from of ['admin@far.test', 'a.very.long.name.of.somebody@far.test']) {
      const [letter] = await desk.post({ ...HELLO, from });
      expect(letter?.email.html).toContain('subject=signup%20NAME');
    }
  });
});

describe('a question about the server', () => {
  it.each([
    ['Is there any advertising?', 'without advertising'],
    ['Who runs this?', 'is run by the people at its address'],
    ['What happens to my address?', 'Nobody else gets it'],
    ['Wer betreibt das, und was passiert mit meiner Adresse?', 'Niemand sonst bekommt sie'],
    ['help privacy', 'Nobody else gets it'],
    ['Hilfe Datenschutz', 'Niemand sonst bekommt sie'],
  ])('has a page: %s', async (text, says) => {
    await open().post({
      ...HELLO,
      subject: 'Re: ',
      headers: [...ON_THE_WAY, 'Content-Language: en'],
    });
    const [letter] = await desk.answer(EVE, text);
    expect(letter && flat(letter)).toContain(says);
    await desk.post({ from: 'ann@far.test', subject: 'play', text: '' });
    const [first] = await desk.answer('ann@far.test', text);
    expect(first && flat(first)).toContain(says);
    await desk.post({ from: 'tom@far.test', subject: 'signup tom', text: '' });
    await desk.answer('tom@far.test', 'yes');
    const [page] = await desk.answer('tom@far.test', text);
    expect(page?.subject).toBe('Turnpost: help about');
  });
});
