import { beforeEach, describe, expect, it } from 'vitest';
import { useridKey } from '../../../src/player/address.ts';
import { ALICE, BOB, beginWith, openBoard, type Sent } from '../../support/desk/desk.ts';
import { desk, eachDesk } from '../../support/desk/each.ts';
import { CAROL, flat, signUp } from '../../support/desk/players.ts';
import { callPlayer } from '../../support/stored/people.ts';
import { putBoards, putFinished, renumber } from '../../support/stored/play.ts';

const LONG = 'b2345678901234567890';
eachDesk();
beforeEach(async () => {
  await beginWith(desk, ['a board, and carol'], async () => {
    await openBoard(desk, 'forms -size=4x4');
    await signUp(desk, CAROL);
  });
});

/** A second board, of Minefield, on which alice is White. */
async function openSecond(): Promise<void> {
  await desk.answer(CAROL, 'challenge alice minefield -size=4x4 -first=me');
  await desk.answer(ALICE, 'accept');
}

/** Finished matches between alice and bob, one a day. */
const finish = (count: number, rules = 'forms') =>
  putFinished(desk.shell.db, 101, 100 + count, rules);

describe('games', () => {
  it('lists those of another player, which are public', async () => {
    const [list] = await desk.answer(CAROL, 'games bob');
    expect(list?.text).toContain(
      [
        'Boards of bob:',
        '',
        '  Board  Game   Against  Side   Move  To move',
        '      1  forms  alice    White     1  no',
        '',
        'To look at one: show 1',
      ].join('\n'),
    );
    await desk.answer(BOB, 'challenge carol');
    const [secret] = await desk.answer(ALICE, 'games bob');
    expect(secret?.text).not.toContain('carol');
  });

  it('has a button for each board, which shows it', async () => {
    await openSecond();
    const [list] = await desk.answer(ALICE, 'games');
    for (const board of [1, 2]) {
      expect(list?.email.html).toMatch(
        new RegExp(`class="button".*href="mailto:[^"]*body=show%20${board}%0D%0A`),
      );
    }
  });

  it.each(['games list', 'which games do you have?', 'list of games please'])(
    'lists the games here, with what to type: %s',
    async (text) => {
      const [list] = await desk.answer(CAROL, text);
      expect(list?.text).toContain('\nHex: play hex\nChess: play chess\n');
      expect(list?.text).not.toContain('amazons');
    },
  );

  it.each(['help mahjong', 'rules of mahjong please'])(
    'are named to whoever asks for another: %s',
    async (text) => {
      const [answer] = await desk.answer(CAROL, text);
      expect(flat(answer)).toContain('The games here are: Forms, Forms (original), Minefield,');
      expect(flat(answer)).not.toContain('Did you mean');
    },
  );

  it('shows the board that waits longest, and an answer moves on it', async () => {
    await openSecond();
    await desk.answer(CAROL, 'a1');
    const [list] = await desk.answer(ALICE, 'games next');
    const text = list?.text ?? '';
    expect(text.indexOf('      1  forms')).toBeGreaterThan(0);
    expect(text.indexOf('      2  minefield')).toBeGreaterThan(text.indexOf('      1  forms'));
    expect(flat(list)).toContain('Forms Board 1: It is your turn: Black (#), move 1.');
    await desk.answer(ALICE, 'a4b4');
    const [next] = await desk.answer(ALICE, 'games next');
    expect(flat(next)).toContain('Minefield Board 2: It is your turn');
    expect(flat(next)).not.toContain('Forms Board 1');
    const [his] = await desk.answer(CAROL, 'games alice next');
    expect(his?.text).toContain('      2  minefield  carol    White     1  yes');
  });

  it('lists what is finished when all are asked for', async () => {
    finish(3);
    const [list] = await desk.answer(ALICE, 'games all');
    expect(list?.text).toContain('Your boards:');
    expect(list?.text).toContain(
      [
        'Finished matches of alice:',
        '',
        '  Board  Game   Against  Result  Moves  Date',
        '    103  forms  bob      lost        1  1970-01-04',
        '    102  forms  bob      draw        1  1970-01-03',
        '    101  forms  bob      won         1  1970-01-02',
      ].join('\n'),
    );
  });

  it.each([
    ['games -page=2', 'That page is empty.'],
    ['games -page=two', 'A page is a number: games -page=2'],
    ['games nobody', 'There is no player nobody.'],
    ['games bob carol', 'Write it alone, or: games next, games all, games bob'],
    ['games carol', 'carol has no boards just now.'],
    ['games carol next', 'No board waits for a move of carol.'],
  ])('answers: %s', async (command, sentence) => {
    const [answer] = await desk.answer(ALICE, command);
    expect(flat(answer)).toContain(sentence);
  });

  it('turns pages', async () => {
    putBoards(desk.shell.db, 101, 124);
    const [one] = await desk.answer(ALICE, 'games');
    expect(flat(one)).toContain('There are more: games -page=2');
    const [two] = await desk.answer(ALICE, 'games -page=2');
    expect(two?.text.match(/^ +1\d\d {2}forms/gm)).toHaveLength(5);
  });

  it('has something to say when there is nothing', async () => {
    const [none] = await desk.answer(CAROL, 'games');
    expect(flat(none)).toContain('You have no boards and no challenges.');
    const [next] = await desk.answer(CAROL, 'games next');
    expect(flat(next)).toContain('No board waits for your move.');
  });
});

describe('show next', () => {
  it('is the board letter that waits longest', async () => {
    const [board] = await desk.answer(ALICE, 'show next');
    expect(board?.subject).toBe('Forms Board 1 (alice vs bob)');
    await desk.answer(ALICE, 'a4b4');
    const [none] = await desk.answer(ALICE, 'show next');
    expect(flat(none)).toContain('No board waits for your move.');
    const [shape] = await desk.answer(ALICE, 'show me all of it');
    expect(flat(shape)).toContain('To list boards: games');
  });
});

describe('history', () => {
  it('is of a player, and turns its pages', async () => {
    finish(45);
    const boards = (text = '') => [...text.matchAll(/^ +(1\d\d) /gm)].map(([, each]) => each);
    const [first] = await desk.answer(CAROL, 'history BOB');
    expect(boards(first?.text)).toHaveLength(20);
    expect(boards(first?.text)[0]).toBe('145');
    expect(flat(first)).toContain('There are more: history BOB -page=2');
    const [third] = await desk.answer(CAROL, 'history bob forms -page=3');
    expect(boards(third?.text)).toEqual(['105', '104', '103', '102', '101']);
    expect(flat(third)).not.toContain('There are more');
    const [none] = await desk.answer(CAROL, 'history bob minefield');
    expect(flat(none)).toContain('There are no finished matches to list.');
  });

  it('brings the records of its page in a file', async () => {
    finish(22);
    const records = (sent: Sent | undefined) =>
      sent?.email.attachments.map(({ filename, content }) => ({
        filename,
        boards: [
          ...Buffer.from(content as ArrayBuffer)
            .toString()
            .matchAll(/^Board: (\d+)$/gm),
        ].map(([, board]) => Number(board)),
      }));
    const [first] = await desk.answer(CAROL, 'history BOB -records');
    const newest = Array.from({ length: 20 }, (_, index) => 122 - index);
    expect(records(first)).toEqual([{ filename: 'history-BOB-1.txt', boards: newest }]);
    expect(flat(first)).toContain('are attached: history-BOB-1.txt');
    expect(flat(first)).toContain('There are more: history BOB -records -page=2');
    const [both] = await desk.answer(CAROL, 'history BOB forms -page=2 -records\nhistory alice');
    expect(records(both)).toEqual([{ filename: 'history-BOB-forms-2.txt', boards: [102, 101] }]);
    const [none] = await desk.answer(CAROL, 'history bob minefield -records');
    expect(records(none)).toEqual([]);
    expect(flat(none)).toContain('There are no finished matches to list.');
  });

  it('is the own one when nobody is named', async () => {
    finish(1);
    const [mine] = await desk.answer(ALICE, 'history');
    expect(mine?.text).toContain('Finished matches of alice:');
    expect(mine?.text).toContain('101');
  });

  it('fits its columns whatever the names', async () => {
    finish(2, 'forms-original');
    renumber(desk.shell.db, 1_234_500);
    callPlayer(desk.shell.db, 1, 'a2345678901234567890', 'alice');
    callPlayer(desk.shell.db, 2, LONG, useridKey(LONG));
    for (const command of ['history forms-original', `history ${LONG}`]) {
      const [list] = await desk.answer(CAROL, command);
      expect(list?.text).toContain('1234601');
      for (const line of list?.text.split('\n') ?? []) expect(line.length).toBeLessThanOrEqual(72);
    }
  });

  it.each([
    ['history bob alice', 'Write a player, a game, or both: history bob forms'],
    ['history nobody', 'There is no player nobody.'],
    ['history bob -page=0', 'A page is a number: history bob -page=2'],
  ])('is refused: %s', async (command, sentence) => {
    const [refused] = await desk.answer(ALICE, command);
    expect(flat(refused)).toContain(sentence);
  });
});
