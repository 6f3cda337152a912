import { scryptSync } from 'node:crypto';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { oneHourMs, wrongPasswordsPerHourMax } from '../../../src/limits.ts';
import { err } from '../../../src/result.ts';
import { setPassword as setHash } from '../../../src/store/people/passwords.ts';
import { ALICE, BOB, type Desk, openBoard, openDesk, type Sent } from '../../support/desk/desk.ts';
import { keptLetters, onDisk } from '../../support/desk/kept-letters.ts';
import { answerTo, writeLetter } from '../../support/post/letters.ts';
import { throwDice } from '../../support/run/seed.ts';

const dice = throwDice('passwords');

const SECRET = 'hunter2-Xyz9';
const ELSEWHERE = 'someone@cafe.test';
let desk: Desk;
let logged: string[];
beforeEach(async () => {
  logged = [];
  desk = openDesk({ logTo: { write: (line) => logged.push(line) }, logsLater: true });
  await openBoard(desk, 'minefield -size=4x4');
});
afterEach(() => desk.close());

const count = (table: string): number =>
  desk.shell.db.prepare(`select count(*) from ${table}`).pluck().get() as number;
const moves = () => desk.shell.db.prepare('select moves from matches').pluck().get();
const lastEnd = () =>
  desk.shell.db.prepare('select state, reason from inbox order by id desc limit 1').get();
const flat = (letter: Sent | undefined) => letter?.text.replace(/\s+/g, ' ') ?? '';

/** Sets alice's password by letter, and returns the confirmation. */
async function setPassword(word = SECRET): Promise<Sent> {
  await desk.post({ from: ALICE, subject: `password ${word}`, text: '' });
  const confirm = desk.newest(ALICE);
  await desk.post(answerTo(confirm, 'yes'));
  return confirm;
}

describe('password NEWWORD', () => {
  it('waits for a yes, and is named nowhere', async () => {
    await desk.post({ from: ALICE, subject: 'Hello', text: `password ${SECRET}` });
    const confirm = desk.newest(ALICE);
    expect(confirm.subject).toMatch(/^Turnpost: please confirm: \w/);
    expect(confirm.text).toContain('password ...');
    expect([count('passwords'), count('pending_passwords')]).toEqual([0, 1]);
    await desk.post(answerTo(confirm, 'yes'));
    expect(flat(desk.newest(ALICE))).toContain('Your password is set.');
    expect([count('passwords'), count('pending_passwords')]).toEqual([1, 0]);
  });

  it('says in its question that the word may be somebody else\u2019s', async () => {
    await desk.post({ from: ALICE, subject: `password ${SECRET}`, text: '' });
    const question = flat(desk.newest(ALICE));
    expect(question).toContain('cannot tell whether you wrote it');
    expect(question).toContain('whoever knows it can then play in your name');
    expect(question).toContain('write it again instead: password NEWWORD');
    await desk.post({ from: ALICE, subject: 'set mail text', text: '' });
    expect(flat(desk.newest(ALICE))).not.toContain('password');
  });

  it('is the word of the answer, where that has one, and not the one of a stranger', async () => {
    await desk.post({ from: ALICE, subject: 'password strangers-word-1', text: '' });
    const question = desk.newest(ALICE);
    await desk.post(answerTo(question, `password ${SECRET}`));
    expect(flat(desk.newest(ALICE))).toContain('Your password is set.');
    expect([count('passwords'), count('pending_passwords')]).toEqual([1, 0]);
    await desk.post({ from: ELSEWHERE, subject: 'move 1 alice strangers-word-1 c3', text: '' });
    expect(moves()).toBe('');
    await desk.post({ from: ELSEWHERE, subject: `move 1 alice ${SECRET} c3`, text: '' });
    expect(moves()).toBe('c3');
    expect(onDisk(desk.shell.db).includes(SECRET)).toBe(false);
  });

  it.each(['password', 'PassWord1', 'qwertyuiop', 'iloveyou'])(
    'may not be one that everybody tries first: %s',
    async (word) => {
      const [told] = await desk.post({ from: ALICE, subject: `password ${word}`, text: '' });
      expect(flat(told)).toContain('none of the common ones');
      expect([count('passwords'), count('pending_passwords')]).toEqual([0, 0]);
    },
  );

  it('may be a common one from before, and its old hash is made anew when it is used', async () => {
    const { db } = desk.shell;
    const salt = Buffer.alloc(16, 7);
    const key = scryptSync('iloveyou', salt, 32, { N: 2 ** 14, r: 8, p: 1 });
    const old = `scrypt 16384 8 1 ${salt.toString('hex')} ${key.toString('hex')}`;
    const id = db.prepare("select id from players where userid = 'alice'").pluck().get();
    setHash(db, Number(id), old, 5);
    const kept = () => db.prepare('select hash, changed_at from passwords').get() as object;
    await desk.post({ from: ELSEWHERE, subject: 'move 1 alice iloveyou2 c3', text: '' });
    expect(kept()).toEqual({ hash: old, changed_at: 5 });
    await desk.post({ from: ELSEWHERE, subject: 'move 1 alice iloveyou c3', text: '' });
    expect(moves()).toBe('c3');
    expect(kept()).toEqual({ hash: expect.stringMatching(/^scrypt 1024 8 1 /), changed_at: 5 });
    await desk.post({ from: ELSEWHERE, subject: 'resign 1 alice iloveyou', text: '' });
    expect(lastEnd()).toEqual({ state: 'done', reason: null });
  });

  it.each(['password', 'password short'])(
    'says how where the answer has none: %s',
    async (line) => {
      await desk.post({ from: ALICE, subject: 'password strangers-word-1', text: '' });
      const [told] = await desk.answer(ALICE, line);
      expect(flat(told)).toContain('A password has 8 to 64');
      expect(count('passwords')).toBe(0);
      await desk.answer(ALICE, `password ${SECRET}`);
      expect(flat(desk.newest(ALICE))).toContain('Your password is set.');
    },
  );

  it('is no yes to another question', async () => {
    await desk.post({ from: ALICE, subject: 'resign 1', text: '' });
    const [told] = await desk.answer(ALICE, `password ${SECRET}`);
    // It is a wish of its own, and has a question of its own.
    expect(flat(told)).toContain('do the following: password ...');
    expect(desk.shell.db.prepare('select ending from matches').pluck().get()).toBeNull();
  });

  it('wants a yes also behind a token', async () => {
    const [confirm] = await desk.answer(BOB, `password ${SECRET}`);
    expect(confirm?.subject).toMatch(/^Turnpost: please confirm: \w/);
    expect(count('passwords')).toBe(0);
  });

  it.each(['password', 'password ...', 'password short', 'password two-words here-they'])(
    'says how: %s',
    async (line) => {
      const [told] = await desk.answer(ALICE, line);
      expect(flat(told)).toContain('A password has 8 to 64 letters');
      expect(count('held')).toBe(2);
    },
  );

  it('is forgotten when no yes comes in time', async () => {
    await desk.post({ from: ALICE, subject: `password ${SECRET}`, text: '' });
    const late = desk.newest(ALICE);
    desk.time.now += 49 * oneHourMs;
    const [told] = await desk.post(answerTo(late, 'yes'));
    expect(flat(told)).toContain('nothing left to confirm');
    await desk.answer(BOB, 'password another-one-9');
    expect([count('passwords'), count('pending_passwords')]).toEqual([0, 1]);
  });

  it('is needed no more once there is a newer one', async () => {
    await setPassword();
    await setPassword('another-one-9');
    await desk.post({ from: ELSEWHERE, subject: `move 1 alice ${SECRET} c3`, text: '' });
    expect(moves()).toBe('');
    await desk.post({ from: ELSEWHERE, subject: 'move 1 alice another-one-9 c3', text: '' });
    expect(moves()).toBe('c3');
  });
});

describe('a userid and a password', () => {
  beforeEach(async () => {
    await setPassword();
  });

  it.each([
    ['in the subject', `minefield move 1 alice ${SECRET} c3`, 'Hello, bob.'],
    ['in the text', 'my move', `move 1 alice ${SECRET} c3`],
    ['behind the mark of a comment', `Re: Minefield Board 1 alice ** ${SECRET} c3`, 'Hi'],
    ['behind a subject of ours', `Re: Minefield Board 1 (alice vs bob) alice ${SECRET} c3`, 'Hi'],
  ])('move from any address, and both boards go to their players: %s', async (_, subject, text) => {
    const sent = await desk.post({ from: ELSEWHERE, subject, text });
    expect(moves()).toBe('c3');
    expect(sent.map(({ to }) => to).sort()).toEqual([ALICE, BOB]);
  });

  it('resign', async () => {
    await desk.post({ from: ELSEWHERE, subject: `resign 1 ALICE ${SECRET}`, text: '' });
    expect(desk.shell.db.prepare('select winner from matches').pluck().get()).toBe('white');
  });

  it('take the comment along, without the word in it', async () => {
    const subject = `move 1 alice ${SECRET} c3`;
    await desk.post({ from: ALICE, subject, text: `Good luck!\nand ${SECRET} is my word` });
    expect(desk.newest(BOB).text).toContain('alice writes:\n| Good luck!\n| and ... is my word');
  });

  it('ask about a sign-off at the address of the player', async () => {
    const sent = await desk.post({ from: ELSEWHERE, subject: `signoff alice ${SECRET}`, text: '' });
    expect(sent.map(({ to }) => to)).toEqual([ALICE]);
    expect(flat(sent[0])).toContain('close the account of alice');
    expect(onDisk(desk.shell.db).includes(SECRET)).toBe(false);
  });

  it('send a message', async () => {
    const text = 'See you in May.';
    await desk.post({ from: ELSEWHERE, subject: `message alice ${SECRET} bob`, text });
    expect(desk.newest(BOB).text).toContain(text);
    expect(onDisk(desk.shell.db).includes(SECRET)).toBe(false);
  });

  it('open no other board, and nothing that needs a yes', async () => {
    const [confirm] = await desk.post({
      from: ELSEWHERE,
      text: `move 1 alice ${SECRET} c3\npassword next-one-77`,
    });
    expect(moves()).toBe('c3');
    expect(count('pending_passwords')).toBe(1);
    expect(confirm?.to).not.toBe(ELSEWHERE);
    const [refused] = await desk.post({ from: ELSEWHERE, text: `resign 2 alice ${SECRET}` });
    expect([refused?.to, flat(refused)]).toEqual([ALICE, expect.stringContaining('no board 2')]);
  });

  it('do not confirm what waits for a yes', async () => {
    await desk.post({ from: ALICE, subject: 'password next-one-77', text: '' });
    const confirm = desk.newest(ALICE);
    await desk.post({ ...answerTo(confirm, `yes\nresign 1 alice ${SECRET}`), from: ELSEWHERE });
    expect(lastEnd()).toEqual({ state: 'ignored', reason: 'confirmed from another address' });
    expect(desk.shell.db.prepare('select ending from matches').pluck().get()).toBeNull();
  });

  it('must agree in one letter', async () => {
    const text = `move 1 alice ${SECRET} c3\nresign 1 bob other-word`;
    const [told] = await desk.post({ from: ALICE, text });
    expect(flat(told)).toContain('several userids or passwords');
    expect([moves(), count('wrong_passwords')]).toEqual(['', 0]);
  });
});

describe('a wrong password', () => {
  const guess = (from: string, userid: string, word: string) =>
    desk.post({ from, subject: `move 1 ${userid} ${word} c3`, text: '' });

  it('is said to be wrong in the same words as an unknown userid, and not to strangers', async () => {
    await setPassword();
    const [wrong] = await guess(BOB, 'alice', 'not-this-one');
    const [unknown] = await guess(BOB, 'nobody', 'not-this-one');
    const [none] = await guess(BOB, 'bob', 'not-this-one');
    expect(flat(wrong)).toContain('do not belong together');
    expect(flat(wrong)).toContain('To set a password: password NEWWORD');
    expect(unknown?.text).toBe(wrong?.text);
    expect(none?.text).toBe(wrong?.text);
    expect(await guess(ELSEWHERE, 'alice', 'not-this-one')).toEqual([]);
    expect(lastEnd()).toEqual({ state: 'ignored', reason: 'password-wrong' });
    expect(count('wrong_passwords')).toBe(4);
  });

  it('leaves five an hour from an address; then the right one is not looked at either', async () => {
    await setPassword();
    for (let at = 0; at < wrongPasswordsPerHourMax; at++) {
      await guess(BOB, at % 2 ? 'alice' : 'ALICE', `guess-number-${at}`);
    }
    desk.time.now += oneHourMs / 2;
    const [told] = await desk.answer(BOB, `move 1 alice ${SECRET} c3`);
    expect(moves()).toBe('');
    expect(flat(told)).toContain('Try again in 30 minutes, or answer a letter of ours');
    expect(count('wrong_passwords')).toBe(5);
    desk.time.now += oneHourMs / 2;
    await guess(BOB, 'alice', SECRET);
    expect(moves()).toBe('c3');
  });

  it.each(dice.sample(['**', 'moves', 'please', 'e4e2', 'secret', '1234567'], 3))(
    'is not what can be no password, so that %s locks nobody out',
    async (word) => {
      await setPassword();
      for (let at = 0; at < wrongPasswordsPerHourMax + 1; at++) {
        await desk.post({ from: ALICE, subject: `resign 1 alice ${word}`, text: `Letter ${at}` });
      }
      expect(count('wrong_passwords')).toBe(0);
      expect(desk.shell.db.prepare('select ending from matches').pluck().get()).toBeNull();
      await guess(ALICE, 'alice', SECRET);
      expect(moves()).toBe('c3');
    },
  );

  it('leaves five an hour for an address', async () => {
    await setPassword();
    for (let at = 0; at < wrongPasswordsPerHourMax; at++) {
      await guess(ELSEWHERE, `name-${at}`, 'guess-word');
    }
    await guess(ELSEWHERE.toUpperCase(), 'alice', SECRET);
    expect([moves(), lastEnd()]).toEqual(['', { state: 'ignored', reason: 'password-wait' }]);
    await guess('other@cafe.test', 'alice', SECRET);
    expect(moves()).toBe('c3');
  });

  it('is not what a password is that was set in the same group', async () => {
    await desk.post({ from: ALICE, subject: `password ${SECRET}`, text: '' });
    const yes = writeLetter(answerTo(desk.newest(ALICE), 'yes'), 50);
    const moved = { from: ELSEWHERE, subject: `move 1 alice ${SECRET} c3`, text: '' };
    const from = desk.box.size;
    desk.box.set(from + 1, yes);
    desk.box.set(from + 2, writeLetter(moved, 51));
    await desk.round();
    await desk.round();
    expect([moves(), count('wrong_passwords')]).toEqual(['c3', 0]);
  });

  it('counts once where letters are read in a group, and guesses there are no better', async () => {
    await setPassword();
    const from = desk.box.size;
    for (let at = 1; at <= 20; at++) {
      const word = at === 20 ? SECRET : `guess-number-${at}`;
      const lines = [`From: ${ELSEWHERE}`, `Subject: move 1 alice ${word} c3`, '', ''];
      desk.box.set(from + at, Buffer.from(lines.join('\r\n')));
    }
    await desk.round();
    expect([moves(), count('wrong_passwords')]).toEqual(['', 5]);
  });
});

describe('the bytes of a letter that held a password', () => {
  const CODED = 'aHVudGVyMi1YeXo5';
  const quotedPrintable = 'hunter2=2DXyz9';

  it.each([
    ['plain', `move 1 alice ${SECRET} c3`, [], `The word is ${SECRET}.`],
    ['an encoded subject', `=?utf-8?Q?move_1_alice_${quotedPrintable}_c3?=`, [], ''],
    [
      'a header that repeats the subject',
      `move 1 alice ${SECRET} c3`,
      [`Thread-Topic: =?utf-8?B?${CODED}?=`, `X-Subject: ${SECRET}`],
      `quoted below\n\n> ${SECRET}`,
    ],
    ['a wrong one', 'move 1 alice wrong-Xyz9 c3', [], 'wrong-Xyz9'],
    ['a new one', `password ${SECRET}`, [], ''],
    ['one with a word too many', `password ${SECRET} wrong-Xyz9`, [], ''],
  ])('are overwritten with a copy that does not: %s', async (_, subject, headers, text) => {
    await setPassword();
    const sent = await desk.post({ from: ALICE, subject, headers, text });
    const hash = desk.shell.db.prepare('select raw_hash from inbox order by id desc').pluck().get();
    expect(hash).toHaveLength(32);
    expect(logged.join('')).toContain('"msg":"read"');
    const copy = keptLetters(desk.shell.db).at(-1);
    expect(copy?.toString('latin1')).toContain(`from: ${ALICE}`);
    const kept = Buffer.concat([
      onDisk(desk.shell.db),
      Buffer.from(logged.join('') + sent.map(({ raw }) => raw).join()),
    ]);
    for (const word of [SECRET, quotedPrintable, CODED, 'wrong-Xyz9']) {
      expect(kept.includes(word)).toBe(false);
    }
  });

  it.each([
    ['never', async () => err('reading took too long'), 'reading took too long'],
    [
      'with an error',
      async () => {
        throw new Error('the thread has died');
      },
      'reading failed too often',
    ],
  ] as const)('are redacted where the letter is read %s', async (_, parse, reason) => {
    Object.assign(desk.shell, { parser: { ...desk.shell.parser, parse } });
    const subject = `minefield move 1 alice ${SECRET} c3`;
    const coded = Buffer.from(`resign 1 alice ${SECRET}\n`).toString('base64');
    const text = `${SECRET} is my word\n> password other-Xyz9\nand this stays\n${coded}`;
    await desk.post({ from: ALICE, subject, text });
    for (let round = 0; round < 3; round++) await desk.round();
    expect(lastEnd()).toEqual({ state: 'put-aside', reason });
    expect(onDisk(desk.shell.db).includes('and this stays')).toBe(true);
    expect(onDisk(desk.shell.db).includes(SECRET)).toBe(false);
    expect(onDisk(desk.shell.db).includes('other-Xyz9')).toBe(false);
    expect(onDisk(desk.shell.db).includes(coded)).toBe(false);
  });

  const MIXED = ['Content-Type: multipart/mixed; boundary=b'];
  const HTML = 'Content-Type: text/html';
  it.each([
    ['below a quotation', [], `games\n> old\nmove 1 alice ${SECRET} c3`],
    ['in a later part', MIXED, `--b\n\ngames\n--b\n\nmove 1 alice ${SECRET} c3\n--b--`],
    [
      'in an attachment',
      MIXED,
      `--b\n\ngames\n--b\n${HTML}; name=a\n\n${SECRET}\nsignup bob ${SECRET}\n--b--`,
    ],
    [
      'in what is not shown',
      MIXED,
      `--b\n${HTML}\n\n<p>games</p><p hidden>move 1 alice ${SECRET} c3</p>\n--b--`,
    ],
    [
      'in HTML beside the text',
      ['Content-Type: multipart/alternative; boundary=b'],
      `--b\n\ngames\n--b\n${HTML}\n\n<p>password ${SECRET}</p>\n--b--`,
    ],
    ['in a line that is too long', [], `games\n${'x'.repeat(17_000)}\npassword ${SECRET}`],
  ] as const)(
    'are redacted where the letter is read and they are not: %s',
    async (_, headers, text) => {
      // Of two fields of a name the first counts.
      const type = headers.map((line) => `x\r\n${line}`).join('');
      await desk.post({ from: ALICE, subject: type, text });
      expect(lastEnd()).toMatchObject({ state: 'done' });
      expect(onDisk(desk.shell.db).includes('games')).toBe(true);
      expect(onDisk(desk.shell.db).includes(SECRET)).toBe(false);
    },
  );

  it('are overwritten also where nobody could be told to have written it', async () => {
    await desk.post({ from: `${ALICE}, ${BOB}`, subject: `move 1 alice ${SECRET} c3`, text: '' });
    expect(lastEnd()).toEqual({ state: 'put-aside', reason: 'not-an-address' });
    expect(onDisk(desk.shell.db).includes(SECRET)).toBe(false);
  });

  it('are known again when the letter comes once more', async () => {
    await setPassword();
    const subject = `move 1 alice ${SECRET} c3`;
    await desk.post({ from: ELSEWHERE, subject, text: '' });
    const [uid = 0, raw = Buffer.alloc(0)] = [...desk.box].at(-1) ?? [];
    desk.box.set(uid + 1, raw);
    await desk.round();
    expect(lastEnd()).toEqual({ state: 'ignored', reason: expect.stringMatching(/^the same as/) });
    expect([moves(), onDisk(desk.shell.db).includes(SECRET)]).toEqual(['c3', false]);
  });

  it('are still there until the letter is terminal: nothing is lost with a crash', async () => {
    await setPassword();
    let failed = false;
    desk.reopen({
      reach(point) {
        if (point !== 'read: before commit' || failed) return;
        failed = true;
        throw new Error('busy');
      },
    });
    await desk.post({ from: ELSEWHERE, subject: `move 1 alice ${SECRET} c3`, text: '' });
    expect([moves(), onDisk(desk.shell.db).includes(SECRET)]).toEqual(['', true]);
    await desk.round();
    expect([moves(), onDisk(desk.shell.db).includes(SECRET)]).toEqual(['c3', false]);
  });
});

describe('a password where no command has one', () => {
  const raw = () => keptLetters(desk.shell.db).join('\n');
  const lines = [
    `password=${SECRET}`,
    `kennwort ${SECRET}`,
    `set password ${SECRET}`,
    `my password is ${SECRET}`,
    `games alice ${SECRET}`,
    `frobnicate alice ${SECRET}`,
    `move 1 ${SECRET} alice c3`,
  ];

  it('of somebody else is a word like others in a comment, or it could be guessed there', async () => {
    await setPassword();
    const board = desk.sent.findLast(
      ({ to, subject }) => to === BOB && subject.includes('Board 1'),
    );
    await desk.post(answerTo(board as Sent, `say 1\ngames alice ${SECRET}`));
    expect(desk.newest(ALICE).text).toContain(`games alice ${SECRET}`);
  });

  it('is not kept, whoever wrote it, as a line, in a subject, or quoted', async () => {
    for (const from of [ALICE, ELSEWHERE]) {
      for (const line of lines) {
        await desk.post({ from, subject: line, text: 'Hello.' });
        await desk.post({ from, subject: 'Hello', text: `${line}\n` });
        await desk.post({ from, subject: 'games', text: `Thanks.\n\n> ${line}\n` });
      }
    }
    expect(raw().includes(SECRET)).toBe(false);
  });

  it('is not kept of a report that returns it', async () => {
    for (const line of lines) {
      await desk.post({
        from: 'MAILER-DAEMON@cafe.test',
        subject: 'Undelivered Mail Returned to Sender',
        headers: ['Content-Type: multipart/report; report-type=delivery-status; boundary=b'],
        text: [
          '--b\n\nIt came back.\n--b\nContent-Type: message/delivery-status\n',
          'Reporting-MTA: dns; cafe.test\n',
          'Final-Recipient: rfc822; games@turnpost.test\nAction: failed\nStatus: 5.1.1\n',
          `--b\nContent-Type: message/rfc822\n\nSubject: ${line}\n\n${line}\n--b--`,
        ].join('\n'),
      });
    }
    expect(raw().includes(SECRET)).toBe(false);
  });

  it('does not get to the opponent, where it is known by its hash', async () => {
    await setPassword();
    const said = `games alice ${SECRET}\nboard alice hunter9-Xyz9`;
    await desk.post({ from: ELSEWHERE, subject: `move 1 alice ${SECRET} c3`, text: said });
    expect(moves()).toBe('c3');
    expect(desk.newest(BOB).text).toContain('| games alice ...\n| board alice hunter9-Xyz9');
  });
});
