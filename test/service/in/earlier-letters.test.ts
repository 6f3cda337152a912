import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { oneHourMs } from '../../../src/limits.ts';
import type { Desk, Sent } from '../../support/desk/desk.ts';
import { statedOf } from '../../support/desk/picture.ts';
import { oneLine, storedBoard } from '../../support/desk/play.ts';
import { answerTo } from '../../support/post/letters.ts';
import { BUILDS, lettersOf, openBuild } from '../../support/stored/builds.ts';
import { addresses, settings, userids } from '../../support/stored/people.ts';
import { boards, suspendedPlayers } from '../../support/stored/play.ts';
import { placesOf } from '../../support/stored/rows.ts';

const [, SECOND] = BUILDS;
const NOBODY = 'eve@else.test';

describe.each(BUILDS)('a letter that the version of %s has sent', (build) => {
  let desk: Desk;
  let letters: ReadonlyMap<string, Sent>;
  beforeAll(async () => {
    letters = await lettersOf(build);
    desk = openBuild(build);
    // Until whoever has had enough answers, or was out of reach, gets some again.
    for (let half = 0; half < 4; half++) {
      await desk.round();
      desk.time.now += oneHourMs / 2;
    }
  });
  afterAll(() => desk.close());

  const letter = (about: string): Sent => {
    const found = letters.get(about);
    if (!found) throw new Error(`there is no letter with ${about}`);
    return found;
  };
  const boardOf = (about: string) => storedBoard(desk, Number(/\d+/.exec(letter(about).subject)));
  const movesOn = (about: string): readonly string[] =>
    boardOf(about).moves.split(' ').filter(Boolean);
  /** The move that the letter gives as an example. */
  const moveIn = (about: string): string =>
    /(?:first line|ersten Zeile): (\S+)/.exec(oneLine(letter(about)))?.[1] ?? '';

  /** Answers a letter. */
  const answer = async (about: string, text: string, from = letter(about).to) =>
    (await desk.post({ ...answerTo(letter(about), text), from })).map(
      (each) => `${each.to}: ${each.subject}: ${oneLine(each)}`,
    );

  it('does nothing for another address', async () => {
    const stated = () => {
      const { settings: all = [], ...others } = statedOf(desk.shell.db);
      // Whoever had a password is told once that it has gone.
      return { ...others, settings: all.filter((each) => !/gone/.test(JSON.stringify(each))) };
    };
    const before = stated();
    for (const [about, { to }] of letters) {
      const sent = await answer(about, /question/.test(about) ? 'yes' : 'resign', NOBODY);
      expect(sent.filter((each) => !each.startsWith(to) && !each.startsWith(NOBODY))).toEqual([]);
    }
    expect(stated()).toEqual(before);
    const told = desk.sent.filter((each) => /password was deleted/.test(oneLine(each)));
    expect(told.map(({ to }) => to)).toEqual(['dave@far.test']);
  });

  it.each(['a board', 'a board, in German', 'a board from before the secret was changed'])(
    'takes a move: %s',
    async (about) => {
      const before = movesOn(about);
      const sent = await answer(about, moveIn(about));
      expect(movesOn(about).slice(0, before.length)).toEqual(before);
      expect(movesOn(about)).toHaveLength(before.length + 1);
      expect(sent.some((each) => each.startsWith(letter(about).to))).toBe(true);
      if (about.endsWith('German')) {
        expect(sent.find((each) => each.startsWith('bert'))).toContain('alice ist am Zug. Du hast');
        expect(sent.find((each) => each.startsWith('gina'))).toContain('You watch this match');
      }
    },
  );

  it('has the move played that waits in advance', async () => {
    const about = 'a board on which a move waits in advance';
    const before = movesOn(about).length;
    await answer(about, moveIn(about));
    expect(movesOn(about)).toHaveLength(before + 2);
  });

  it.each([
    ['a draw', 'a board with an offer of a draw'],
    ['an undo', 'a board with an undo asked for'],
  ])('accepts %s, if need be after a question', async (_, about) => {
    const before = movesOn(about).length;
    const sent = await answer(about, 'accept');
    if (build !== SECOND) {
      // Its token does not say that the letter showed the offer.
      expect(sent).toHaveLength(1);
      expect(sent[0]).toContain('please confirm: accept');
      await desk.answer(letter(about).to, 'yes');
    }
    if (about.endsWith('draw')) expect(boardOf(about).ending).toBe('agreed');
    else expect(movesOn(about)).toHaveLength(before - 1);
  });

  it('says that its board has moved on', async () => {
    const about = 'a board that has moved on';
    const before = boardOf(about);
    const [sent] = await answer(about, moveIn(about));
    expect(sent).toContain('has moved on since the e-mail that you replied to');
    expect(boardOf(about)).toEqual(before);
  });

  it.each(['a challenge', 'a challenge from a position'])('begins a match: %s', async (about) => {
    const number = Number(/challenge (\d+)/.exec(letter(about).subject)?.[1]);
    const sent = await answer(about, 'accept');
    const { moves, ending, start } = storedBoard(desk, number);
    expect({ moves, ending }).toEqual({ moves: '', ending: null });
    const size = oneLine(letter(about)).match(/Board (\d+x\d+)/)?.[1];
    expect(start).toContain(` ${size} `);
    expect(sent).toHaveLength(2);
  });

  it('invites', async () => {
    const [first] = await answer('an invitation', 'signup paula');
    if (build !== SECOND) {
      // It had no token.
      expect(first).toContain('please confirm: signup');
      await desk.answer('paula@new.test', 'yes');
    }
    expect(userids(desk.shell.db)).toContain('paula');
    const letters = desk.sent.filter(({ to }) => to === 'paula@new.test');
    const [match] = build === SECOND ? ['Forms Board '] : ['alice challenges you to Forms'];
    expect(letters.some(({ subject }) => subject.includes(match ?? ''))).toBe(true);
  });

  it('takes a yes to a sign-up', async () => {
    const [sent] = await answer('a question: signup', 'yes');
    expect(sent).toContain('Welcome, zoe. Your account is open.');
    expect(userids(desk.shell.db)).toContain('zoe');
  });

  it('takes a yes to a resignation', async () => {
    const { text } = letter('a question: resign');
    await answer('a question: resign', 'yes');
    expect(storedBoard(desk, Number(/resign (\d+)/.exec(text)?.[1])).ending).toBe('resigned');
  });

  it('takes a yes to a password, and says that none is needed', async () => {
    const [sent] = await answer('a question: password', 'yes');
    expect(sent).toContain('You need no password here');
  });

  it('takes a yes to whoami all', async () => {
    const [sent] = await answer('a question: whoami all', 'yes');
    expect(sent).toContain('"userid": "otto"');
  });

  it('takes a yes to another address, from both addresses', async () => {
    const [asked] = await answer('a question: address add', 'yes');
    expect(asked).toContain('kim@two.test: Turnpost: please confirm');
    await desk.answer('kim@two.test', 'yes');
    await answer('a question to a new address', 'yes');
    const known = addresses(desk.shell.db).map(({ address }) => address);
    expect(known).toEqual(expect.arrayContaining(['kim@two.test', 'dave@third.test']));
  });

  it('takes a yes of an admin', async () => {
    expect(suspendedPlayers(desk.shell.db)).toHaveLength(1);
    await answer('a question: admin restore', 'yes');
    expect(suspendedPlayers(desk.shell.db)).toEqual([]);
  });

  it('proves who writes', async () => {
    const [sent] = await answer('a letter about the account', 'set coordinates no');
    expect(sent).toContain('coordinates no: the diagram has no letters');
    expect(settings(desk.shell.db)).toContainEqual({ player: 1, name: 'coordinates', value: 'no' });
  });

  it('is forgotten with whoever leaves, also where it could not be read', async () => {
    const hugo = 'hugo@daily.test';
    expect(placesOf(desk.shell.db, hugo)).toContain('inbox.raw');
    await desk.post({ from: hugo, subject: 'signoff', text: '' });
    await desk.answer(hugo, 'yes');
    expect(desk.newest(hugo).text).toContain("hugo's account is closed.");
    expect(placesOf(desk.shell.db, hugo)).toEqual([]);
  });

  // The earlier one had no puzzles, no robot, and no new tokens.
  if (build !== SECOND) return;

  it('takes the solution of a puzzle', async () => {
    const [sent] = await answer('a puzzle', 'e4-e2');
    expect(sent).toContain('e4-e2 is right, and the puzzle is solved');
  });

  it('begins the first match', async () => {
    const before = boards(desk.shell.db).length;
    const [sent] = await answer('a first board', moveIn('a first board'));
    expect(sent).toContain('Your move: The robot played');
    expect(boards(desk.shell.db)).toHaveLength(before + 1);
  });

  it('proves nothing after new tokens were made', async () => {
    const [sent] = await answer('of a token that was ended', 'set coordinates yes');
    expect(sent).toContain('please confirm: set coordinates yes');
  });
});
