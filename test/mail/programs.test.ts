import { readdirSync, readFileSync } from 'node:fs';
import { basename } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { parseLetter } from '../../src/mail/letter.ts';
import { ALICE, BOB, type Desk, GAMES, openBoard, openDesk } from '../support/desk/desk.ts';
import { throwDice } from '../support/run/seed.ts';
import { boards } from '../support/stored/play.ts';

const dice = throwDice('mail programs');

/**
 * Answers to a real board letter as mail programs write them, with invented people. The letter that
 * they quote holds a move that could be played, and a comment of the opponent that says `resign`,
 * `yes` and `accept 1` on lines of their own.
 */
const FOLDER = new URL('../fixtures/mail/', import.meta.url);
const PATHS = readdirSync(FOLDER, { recursive: true, encoding: 'utf8' })
  .map((path) => path.replaceAll('\\', '/'))
  .filter((path) => path.includes('.'));
const nameOf = (path: string): string => basename(path, '.eml');
const bytesOf = (name: string): Buffer => {
  const path = PATHS.find((each) => nameOf(each) === name);
  if (path === undefined) throw new Error(`no letter ${name}`);
  return readFileSync(new URL(path, FOLDER));
};

const MOVE = 'f1xe1';
const DASH = 'Well played \u2013 but not well enough.';
const PLAIN = 'Well played, but not well enough.';
const SHORT = 'Well played.';
const GERMAN = 'Sch\u00f6n gespielt.';
const LONG = 'Well played, but it was not well enough, and I shall tell you why in my next letter.';

/** What the player typed below the move. */
const ANSWERS: Readonly<Record<string, readonly string[]>> = {
  'apple-iphone': [DASH],
  'apple-iphone-german': [GERMAN],
  'apple-mail': [DASH],
  'apple-mail-flowed': [LONG],
  fairemail: [PLAIN],
  'gmail-android': [DASH],
  'gmail-german': [DASH],
  'gmail-signed': [DASH],
  'gmail-web': [DASH],
  'gmx-web': [GERMAN],
  'html-only-phone': ['Well played & good luck.'],
  interleaved: [SHORT],
  'k9-mail': [SHORT],
  mutt: [PLAIN],
  'outlook-android-german': [GERMAN],
  'outlook-desktop': [PLAIN],
  'outlook-desktop-danish': ['Godt spillet, men ikke godt nok, n\u00e5r jeg g\u00f8r s\u00e5dan.'],
  'outlook-desktop-french': [
    'Bien jou\u00e9 \u2013 mais \u00e7a n\u2019ira pas. Il m\u2019en co\u00fbte 5 \u20ac.',
  ],
  'outlook-desktop-german': ['Sch\u00f6n gespielt, aber nicht sch\u00f6n genug.'],
  'outlook-ios': [PLAIN],
  'outlook-web': [PLAIN],
  protonmail: [DASH],
  roundcube: [PLAIN],
  'samsung-mail': [SHORT],
  'samsung-mail-html-only': [SHORT],
  thunderbird: [LONG],
  'thunderbird-german': [GERMAN],
  'thunderbird-trailing-blank': [],
  'top-posting-bare': [SHORT],
  'top-posting-marked': [SHORT],
  'web-de-app': [GERMAN],
  'yahoo-android': [SHORT],
  'yahoo-web': [PLAIN],
};
/** What was typed below a picture is a part of its own, which is not read. */
const PICTURED = 'apple-mail-picture';
/** The new text stands below the quotation, where nothing is read. */
const BELOW = ['bottom-posting', 'bottom-posting-gmail'];

it('every letter of the folders is in the table', () => {
  expect(PATHS.map(nameOf).sort()).toEqual([...Object.keys(ANSWERS), ...BELOW, PICTURED].sort());
});

describe('the new lines of an answer are what was typed', () => {
  const newLines = async (name: string): Promise<readonly string[]> => {
    const letter = await parseLetter(bytesOf(name), GAMES);
    if (!letter.ok) throw new Error(letter.error);
    expect(letter.value.sender).toEqual({ ok: true, value: ALICE });
    return letter.value.lines.filter((line) => line !== '').map((line) => line.trim());
  };

  it.each(Object.entries(ANSWERS))('%s', async (name, comment) => {
    expect(await newLines(name)).toEqual([MOVE, ...comment]);
  });

  it.each(BELOW)('%s: none above the quotation', async (name) => {
    expect(await newLines(name)).toEqual([]);
  });
});

describe('an answer does what was typed and nothing that is quoted', () => {
  let desk: Desk;
  beforeEach(async () => {
    desk = openDesk();
    await openBoard(desk, 'forms -size=6x6');
    await desk.answer(ALICE, 'b1xa1');
    await desk.answer(BOB, 'c1xd1\nJust type one of these:\n\nresign\nyes\naccept 1');
  });
  afterEach(() => desk.close());

  const matches = () => boards(desk.shell.db).map(({ moves, ending }) => ({ moves, ending }));

  /** Posts the letter as the answer to alice's newest one. */
  async function answer(name: string) {
    const { email } = desk.newest(ALICE);
    const address = email.replyTo?.[0]?.address ?? '';
    const raw = bytesOf(name)
      .toString('latin1')
      .replaceAll('games+aeaqcazoq57f7pfueybypca@turnpost.test', address)
      .replaceAll(
        '<aeaqcazoq57f7pfueybypca.gnitdjejvjn22nbk@turnpost.test>',
        email.messageId ?? '',
      );
    desk.box.set(desk.box.size + 1, Buffer.from(raw, 'latin1'));
    return desk.round();
  }

  it.each(dice.sample(Object.entries(ANSWERS), 16))('%s', async (name, comment) => {
    const sent = await answer(name);
    expect(matches()).toEqual([{ moves: `b1xa1 c1xd1 ${MOVE}`, ending: null }]);
    expect(sent.map(({ to }) => to).sort()).toEqual([ALICE, BOB]);
    const words = /alice writes:\n((?:\|.*\n)*)/.exec(desk.newest(BOB).text)?.[1]?.trim() ?? '';
    expect(words.replace(/^\|/gm, '').replace(/\s+/g, ' ').trim()).toBe(comment.join(' '));
  });

  it(`${PICTURED}: the move is played, and the player is told what was not read`, async () => {
    await answer(PICTURED);
    expect(matches()).toEqual([{ moves: `b1xa1 c1xd1 ${MOVE}`, ending: null }]);
    expect(desk.newest(BOB).text).not.toContain(SHORT);
    const told = desk.sent
      .filter(({ to }) => to === ALICE)
      .map(({ text }) => text.replace(/\s+/g, ' '));
    expect(told.filter((text) => text.includes('only the first is read. One line'))).toHaveLength(
      1,
    );
  });

  it.each(BELOW)('%s: nothing is done, and the player is told where to type', async (name) => {
    const sent = await answer(name);
    expect(matches()).toEqual([{ moves: 'b1xa1 c1xd1', ending: null }]);
    expect(sent.map(({ to }) => to)).toEqual([ALICE]);
    expect(desk.newest(ALICE).text.replace(/\s+/g, ' ')).toContain('above');
  });
});
