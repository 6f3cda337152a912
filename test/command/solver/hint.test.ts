import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import { solverLimits } from '../../../src/solo-limits.ts';
import { matchOf } from '../../../src/store/play/matches.ts';
import { ALICE, BOB, type Desk, openBoard, openDesk } from '../../support/desk/desk.ts';
import { askSolverAgain, repeatSolverQuestion } from '../../support/stored/play.ts';

/** Hints: who gets one when, and what they say. */

/** Board 1, on which both have agreed on hints; alice is to move. */
let agreed: Desk;
let desk: Desk;
beforeAll(async () => {
  agreed = openDesk();
  await openBoard(agreed, 'forms -size=2x4 -hints');
});
afterAll(() => agreed.close());
const open = (): Desk => {
  desk = agreed.copy();
  return desk;
};
afterEach(() => desk.close());

const flat = (text = ''): string => text.replace(/\s+/g, ' ');
const ask = async (who: string, text: string): Promise<string> => {
  const letters = await desk.answer(who, text);
  return flat(letters.find(({ to }) => to === who)?.text);
};

describe('hints that both have agreed on', () => {
  it('stand in the challenge, in both first boards, in the record, and change no rating', async () => {
    open();
    const [first, second] = [ALICE, BOB].map((to) => flat(desk.newest(to).text));
    const told = 'agreed on hints in this match, which is not rated: hint 1';
    expect([first, second]).toEqual([expect.stringContaining(told), expect.stringContaining(told)]);
    expect(first).toContain('Also: hint 1 | ');
    expect(second).not.toContain('hint 1 |');
    const proposed = desk.sent.find(({ subject }) => subject.includes('challenges you'));
    expect(flat(proposed?.text)).toContain('Rated no Hints yes');
    expect(await ask(BOB, 'record 1')).toContain('White: bob Hints: agreed Result: *');
    expect(matchOf(desk.shell.db, 1)).toMatchObject({ hints: true });
    expect(matchOf(desk.shell.db, 1)?.rated).toBeUndefined();
  });

  it('prove a move, which the answer to their letter plays', async () => {
    open();
    const text = await ask(ALICE, 'hint');
    const [, move = ''] =
      /You asked: hint 1 ([a-z0-9x-]+) wins in 4 moves at most\. To play it/.exec(text) ?? [];
    expect(text).toContain(`reply with: ${move}`);
    expect(desk.newest(ALICE).email.html).toContain(`body=${move}%0D%0A`);
    await desk.answer(ALICE, move);
    expect(flat(desk.newest(BOB).text)).toContain(`alice played ${move}.`);
  });

  it('are for whoever is to move, while there is a move', async () => {
    open();
    expect(await ask(BOB, 'hint 1')).toContain(
      "it is alice's turn. Ask for a hint when it is yours",
    );
    await desk.post({ from: ALICE, subject: 'resign 1', text: '' });
    await desk.answer(ALICE, 'yes');
    expect(await ask(BOB, 'hint 1')).toContain('is over. To see who could have won');
    expect(await ask(BOB, 'hint 7')).toContain('There is no board 7');
  });

  it('come too late where the board has moved on', async () => {
    open();
    await ask(ALICE, 'hint 1');
    askSolverAgain(desk.shell.db);
    const [letter] = await desk.round();
    expect(flat(letter?.text)).toContain('has moved on since you asked for a hint');
  });

  it('are given only so often in a day, and do not count as solved positions', async () => {
    open();
    await ask(ALICE, 'hint 1');
    repeatSolverQuestion(desk.shell.db, solverLimits.hintsPerDay);
    expect(await ask(ALICE, 'hint 1')).toContain(
      `asked for ${solverLimits.hintsPerDay} hints today`,
    );
    expect(await ask(ALICE, 'solve "forms 2x1 xw x"')).toContain('is to move');
  });

  it('are agreed on again with a rematch', async () => {
    open();
    await desk.post({ from: ALICE, subject: 'resign 1', text: '' });
    await desk.answer(ALICE, 'yes');
    await desk.answer(BOB, 'rematch 1');
    expect(flat(desk.newest(ALICE).text)).toContain('Hints yes');
    await desk.answer(ALICE, 'accept');
    expect(matchOf(desk.shell.db, 2)).toMatchObject({ hints: true });
  });
});

describe('terms with hints', () => {
  it.each([
    ['challenge bob -hints -rated', 'A match with hints is not rated'],
    ['challenge bob -hints=perhaps', 'Write -hints or -hints=yes if that is what you want'],
    ['challenge open -hints', 'challenge open forms -hints Challenge 2'],
    ['challenge open -hints=no -unrated', 'challenge open forms, unrated Challenge 2'],
    ['challenge bob from 1 -hints', 'challenge bob from 1 -hints Challenge 2'],
  ])('are read: %s', async (line, says) => {
    open();
    // Its answer may be about anything.
    await ask(ALICE, 'games');
    expect(await ask(ALICE, line)).toContain(says);
  });

  it('are listed where somebody offers them, and may be countered', async () => {
    open();
    await ask(ALICE, 'games');
    await ask(ALICE, 'challenge bob forms -size=4x4');
    expect(await ask(BOB, 'counter 2 -hints')).toContain('counter 2 -hints');
    expect(flat(desk.newest(ALICE).text)).toContain('Rated yes no Hints no yes');
    expect(await ask(ALICE, 'challenges')).toMatch(/Rated Hints .* no yes/);
    expect(await ask(ALICE, 'counter 3 -rated')).toContain('counter 3 -rated');
    expect(flat(desk.newest(BOB).text)).toContain('Rated no yes Hints yes no');
  });
});

describe('no hints', () => {
  it('are there where nobody has agreed on any', async () => {
    desk = openDesk();
    await openBoard(desk, 'forms -size=2x4');
    expect(await ask(ALICE, 'hint 1')).toContain(
      'To play bob with hints: challenge bob forms -hints',
    );
    expect(flat(desk.newest(BOB).text)).not.toContain('hint');
  });
});

describe('against the robot', () => {
  const begin = async (terms: string) => {
    open();
    await desk.answer(ALICE, `play forms -first=me ${terms}`);
  };

  it('a guess says that it is one', async () => {
    await begin('-level=3');
    expect(await ask(ALICE, 'hint 2')).toMatch(
      /[a-h][1-8]x[a-h][1-8] looks best to me\. To play it/,
    );
  });

  it('there are none where it is rated', async () => {
    await begin('-level=5');
    expect(await ask(ALICE, 'hint 2')).toContain('rated, so there are no hints on it');
  });
});
