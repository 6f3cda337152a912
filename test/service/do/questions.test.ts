import { beforeEach, describe, expect, it } from 'vitest';
import { answerLimits, oneDayMs, oneHourMs, questionLimits } from '../../../src/limits.ts';
import { runHousekeeping } from '../../../src/service/due/housekeeping.ts';
import { dayTold } from '../../support/desk/dates.ts';
import { ADMIN, ALICE, BOB, type Sent } from '../../support/desk/desk.ts';
import { desk, eachDesk } from '../../support/desk/each.ts';
import { flat } from '../../support/desk/players.ts';
import { answerTo } from '../../support/post/letters.ts';
import { endOfNewest, forgetProofs, heldCommands } from '../../support/stored/letters.ts';
import { players, settings } from '../../support/stored/people.ts';
import { suspendedPlayers } from '../../support/stored/play.ts';

eachDesk('minefield -size=4x4');
beforeEach(() => {
  desk.time.now += oneHourMs;
});

const isQuestion = ({ subject }: Sent) => subject.startsWith('Turnpost: please confirm');
/** Letters in somebody's name that prove nothing. Returns what they have caused. */
async function forge(from: string, lines: readonly string[]): Promise<readonly Sent[]> {
  const sent: Sent[] = [];
  for (const subject of lines) sent.push(...(await desk.post({ from, subject, text: '' })));
  return sent;
}
const suspensions = Array.from({ length: 9 }, (_, at) => `admin suspend bob since ${at}`);
const limits = Array.from({ length: 9 }, (_, at) => `limit forms ${at + 1}`);
const suspended = () => suspendedPlayers(desk.shell.db).length;
const hasLeft = () => players(desk.shell.db).find(({ id }) => id === 1)?.left === 1;
const lastEnd = () => endOfNewest(desk.shell.db);

describe('a question about a letter that was fetched late', () => {
  it('says when that came in', async () => {
    desk.put({ from: ALICE, subject: 'set mail text', text: '' });
    const came = new Date(desk.time.now).toISOString();
    desk.time.now += oneDayMs;
    await desk.round();
    const [, day = '', at] =
      /It came on ([\w ]+) at (\S+) UTC/.exec(flat(desk.newest(ALICE))) ?? [];
    expect(`${dayTold(day)}T${at}`).toBe(came.slice(0, 16));
  });
});

describe('a question to somebody without an account', () => {
  it('proves nothing in the name of somebody else who has none', async () => {
    await desk.post({ from: 'eve@far.test', subject: 'signup eve', text: '' });
    const question = desk.newest('eve@far.test');
    const sent = await desk.post({ ...answerTo(question, 'admin suspend bob'), from: ADMIN });
    expect(sent.map(({ to }) => to)).toEqual(['eve@far.test']);
    expect(lastEnd()).toEqual({ state: 'ignored', reason: 'confirmed from another address' });
  });
});

describe('questions that forged letters have used up', () => {
  it('do not keep a player from signing off', async () => {
    const account = desk.newest(ALICE);
    expect((await forge(ALICE, limits)).filter(isQuestion)).toHaveLength(
      questionLimits.unprovenPerDay,
    );
    const [asked] = await desk.post(answerTo(account, 'signoff'));
    expect(asked?.text).toContain('close the account alice');
    await desk.answer(ALICE, 'yes');
    expect(hasLeft()).toBe(true);
  });

  it('have told in the last one what to do, and an answer to it is proven', async () => {
    const questions = (await forge(ADMIN, suspensions)).filter(isQuestion);
    expect(questions).toHaveLength(questionLimits.unprovenPerDay);
    const told = questions.map((letter) => flat(letter).includes('Many e-mails'));
    expect(told).toEqual([false, false, false, false, true]);
    const [last] = questions.slice(-1);
    if (!last) throw new Error('no question');
    const [asked] = await desk.post(answerTo(last, 'admin suspend bob unkind words'));
    expect([asked?.to, asked && isQuestion(asked)]).toEqual([ADMIN, true]);
    expect(suspended()).toBe(0);
    await desk.answer(ADMIN, 'yes');
    expect(suspended()).toBe(1);
  });

  it.each([false, true])(
    'leave room in an answer to a report, with an account or without: %s',
    async (account) => {
      if (account) {
        await desk.post({ from: ADMIN, subject: 'signup boss', text: '' });
        await desk.answer(ADMIN, 'yes');
      }
      desk.put({ from: 'a@b.test, c@d.test', text: '' });
      await desk.round();
      runHousekeeping(desk.shell);
      const [report] = await desk.round();
      await forge(ADMIN, suspensions);
      if (!report) throw new Error('no report');
      expect(report.subject).toBe('Turnpost: report to the admins');
      const [asked] = await desk.post(answerTo(report, 'admin suspend bob unkind words'));
      expect(asked?.text).toContain('admin suspend bob unkind words');
    },
  );

  it('come back through the day, and not all at once', async () => {
    await forge(ALICE, limits.slice(0, 3));
    desk.time.now += 12 * oneHourMs;
    await forge(ALICE, limits.slice(3));
    expect((await forge(ALICE, ['set mail text'])).filter(isQuestion)).toEqual([]);
    desk.time.now += 12 * oneHourMs + 60_000;
    const [asked] = await forge(ALICE, ['set mail text']);
    expect(asked && isQuestion(asked)).toBe(true);
  });

  it('are not those of proven letters, which have a limit too and say so', async () => {
    const account = desk.newest(ALICE);
    let [asked, told] = [0, 0];
    const most = questionLimits.provenPerDay;
    for (let time = 0; time <= most + answerLimits.refusalsInARow; time++) {
      desk.time.now += oneHourMs / 2;
      const [sent] = await desk.post(answerTo(account, `address add alice@w${time}.test`));
      if (sent && isQuestion(sent)) asked++;
      else if (flat(sent).includes('already wait for your yes')) told++;
    }
    // Whoever is told so again and again has done nothing.
    expect([asked, told]).toEqual([most, answerLimits.refusalsInARow]);
    expect((await forge(ALICE, ['set mail text'])).filter(isQuestion)).toHaveLength(1);
  });
});

describe('the same request once more', () => {
  it('waits for the yes to the same question, and is asked again after a while', async () => {
    const [asked] = await forge(ALICE, ['set mail text']);
    expect(await forge(ALICE, ['set mail text', 'set mail text'])).toEqual([]);
    expect(lastEnd()).toMatchObject({ state: 'held' });
    desk.time.now += questionLimits.everyMs;
    const [again] = await forge(ALICE, ['set mail text']);
    expect(again?.email.replyTo).toEqual(asked?.email.replyTo);
    expect(heldCommands(desk.shell.db)).toBe(1);
    if (!again || !asked) throw new Error('not asked');
    await desk.post(answerTo(again, 'yes'));
    expect(flat(desk.newest(ALICE))).toContain('your e-mails are plain text');
    const [late] = await desk.post(answerTo(asked, 'yes'));
    expect(flat(late)).toContain('it was answered before');
  });

  it('is asked again at once where a proof comes with it', async () => {
    const account = desk.newest(ALICE);
    await forge(ALICE, ['signoff']);
    const [again] = await desk.post(answerTo(account, 'signoff'));
    expect(again && isQuestion(again)).toBe(true);
    expect(heldCommands(desk.shell.db)).toBe(1);
  });

  it('is answerable for as long as the newest letter says', async () => {
    await forge(ALICE, ['set mail text']);
    desk.time.now += questionLimits.heldMs - oneHourMs;
    await forge(ALICE, ['set mail text']);
    desk.time.now += questionLimits.heldMs - oneHourMs;
    await desk.answer(ALICE, 'yes');
    expect(flat(desk.newest(ALICE))).toContain('your e-mails are plain text');
  });

  it('uses up no more than its own questions, whoever repeats it', async () => {
    let asked = 0;
    for (let hour = 0; hour < 24; hour++) {
      asked += (await forge(ALICE, ['set mail text', 'set mail text'])).filter(isQuestion).length;
      desk.time.now += oneHourMs;
    }
    expect(asked).toBe(questionLimits.unprovenPerDay);
  });
});

describe('a question that an older version has asked', () => {
  it('is confirmed as it was', async () => {
    await forge(ALICE, ['address add alice@work.test']);
    forgetProofs(desk.shell.db);
    await desk.answer(ALICE, 'yes');
    expect(desk.newest('alice@work.test').text).toContain('alice');
  });
});

describe('an answer to a question', () => {
  it('opens nothing for anybody else', async () => {
    await forge(ALICE, ['set mail text']);
    const asked = desk.newest(ALICE);
    await desk.post({ ...answerTo(asked, 'limit forms 3'), from: BOB });
    const set = settings(desk.shell.db).filter(({ name }) => name.startsWith('limit'));
    expect(set).toEqual([]);
    expect(lastEnd()).toMatchObject({ state: 'ignored' });
  });

  it('that types another command is proven, and what was asked still waits', async () => {
    await forge(ALICE, ['set mail text']);
    const asked = desk.newest(ALICE);
    await desk.post(answerTo(asked, 'limit forms 3'));
    expect(flat(desk.newest(ALICE))).toContain('up to 3 boards');
    await desk.post(answerTo(asked, 'yes'));
    expect(flat(desk.newest(ALICE))).toContain('your e-mails are plain text');
  });
});

describe('a player in whose name many unproven letters come', () => {
  it('is told once a day', async () => {
    const told = () =>
      desk.sent.filter(
        (letter) => letter.to === ALICE && flat(letter).includes('came in your name'),
      ).length;
    const questions = Array.from({ length: 40 }, (_, at) => (at % 2 ? 'games' : `show ${at}`));
    const before = told();
    await forge(ALICE, questions);
    expect(told() - before).toBe(1);
    await forge(ALICE, questions);
    expect(told() - before).toBe(1);
    desk.time.now += oneDayMs;
    await forge(ALICE, questions);
    expect(told() - before).toBe(2);
  });
});

describe('what a question shows', () => {
  const LINK = 'https://evil-casino.test/win';

  it.each([
    [ADMIN, `admin suspend bob ${LINK}`, 'admin suspend bob ...'],
    [ADMIN, `admin end 1 draw ${LINK}`, 'admin end 1 draw ...'],
    [ADMIN, `admin undo 1 ${LINK}`, undefined],
    [
      ADMIN,
      'admin address bob evil@evil-casino.test',
      'admin address bob evil @ evil-casino . test',
    ],
    [ADMIN, 'admin broadcast', 'admin broadcast'],
    [ALICE, 'address add evil@evil-casino.test', 'address add evil @ evil-casino . test'],
    [ALICE, 'invite evil@evil-casino.test forms', 'invite evil @ evil-casino . test forms'],
    [ALICE, 'move 1 c3', 'move 1 c3'],
    [ALICE, 'message bob', 'message bob'],
    [ALICE, 'signoff', 'asks to close the account alice'],
    ['x@else.test', 'signup carol evil@evil-casino.test', 'signup carol ADDRESS'],
  ])('is never a word of whoever has forged it: %s, %s', async (from, subject, shown) => {
    const [asked] = await desk.post({ from, subject, text: `Dear admin, see ${LINK}` });
    expect(asked?.raw).not.toMatch(/casino\.test|https?:|Dear/);
    if (shown !== undefined) expect(flat(asked)).toContain(shown);
  });

  it('says of words that it does not show that they are there', async () => {
    const words = 'What it says to other players is not shown';
    const [act] = await desk.post({ from: ADMIN, subject: 'admin suspend bob unkind', text: '' });
    expect(flat(act)).toContain(words);
    const [text] = await desk.post({
      from: ADMIN,
      subject: 'admin broadcast',
      text: 'Hello, all.',
    });
    expect(flat(text)).toContain(words);
    const [move] = await desk.post({ from: ALICE, subject: 'move 1 c3', text: 'Hello, bob.' });
    expect(flat(move)).toContain(words);
    const [bare] = await desk.post({ from: ALICE, subject: 'move 1 b2', text: '' });
    expect(flat(bare)).not.toContain(words);
  });

  it.each([
    ['games', 'UTC'],
    ['set zone Asia/Tokyo', 'Asia/Tokyo'],
  ])('is when the letter came, by the reader’s wall: %s', async (line, zone) => {
    await desk.answer(ALICE, line);
    await desk.answer(ALICE, 'yes');
    desk.time.now = Date.UTC(2026, 11, 24, 17, 4);
    const [asked] = await desk.post({ from: ALICE, subject: 'resign 1', text: '' });
    const at =
      zone === 'UTC' ? '24 December 2026 at 17:04 UTC' : '25 December 2026 at 02:04 (Asia/Tokyo)';
    expect(flat(asked)).toContain(`came on ${at}. We ask because nothing shows that you wrote it`);
  });
});
