import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { CLASSIC_LINES } from '../../../src/command/text/classic-lines.ts';
import { ALICE, type Desk, openBoard, openDesk } from '../../support/desk/desk.ts';
import { onDisk } from '../../support/desk/kept-letters.ts';
import { throwDice } from '../../support/run/seed.ts';

const SECRET = 'hunter2-Xyz9';
const ELSEWHERE = 'someone@cafe.test';
const WORDS: Readonly<Record<string, string>> = {
  ADDRESS: 'alice@work.test',
  COUNT: '3',
  GAME: 'forms',
  MOVE: 'a4b4',
  N: '1',
  NAME: 'bob',
  STATE: 'all',
  USERID: 'alice',
  WORDS: '',
};

let before: Desk;
let desk: Desk;
beforeAll(async () => {
  before = openDesk({ log: 'silent' });
  await openBoard(before, 'forms -size=4x4');
  await before.post({ from: ALICE, subject: `password ${SECRET}`, text: '' });
  await before.answer(ALICE, 'yes');
});
afterAll(() => before.close());

const LINES = throwDice('classic passwords').sample(
  CLASSIC_LINES.map(({ line }) => line).filter(
    (line) => line.includes('USERID PASSWORD') && !line.includes('SECRET'),
  ),
  12,
);
const written = (line: string, password: string) =>
  line
    .replace('PASSWORD', password)
    .replace(/\b[A-Z]+\b/g, (name) => WORDS[name] ?? name)
    .trim();

/** A letter from an address that is nobody's, and what became of it. */
async function write(subject: string, text = '') {
  const logged: string[] = [];
  desk = before.copy({ logTo: { write: (line) => logged.push(line) } });
  const sent = await desk.post({ from: ELSEWHERE, subject, text });
  const { db } = desk.shell;
  const kept = Buffer.concat([onDisk(db), ...sent.map(({ raw }) => Buffer.from(raw))]);
  const reason = db.prepare('select reason from inbox order by id desc limit 1').pluck().get();
  desk.close();
  return { sent, reason, kept: kept.toString('latin1') + logged.join('') };
}

describe.each(LINES)('%s', (line) => {
  it('is from the player whose password it holds, which stays nowhere', async () => {
    const { sent, reason, kept } = await write(written(line, SECRET), 'Hello.');
    expect(sent.filter(({ to }) => to === ALICE).length, `${reason}`).toBeGreaterThan(0);
    expect(sent.filter(({ to }) => to === ELSEWHERE)).toEqual([]);
    expect(kept).not.toContain(SECRET);
  });

  it('is from a stranger with any other, which stays nowhere either', async () => {
    const { sent, reason, kept } = await write(written(line, 'wrong-Guess-7'), 'Hello.');
    expect([sent, reason]).toEqual([[], 'password-wrong']);
    expect(kept).not.toContain('wrong-Guess-7');
  });
});
