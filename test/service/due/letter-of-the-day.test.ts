import { beforeEach, describe, expect, it } from 'vitest';
import { parseMailto } from '../../../sandbox/draft.ts';
import { boardFacts } from '../../../src/command/letters/letters.ts';
import { morningLimits, oneDayMs, shownLimits } from '../../../src/limits.ts';
import { playHere } from '../../../src/match/play.ts';
import { startMatch as newMatch } from '../../../src/match/start.ts';
import { playerByAddress } from '../../../src/store/people/players.ts';
import { insertMatch, matchOf } from '../../../src/store/play/matches.ts';
import { putPendingNews } from '../../../src/store/play/waiting.ts';
import { BOB, type Sent } from '../../support/desk/desk.ts';
import { desk, eachDesk } from '../../support/desk/each.ts';
import { signUpAll } from '../../support/desk/players.ts';

/** Of the longest userid there may be. */
const LONG = 'a2345678901234567890@home.test';
const FIRST = 1_234_501;

eachDesk();
beforeEach(async () => {
  await signUpAll(desk, [BOB, LONG]);
});

/** Boards where it is bob's turn, each with words that bob has not been told. */
function openBoards(count: number, wordsOf: (board: number) => string): void {
  const { db } = desk.shell;
  const [bob, long] = [BOB, LONG].map((address) => playerByAddress(db, address));
  if (!bob || !long) throw new Error('nobody there');
  db.transaction(() => {
    for (let board = FIRST; board < FIRST + count; board++) {
      const start = newMatch(board, 'forms', { cols: 8, rows: 8 }, { first: long, second: bob });
      const moved = start.ok ? playHere(start.value, 'c4xc3') : undefined;
      if (!moved?.ok) throw new Error('no such move');
      const { match } = moved.value;
      insertMatch(db, match, desk.time.now + board);
      const text = wordsOf(board);
      if (text !== '') {
        putPendingNews(db, bob.id, boardFacts(match, [], { comment: { by: long.userid, text } }));
      }
    }
  })();
}

/** A board on which it is bob's turn, and nothing is played. */
function openSmall(board: number): void {
  const { db } = desk.shell;
  const [bob, long] = [BOB, LONG].map((address) => playerByAddress(db, address));
  if (!bob || !long) throw new Error('nobody there');
  const start = newMatch(board, 'minefield', { cols: 4, rows: 4 }, { first: bob, second: long });
  if (!start.ok) throw new Error('no such size');
  insertMatch(db, start.value, desk.time.now);
}

const settle = async (setting: string) => {
  await desk.post({ from: BOB, subject: setting, text: '' });
  await desk.answer(BOB, 'yes');
};

/** What comes to bob on the next morning. */
async function morning(): Promise<readonly Sent[]> {
  desk.time.now += oneDayMs;
  return (await desk.round()).filter(({ to }) => to === BOB);
}

const linksIn = (letter: Sent | undefined) =>
  [...(letter?.email.html ?? '').matchAll(/href="([^"]*)"/g)].map(([, href = '']) => {
    const link = parseMailto(href.replaceAll('&amp;', '&'));
    if (!link.ok) throw new Error(href);
    return link.value;
  });
const follow = (link: ReturnType<typeof linksIn>[number] | undefined) =>
  desk.post({
    from: BOB,
    to: link?.to ?? '',
    subject: link?.subject ?? '',
    text: link?.body ?? '',
  });

describe('a letter of the day about a hundred boards', () => {
  it.each(['en', 'de'])(
    'is a table of all of them that no program cuts off: %s',
    async (language) => {
      await settle('set notify daily');
      await settle(`set language ${language}`);
      openBoards(
        morningLimits.rows,
        (board) => `Words about ${board}, öfter als gedacht & <so> weiter`,
      );
      const [letter, ...others] = await morning();
      expect(others).toEqual([]);
      expect(letter?.raw.length).toBeLessThanOrEqual(shownLimits.bytes);
      const shows = linksIn(letter).filter(({ body }) => body.startsWith('show '));
      expect(shows.map(({ body }) => body)).toEqual(
        Array.from({ length: morningLimits.rows }, (_, at) => `show ${FIRST + at}\n`),
      );
      for (let board = FIRST; board < FIRST + morningLimits.rows; board++) {
        expect(letter?.text).toContain(`\n| Words about ${board}, öfter als gedacht`);
      }
      for (const line of letter?.text.split('\n') ?? [])
        expect(line.length).toBeLessThanOrEqual(72);
      expect(letter?.subject).toContain(`${morningLimits.rows}`);
      expect(letter?.subject).toContain(`${FIRST}`);
      const [shown] = await follow(shows[41]);
      expect(shown?.subject).toContain(`${FIRST + 41}`);
    },
  );

  it.each([
    [20, 300],
    [100, 2],
  ])('loses no word, and is cut off nowhere: %i boards with %i lines', async (count, lines) => {
    await settle('set notify daily');
    openBoards(count, (board) => `of ${board}\n${`ж ${board}\n`.repeat(lines)}last of ${board}`);
    const letters = await morning();
    const [digest] = letters.filter(({ subject }) => subject.startsWith('Turnpost'));
    expect(digest?.raw.length).toBeLessThanOrEqual(shownLimits.bytes);
    for (let board = FIRST; board < FIRST + count; board++) {
      expect(letters.filter(({ text }) => text.includes(`\n| last of ${board}`))).toHaveLength(1);
    }
    expect(await morning()).toHaveLength(1);
  });

  it('names those that it has no line for', async () => {
    await settle('set notify daily');
    openBoards(morningLimits.rows + 3, () => '');
    const [letter] = await morning();
    expect(letter?.text).toContain('3 more boards wait. To see all: games next');
    expect(letter?.text).not.toContain(`${FIRST + morningLimits.rows}`);
  });
});

describe('a letter of the day', () => {
  it('has moves that are one tap away, and play on the position that it shows and no other', async () => {
    await settle('set notify daily');
    const { db } = desk.shell;
    openSmall(7);
    openBoards(1, () => '');
    const [letter] = await morning();
    const moves = linksIn(letter).filter(({ body }) => body.startsWith('move 7 '));
    expect(moves).toHaveLength(16);
    await follow(moves[2]);
    const played = matchOf(db, 7)?.moves;
    expect(`move 7 ${played?.[0]} #1\n`).toBe(moves[2]?.body);
    const [late] = await follow(moves[3]);
    expect(matchOf(db, 7)?.moves).toEqual(played);
    expect(late?.text).toContain('#1');
  });

  it.each(['7: a1\n8: b2', '7) a1\n8) b2\nGood luck!', '8 b2\n7: a1'])(
    'is answered with a move behind the number of each board: %s',
    async (text) => {
      await settle('set notify daily');
      openSmall(7);
      openSmall(8);
      await morning();
      await desk.answer(BOB, text);
      expect([7, 8].map((board) => matchOf(desk.shell.db, board)?.moves)).toEqual([['a1'], ['b2']]);
    },
  );

  it('shows a board as it stands, where its reader has moved on it since', async () => {
    openBoards(1, () => 'Words that nobody has told.');
    await settle('set notify daily');
    await desk.post({ from: BOB, subject: `show ${FIRST}`, text: '' });
    await desk.answer(BOB, 'a1xa2');
    const [letter] = await morning();
    expect(letter?.subject).toBe(`Turnpost: news of board ${FIRST}`);
    expect(letter?.text).toContain('their turn');
    expect(letter?.text).toContain('\n| Words that nobody has told.');
    expect(letter?.text).toContain('a1xa2');
  });
});
