import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import { CLASSIC_LINES } from '../../../src/command/text/classic-lines.ts';
import { questionLimits } from '../../../src/limits.ts';
import { ALICE, BOB, type Desk, openBoard, openDesk, type Sent } from '../../support/desk/desk.ts';
import { storedBoard } from '../../support/desk/play.ts';
import { answerTo } from '../../support/post/letters.ts';
import { throwDice } from '../../support/run/seed.ts';
import { endOfNewest } from '../../support/stored/letters.ts';

const SECRET = 'hunter2-Xyz9';
const ELSEWHERE = 'someone@cafe.test';
const WORDS: Readonly<Record<string, string>> = {
  ADDRESS: 'alice@work.test',
  COUNT: '3',
  GAME: 'forms',
  MOVE: 'a4b4',
  N: '1',
  NAME: 'bob',
  PASSWORD: SECRET,
  STATE: 'all',
  USERID: 'alice',
  WORDS: '1',
};

let before: Desk;
let desk: Desk;
let logged: string[];
beforeAll(async () => {
  before = openDesk();
  await openBoard(before, 'forms -size=4x4');
});
afterAll(() => before.close());
afterEach(() => desk.close());

const copy = () => {
  logged = [];
  desk = before.copy({ logTo: { write: (line) => logged.push(line) } });
};
const written = (line: string): string =>
  line
    .replace(/^vacation (.*)WORDS/, 'vacation $1off')
    .replace(/\b[A-Z]+\b/g, (name) => WORDS[name] ?? name)
    .trim();
const moves = () => storedBoard(desk).moves;
const lastEnd = () => endOfNewest(desk.shell.db);

/** All that leaves the server or is logged. */
const heard = (sent: readonly Sent[]): string =>
  [
    ...sent.map(({ raw, subject, text, email }) => `${raw}${subject}${text}${email.html}`),
    ...logged,
  ].join();

/** Without a number there may be more than one board that they mean. */
const UNNUMBERED = ['GAME subscribe USERID PASSWORD', 'GAME notify USERID PASSWORD'];
const SIGNED = CLASSIC_LINES.map(({ line }) => line).filter(
  (line) => line.includes('USERID PASSWORD') && !UNNUMBERED.includes(line),
);
const OURS = (
  'move N USERID PASSWORD MOVE #1 | move N USERID PASSWORD z9z9 | ' +
  'forms move N USERID PASSWORD b4 a4 | mvoe N USERID PASSWORD MOVE | ' +
  'show N USERID PASSWORD | preview N USERID PASSWORD MOVE | say N USERID PASSWORD | ' +
  'record N USERID PASSWORD | watch N USERID PASSWORD | ' +
  'queue N USERID PASSWORD if MOVE then MOVE | draw N USERID PASSWORD | ' +
  'address USERID PASSWORD add ADDRESS | set USERID PASSWORD notify daily | ' +
  'vacation USERID PASSWORD off | games USERID PASSWORD | ' +
  'forms challenge USERID PASSWORD NAME | challenge USERID PASSWORD NAME GAME'
).split(' | ');
/** That are no command with the two words, and none without them. */
const WRONG = [
  ...UNNUMBERED,
  'move N USERID PASSWORD',
  'move N USERID PASSWORD nonsense',
  'move USERID PASSWORD',
  'resign N USERID PASSWORD now or never',
  'accept N USERID PASSWORD -foo=bar',
  'resign N nobody PASSWORD',
  'frobnicate N USERID PASSWORD',
  'review N USERID PASSWORD',
  'change address USERID PASSWORD nowhere',
  'message USERID PASSWORD nobody',
  'signup USERID PASSWORD one two',
  'password PASSWORD and more',
  'resgin N USERID PASSWORD',
];

describe.each(throwDice('classic lines').sample(SIGNED.concat(OURS), 20))('%s', (line) => {
  it('from an unknown address is asked about or answered at the registered one, and the word goes nowhere', async () => {
    copy();
    const sent = await desk.post({ from: ELSEWHERE, subject: written(line), text: 'Hello.' });
    expect([...new Set(sent.map(({ to }) => to))], `${JSON.stringify(lastEnd())}`).toEqual([ALICE]);
    expect(moves()).toBe('');
    const answers = await desk.answer(ALICE, 'yes');
    expect(heard([...sent, ...answers])).not.toContain(SECRET);
  });

  it('does in an answer what it does without the two words', async () => {
    const come = async (text: string) => {
      copy();
      const sent = await desk.answer(ALICE, text);
      expect(heard(sent), text).not.toContain(SECRET);
      const says = sent.map((letter) => `${letter.to} ${letter.subject} ${letter.text}`);
      const end = lastEnd();
      desk.close();
      return { says, end };
    };
    const signed = await come(`${written(line)}\n\nGood luck!`);
    // Who is named first in a challenge moves first.
    const words = line.includes('challenge') ? ' PASSWORD' : ' USERID PASSWORD';
    const plain = await come(`${written(line.replace(words, ''))}\n\nGood luck!`);
    expect(signed).toEqual(plain);
    copy();
  });
});

describe.each(WRONG)('%s', (line) => {
  it('shows the word to nobody, wherever it stands', async () => {
    for (const [subject, text] of [
      [written(line), 'Hello.'],
      ['multiple', `${written(line)}\n\nHello.`],
      ['a4b4', `a4b4\n\n> ${written(line)}`],
    ] as const) {
      copy();
      const sent = [
        ...(await desk.post({ from: ELSEWHERE, subject, text })),
        ...(await desk.post({ from: ALICE, subject, text: `${text} Again.` })),
        ...(await desk.answer(ALICE, text)),
      ];
      expect(heard(sent), subject).not.toContain(SECRET);
      desk.close();
    }
    copy();
  });
});

describe('a userid and a password', () => {
  it.each([
    ['in the subject', `forms move 1 alice ${SECRET} a4b4`, 'Hello, bob.'],
    ['in the text', 'my move', `move 1 alice ${SECRET} a4b4`],
    ['with the mark of a comment', `Re: Forms Board 1 alice ** ${SECRET} a4b4`, 'Hi'],
    ['behind a subject of ours', `Re: Forms Board 1 (alice vs bob) alice ${SECRET} a4b4`, 'Hi'],
    ['behind a German one', `AW: Forms-Brett 1 (alice gegen bob) alice ${SECRET} a4b4`, 'Hi'],
  ])('ask the player, who has the move with a yes: %s', async (_, subject, text) => {
    copy();
    const asked = await desk.post({ from: ELSEWHERE, subject, text });
    expect(asked.map(({ to }) => to)).toEqual([ALICE]);
    expect(asked[0]?.text).toContain('     move 1 a4b4');
    const sent = await desk.answer(ALICE, 'yes');
    expect(moves()).toBe('a4xb4');
    expect(sent.map(({ to }) => to).sort()).toEqual([ALICE, BOB]);
    expect(heard([...asked, ...sent])).not.toContain(SECRET);
  });

  it('need no yes in an answer to a letter of ours, also where its subject is the command', async () => {
    copy();
    const draft = answerTo(desk.newest(ALICE), 'Good luck, bob!');
    await desk.post({ ...draft, subject: `${draft.subject} alice ${SECRET} a4b4` });
    expect(moves()).toBe('a4xb4');
    expect(desk.newest(BOB).text).toContain('| Good luck, bob!');
  });

  it('are asked about at the registered address also where another player writes', async () => {
    copy();
    const sent = await desk.post({ from: BOB, subject: `resign 1 alice ${SECRET}`, text: '' });
    expect(sent.map(({ to }) => to)).toEqual([ALICE]);
    expect(sent[0]?.text).toContain('resign 1');
  });

  it('name nobody else in a letter that proves who wrote it', async () => {
    copy();
    const sent = await desk.answer(BOB, `resign 1 alice ${SECRET}`);
    expect(sent.map(({ to }) => to)).toEqual([BOB]);
    expect(storedBoard(desk).winner).toBeNull();
    expect(heard(sent)).not.toContain(SECRET);
  });

  it.each(['play', 'signup carol'])(
    'are asked about also where somebody without an account answers a letter of ours: %s',
    async (subject) => {
      copy();
      const [ours] = await desk.post({ from: ELSEWHERE, subject, text: '' });
      if (!ours) throw new Error('no answer');
      const sent = await desk.post(answerTo(ours, `help\nresign 1 alice ${SECRET}`));
      const theirs = sent.filter(({ to }) => to !== ELSEWHERE);
      expect(theirs.map(({ to, subject }) => [to, subject])).toEqual([
        [ALICE, 'Turnpost: please confirm: resign 1'],
      ]);
      expect(storedBoard(desk).ending).toBeNull();
    },
  );

  it('are of each player whom a letter names', async () => {
    copy();
    const text = `show 1 alice ${SECRET}\ngames\nshow 1 bob ${SECRET}`;
    const sent = await desk.post({ from: ELSEWHERE, subject: 'multiple', text });
    expect(new Set(sent.map(({ to }) => to))).toEqual(new Set([ALICE, BOB]));
    expect(sent.filter(({ to }) => to === BOB)).toHaveLength(1);
  });

  it('have the questions of what nothing proves, and no more', async () => {
    copy();
    const asked: Sent[] = [];
    for (let count = 0; count < questionLimits.unprovenPerDay + 3; count++) {
      const subject = `set alice ${SECRET} zone Etc/GMT+${count + 1}`;
      asked.push(...(await desk.post({ from: `a${count}@cafe.test`, subject, text: '' })));
    }
    expect(new Set(asked.map(({ to }) => to))).toEqual(new Set([ALICE]));
    const questions = asked.filter(({ subject }) => subject.includes('please confirm'));
    expect(questions).toHaveLength(questionLimits.unprovenPerDay);
  });

  it('do not get to the opponent where the line is repeated below', async () => {
    copy();
    const line = `forms move 1 alice ${SECRET} a4b4`;
    await desk.post({ from: ALICE, subject: line, text: `Hello.\n${line}\nSee you.` });
    const sent = await desk.answer(ALICE, 'yes');
    expect(desk.newest(BOB).text).toContain('| Hello.\n| move 1 a4b4\n| See you.');
    expect(heard(sent)).not.toContain(SECRET);
  });

  it('are read of a stranger for nobody who plays here', async () => {
    copy();
    const sent = await desk.post({
      from: ELSEWHERE,
      subject: `resign 1 carol ${SECRET}`,
      text: '',
    });
    expect(sent.map(({ to }) => to).filter((to) => to !== ELSEWHERE)).toEqual([]);
    expect(heard(sent)).not.toContain(SECRET);
  });
});

describe('talk', () => {
  it.each([
    'resign 1 not yet',
    'resign 1 never ever',
    'accept 1 bob asked',
    'message bob see you',
    'undo 1 bob says no',
    'show 1 was nice',
  ])('is no classic line because it has as many words: %s', async (line) => {
    copy();
    const sent = await desk.answer(ALICE, line);
    expect(sent.map(({ to }) => to)).toEqual([ALICE]);
    expect(lastEnd()).toMatchObject({ state: 'refused' });
    expect(storedBoard(desk).winner).toBeNull();
  });

  it('below a move stays as it is', async () => {
    copy();
    const said = 'Show 1 was nice.\nResign 1 never ever!\nMove 1 was brilliant, bob thinks.';
    await desk.answer(ALICE, `a4b4\n\nHello.\n${said}`);
    for (const line of said.split('\n')) expect(desk.newest(BOB).text).toContain(`| ${line}`);
  });
});
