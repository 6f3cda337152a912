import { describe, expect, it } from 'vitest';
import { LEVELS } from '../../../src/engine/robot/level.ts';
import { ALICE } from '../../support/desk/desk.ts';
import { desk, eachDesk } from '../../support/desk/each.ts';
import { signUp } from '../../support/desk/players.ts';
import { boards } from '../../support/stored/play.ts';

const answered = () => desk.newest(ALICE).text.replace(/\s+/g, ' ');
const levels = () => boards(desk.shell.db).map(({ robot }) => robot);
const begin = async (level: number) => {
  await signUp(desk, ALICE);
  await desk.answer(ALICE, `play forms -size=4x4 -first=me -level=${level}`);
};
const offer = (level: number) => `Did you mean: play forms, 4x4, level ${level}, the robot begins `;

/** Wishes, and by how many levels they differ from level 3. */
const WISHES: readonly (readonly [string, number])[] = [
  ['a stronger robot please', 1],
  ['this is too easy, can you play better?', 1],
  ['play a harder robot', 1],
  ['Level 5 please', 2],
  ['level two would be nice', -1],
  ['your strongest please', 2],
  ['too hard for me', -1],
  ['an easier one', -1],
  ['stärkerer Roboter bitte', 1],
  ['Stufe 4', 1],
  ['Stufe fünf', 2],
  ['das ist zu leicht', 1],
  ['zu schwer für mich', -1],
  ['einen schwächeren Gegner bitte', -1],
];

describe('a wish for another level, in reply to a board against the robot', () => {
  eachDesk();

  it.each(WISHES)('is offered: %s', async (text, by) => {
    await begin(3);
    await desk.answer(ALICE, text);
    expect(answered()).toContain(offer(3 + by));
    await desk.answer(ALICE, 'yes');
    expect(levels()).toEqual([3, 3 + by]);
  });

  it.each([
    ['a stronger robot please', LEVELS.length, 'strongest'],
    ['too hard for me', 1, 'weakest'],
  ])('beyond the last one is told: %s', async (text, level, last) => {
    await begin(level);
    await desk.answer(ALICE, text);
    expect(answered()).toContain(`level ${level}, its ${last}`);
    expect(answered()).not.toContain('Did you mean');
  });

  it.each(['level 4 please', 'harder', 'another game with a stronger robot', 'rematch at level 4'])(
    'is the rematch in reply to its end: %s',
    async (text) => {
      await begin(3);
      await desk.answer(ALICE, 'resign');
      await desk.answer(ALICE, text);
      expect(answered()).toContain(offer(4));
      await desk.answer(ALICE, 'yes');
      expect(levels()).toEqual([3, 4]);
    },
  );

  it.each([
    ...['What level is this game on?', 'is this robot strong?', 'Wie stark spielst du?'],
    'Auf welcher Stufe spiele ich gerade?',
  ])('is no question about the level, which is told: %s', async (text) => {
    await begin(3);
    await desk.answer(ALICE, text);
    expect(answered()).toContain('The robot plays at level 3 of 5 here');
    await desk.answer(ALICE, 'play forms level 4');
    expect(levels()).toEqual([3, 4]);
  });

  it.each(['new game please', 'Noch eine Partie'])(
    'is none, but another match: %s',
    async (text) => {
      await begin(3);
      await desk.answer(ALICE, text);
      expect(answered()).toMatch(/^Did you mean: play forms That/);
    },
  );

  it('is of the game and size that it names', async () => {
    await begin(3);
    await desk.answer(ALICE, 'a harder robot at hex, 7x7');
    expect(answered()).toContain('Did you mean: play hex, 7x7, level 4, the robot begins ');
  });

  it.each(['hex please, also easy', 'Hex, für Anfänger'])(
    'is the first one where it is to be easy: %s',
    async (text) => {
      await begin(3);
      await desk.answer(ALICE, text);
      expect(answered()).toMatch(/Did you mean: play hex, level 1\b/);
    },
  );

  it('leaves a clock that was agreed', async () => {
    await signUp(desk, ALICE);
    await desk.answer(ALICE, 'play forms -size=4x4 -first=me -forfeit=30d -level=3');
    await desk.answer(ALICE, 'stronger');
    expect(answered()).toContain('-forfeit=30d -level=4');
  });
});

describe('a wish for another level, elsewhere', () => {
  eachDesk();

  it('is about the match against the robot', async () => {
    await begin(3);
    await desk.answer(ALICE, 'help');
    await desk.answer(ALICE, 'a stronger robot please');
    expect(answered()).toContain(offer(4));
  });

  it.each([
    ['a stronger robot please', 3],
    ['please a robot of level 4', 4],
  ])('is by the default level without one: %s', async (text, level) => {
    await signUp(desk, ALICE);
    await desk.answer(ALICE, text);
    expect(answered()).toMatch(new RegExp(`Did you mean: play forms, level ${level} `));
  });
});

describe('words about strength on a board of two players', () => {
  eachDesk('forms -size=4x4');

  it.each(['this is too hard for me', 'Room 7, level 5', 'zu leicht!', 'how strong are you?'])(
    'are no wish: %s',
    async (text) => {
      await desk.answer(ALICE, text);
      expect(answered()).not.toMatch(/play forms|level \d of/);
    },
  );

  it('are one if they name the robot', async () => {
    await desk.answer(ALICE, 'a stronger robot please');
    expect(answered()).toContain('level 3 ');
  });
});
