import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import {
  archiveFiles,
  exportArchive,
  importArchive,
} from '../../../src/service/archive/archive.ts';
import { robotLimits } from '../../../src/solo-limits.ts';
import { ADMIN, ALICE, BOB, type Desk, openBoard, openDesk } from '../../support/desk/desk.ts';
import { storedBoard } from '../../support/desk/play.ts';
import { answerTo } from '../../support/post/letters.ts';
import { lettersOut } from '../../support/stored/letters.ts';
import { addresses, useridOf } from '../../support/stored/people.ts';
import {
  boards,
  challenges,
  changeBoard,
  clocks,
  offers,
  ratings,
  robotTurns,
} from '../../support/stored/play.ts';

/** Alice and bob have played a board, and each of them has a letter about the account. */
let begun: Desk;
let desk: Desk;
beforeAll(async () => {
  begun = openDesk();
  await openBoard(begun, 'forms -size=4x4');
  await begun.answer(ALICE, 'resign');
  await begun.post({ from: ALICE, subject: 'help', text: '' });
});
afterAll(() => begun.close());
beforeEach(() => {
  desk = begun.copy();
});
afterEach(() => desk.close());

const flat = (text = ''): string => text.replace(/\s+/g, ' ');
/** The newest board letter that alice got, answered. */
const onBoard = (text: string) => {
  const letter = desk.sent.findLast(({ to, subject }) => to === ALICE && /Board/.test(subject));
  if (!letter) throw new Error('no board');
  return desk.post(answerTo(letter, text));
};
const begin = (terms: string) => desk.answer(ALICE, terms);
const movesOf = (board: number): string => storedBoard(desk, board).moves;
const ofRobots = () => boards(desk.shell.db).filter(({ robot }) => robot !== null);

/** Whether the clock of board 2 is wound for nobody. */
const isNever = ({ shell }: Desk) =>
  clocks(shell.db).find(({ board }) => board === 2)?.dueAt === null;

describe('a match against the robot', () => {
  it('begins at once, with the first board', async () => {
    const sent = await begin('play forms -size=4x4 -level=3 -first=me');
    expect(sent.map(({ to, subject }) => [to, subject])).toEqual([
      [ALICE, 'Forms Board 2 (alice vs robot)'],
    ]);
    expect(flat(sent[0]?.text)).toContain(
      'Your move: The robot plays against you, at level 3 of 5.',
    );
    expect(sent[0]?.text).not.toMatch(/say 2/);
    expect(storedBoard(desk, 2)).toMatchObject({ robot: 3, rated: 0 });
  });

  it.each([
    ['challenge robot forms -size=4x4 -level=4 -first=me', 4],
    ['challenge ROBOT-1 forms -size=4x4 -first=me', 1],
    ['challenge alice robot forms -size=4x4', 2],
    ['forms play -size=4x4 -first=me', 2],
    ['challenge robot from 1 -level=3', 3],
  ])('is what %s asks for', async (line, level) => {
    const [letter, ...others] = await begin(line);
    expect(others).toEqual([]);
    expect(letter?.subject).toMatch(/Forms Board 2 \((alice vs robot|robot vs alice)\)/);
    expect(storedBoard(desk, 2).robot).toBe(level);
    expect(challenges(desk.shell.db)).toHaveLength(1);
  });

  it.each([
    ['can we play hex on 7x7?', 'play hex, 7x7'],
    ['hex please', 'play hex'],
    ['I thought this was chess', 'play chess'],
  ])('is offered to whoever names a game: %s', async (text, line) => {
    const [letter] = await desk.answer(ALICE, text);
    expect(flat(letter?.text)).toContain(`Did you mean: ${line} `);
  });

  it('tells both moves in one letter, in the thread of the answered one', async () => {
    await begin('play forms -size=4x4 -level=3 -first=me');
    const letters = await onBoard('a4b4\nPlay well!');
    expect(letters.map(({ to }) => to)).toEqual([ALICE]);
    const [, theirs] = movesOf(2).split(' ');
    const text = flat(letters[0]?.text);
    expect(text).toContain(`Your move: The robot played ${theirs}.`);
    expect(text).toContain('You played a4xb4. One stone was removed.');
    expect(text).not.toContain('Play well!');
    const answer = lettersOut(desk.shell.db).at(-1);
    expect(answer).toMatchObject({ automatic: 'auto-replied', inReplyTo: expect.any(String) });
    expect(robotTurns(desk.shell.db)).toEqual([]);
  });

  it('begins with the move of the robot where that is first', async () => {
    const [letter, ...others] = await begin('play forms -size=4x4 -first=them');
    expect(others).toEqual([]);
    expect(flat(letter?.text)).toContain(`Your move: The robot played ${movesOf(2)}.`);
  });

  it('is told at once, and then as it is set, to who wants fewer letters', async () => {
    await desk.answer(ALICE, 'set notify result');
    await begin('play forms -size=4x4 -first=me');
    const letters = await onBoard('a4b4');
    expect(letters.map(({ text }) => flat(text))).toEqual([
      expect.stringContaining("It is the robot's turn. You played a4xb4."),
    ]);
    expect(movesOf(2).split(' ')).toHaveLength(2);
  });

  it('goes on by itself as far as moves are queued', async () => {
    const { db } = desk.shell;
    await begin('play forms -size=4x4 -first=me');
    // The robot has not answered yet when the second letter is read.
    desk.put(answerTo(desk.newest(ALICE), 'a4b4'));
    desk.put({ ...answerTo(desk.newest(ALICE), 'queue d1d2\nqueue 2 d1c1') });
    const letters = await desk.round();
    expect(letters.filter(({ subject }) => /Board 2/.test(subject))).toHaveLength(1);
    expect(robotTurns(db)).toEqual([]);
  });

  it('has no clock on the side of the robot, and no letter to it', async () => {
    await begin('play forms -size=4x4 -first=me -forfeit=2d -nag=1d');
    expect(isNever(desk)).toBe(false);
    const atIts: unknown[] = [];
    const robot = {
      choose: () => {
        atIts.push(isNever(stuck));
        return Promise.reject(new Error('no'));
      },
      stop: async () => undefined,
    };
    const stuck: Desk = desk.copy({ robot, log: 'silent' });
    stuck.put(answerTo(stuck.newest(ALICE), 'a4b4'));
    await stuck.round();
    expect(atIts).toEqual(Array(robotLimits.attempts).fill(true));
    // It has tried several times, and plays on in any case.
    expect(storedBoard(stuck, 2).moves.split(' ')).toHaveLength(2);
    stuck.close();
    expect(addresses(desk.shell.db).filter(({ player }) => player < 0)).toEqual([]);
  });

  it('ends with what can be played next, as lines to tap', async () => {
    await begin('play forms -size=4x4 -level=3 -first=me');
    const [letter] = await onBoard('resign');
    expect(flat(letter?.text)).toContain('with the sides swapped, reply with: rematch Other games');
    expect(letter?.email.html).toMatch(/mailto:[^"]*body=rematch%0D%0A/);
    expect(letter?.text).not.toContain('level');
    const [again] = await desk.answer(ALICE, 'rematch');
    expect(again?.subject).toBe('Forms Board 3 (robot vs alice)');
    expect(storedBoard(desk, 3).robot).toBe(3);
  });

  it('is there so many times at once, and no more', async () => {
    const lines = Array.from({ length: robotLimits.matches }, () => 'play forms -size=4x4');
    desk.put(answerTo(desk.newest(ALICE), lines.join('\n')));
    desk.put(answerTo(desk.newest(ALICE), 'play minefield'));
    const sent = await desk.round();
    expect(sent.map(({ text }) => flat(text))).toContainEqual(
      expect.stringContaining(`You play on ${robotLimits.matches} boards against the robot`),
    );
    expect(ofRobots()).toHaveLength(robotLimits.matches);
  });

  it.each([
    ['play forms -level=9', 'A level is a number from 1'],
    ['play forms -level=4 -rated', 'is rated only at level 5, on the usual board'],
    ['play forms -size=6x6 -level=5 -rated', 'is rated only at level 5, on the usual board'],
    ['challenge bob forms -level=3', 'Only the robot has levels.'],
    ['message robot\nHello', 'a program: it has no account'],
    ['block robot', 'a program: it has no account'],
    ['signup robot', 'You already have an account'],
  ])('is explained to who writes %s', async (line, words) => {
    const [letter] = await begin(line);
    expect(flat(letter?.text)).toContain(words);
    expect(ofRobots()).toEqual([]);
  });
});

describe('what the robot is asked on a board', () => {
  it('takes back what is not rated, and lets both move again', async () => {
    await begin('play forms -size=4x4 -first=me');
    await onBoard('a4b4');
    const [letter] = await onBoard('undo');
    expect(flat(letter?.text)).toContain('he robot has agreed to let you move again: 2 moves');
    expect(movesOf(2)).toBe('');
  });

  it('takes nothing back in a rated match, nor is that offered', async () => {
    await begin('play forms -level=5 -first=me');
    changeBoard(desk.shell.db, { robot: 5 }, 2);
    const [board] = await onBoard('a8b8');
    expect(storedBoard(desk, 2).rated).toBe(1);
    expect(board?.text).not.toContain('undo 2');
    const [letter] = await onBoard('undo');
    expect(flat(letter?.text)).toContain('The match is rated, so the robot takes no move back');
  });

  it('answers an offer of a draw at once', async () => {
    await begin('play minefield -size=4x4 -first=me');
    const [letter] = await onBoard('draw');
    expect(flat(letter?.text)).toMatch(/The robot thanks you for the offer|accepted the draw/);
    expect(offers(desk.shell.db)).toEqual([]);
  });

  it('says kindly that it reads no words', async () => {
    await begin('play forms -size=4x4 -first=me');
    const [letter] = await onBoard('say\nHello?');
    expect(flat(letter?.text)).toContain('The robot is a program and does not read messages');
  });

  it('moves again after an undo by an admin', async () => {
    await begin('play forms -size=4x4 -first=me');
    await onBoard('a4b4');
    await desk.post({ from: ADMIN, subject: 'admin undo 2', text: '' });
    const sent = await desk.post(answerTo(desk.newest(ADMIN), 'yes'));
    const letter = sent.find(({ to }) => to === ALICE);
    expect(flat(letter?.text)).toContain('Your move: The robot played');
    expect(movesOf(2).split(' ')).toHaveLength(2);
    expect(storedBoard(desk, 2).revision).toBe(5);
  });

  it('is resigned by an admin like any other, and not suspended', async () => {
    const act = async (line: string) => {
      await desk.post({ from: ADMIN, subject: line, text: '' });
      return desk.post(answerTo(desk.newest(ADMIN), 'yes'));
    };
    await begin('play forms -size=4x4 -first=me');
    const sent = await act('admin resign 2 robot');
    expect(flat(sent.find(({ to }) => to === ALICE)?.text)).toContain('you have won');
    const [refused] = await act('admin suspend robot');
    expect(flat(refused?.text)).not.toContain('suspended');
  });

  it('is resigned by who signs off in the middle of it', async () => {
    await begin('play forms -size=4x4 -first=me');
    desk.put(answerTo(desk.newest(ALICE), 'a4b4'));
    desk.put(answerTo(desk.newest(ALICE), 'signoff'));
    await desk.round();
    await desk.answer(ALICE, 'yes');
    expect(storedBoard(desk, 2)).toMatchObject({ ending: 'resigned', winner: 'white' });
    expect(robotTurns(desk.shell.db)).toEqual([]);
  });

  it('is nobody whom letters, challenges to all or lists of people know', async () => {
    await begin('challenge open forms');
    await desk.post({ from: BOB, subject: 'players', text: '' });
    expect(challenges(desk.shell.db)[1]).toMatchObject({ number: 2, state: 'open' });
    expect(flat(desk.newest(BOB).text)).toContain('There is also the robot, a program');
  });
});

describe('the archive of a match against the robot', () => {
  it('says so, and is read back', async () => {
    await begin('play forms -level=3 -first=me');
    await onBoard('a8b8');
    await onBoard('resign');
    const folder = join(desk.folder, 'archive');
    exportArchive(desk.shell.db, folder);
    const [file = ''] = archiveFiles(folder);
    const lines = readFileSync(join(folder, file), 'utf8').trim().split('\n');
    const { white, robot } = JSON.parse(lines.at(-1) ?? '') as Record<string, unknown>;
    expect({ white, robot }).toEqual({ white: 'robot', robot: 3 });

    const other = openDesk();
    expect(importArchive(other.shell.db, folder, [file], 0).ok).toBe(true);
    const kept = (at: Desk) => {
      const { black, white, robot, moves, rated } = storedBoard(at, 2);
      return [black < 0, white < 0, robot, moves, rated];
    };
    expect(kept(other)).toEqual(kept(desk));
    const rated = ({ shell: { db } }: Desk) =>
      ratings(db).map(({ player, rating }) => ({
        userid: useridOf(db, player),
        rating,
      }));
    expect(rated(other)).toEqual(rated(desk));
    expect(rated(desk)).toContainEqual({ userid: 'robot-3', rating: expect.any(Number) });
    other.close();
    // A person who was called so on another server cannot be taken for it.
    writeFileSync(join(folder, file), `${lines.join('\n').replace(',"robot":3', '')}\n`);
    const third = openDesk();
    expect(importArchive(third.shell.db, folder, [file], 0)).toMatchObject({
      error: { error: { code: 'bad-userid' } },
    });
    third.close();
  });
});
