import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { solutionOf, startPosition, stepAfter } from '../../../src/engine/puzzle/puzzle.ts';
import { type Attempt, beginAttempt, positionOf } from '../../../src/match/puzzle/attempt.ts';
import { puzzleLimits } from '../../../src/solo-limits.ts';
import { insertMatch, matchOf } from '../../../src/store/play/matches.ts';
import {
  attemptOf,
  nextPuzzle,
  openAttempt,
  putAttempt,
  standingOf,
} from '../../../src/store/puzzle/puzzles.ts';
import { ALICE, BOB, type Desk, openBoard, openDesk, type Sent } from '../../support/desk/desk.ts';
import { storedBoard } from '../../support/desk/play.ts';
import { answerTo } from '../../support/post/letters.ts';
import { speak } from '../../support/stored/people.ts';
import { grow } from '../../support/toy/grow.ts';
import { offerToys } from '../../support/toy/offer-toys.ts';

offerToys(grow);

let start: Desk;
let desk: Desk;
beforeAll(async () => {
  start = openDesk();
  await openBoard(start, 'forms -size=2x4');
});
afterAll(() => start.close());
beforeEach(() => {
  desk = start.copy();
});
afterEach(() => desk.close());

const alone = (letters: readonly Sent[]): Sent => {
  expect(letters).toHaveLength(1);
  return letters[0] as Sent;
};
const textOf = ({ text }: Sent): string => text.replace(/\s+/g, ' ');
const askUnproven = async (text: string, from = ALICE) =>
  alone(await desk.post({ from, subject: text, text: '' }));
const answer = async (text: string, from = ALICE) => alone(await desk.answer(from, text));
const open = (playerId = 1): Attempt => {
  const attempt = openAttempt(desk.shell.db, playerId);
  if (!attempt) throw new Error('no puzzle is open');
  return attempt;
};
const stepOf = (attempt: Attempt) => stepAfter(attempt.puzzle, attempt.moves);
const rightMove = (attempt: Attempt): string => solutionOf(stepOf(attempt))[0] ?? '';
const wrongMoves = (attempt: Attempt) => Object.entries(stepOf(attempt).fails);
const rowOf = (number: number) => attemptOf(desk.shell.db, 1, number);

/** Gives up until a puzzle comes in which so many moves are to be found. */
async function until(fits: (attempt: Attempt) => boolean): Promise<Attempt> {
  await answer('puzzle');
  for (let count = 0; count < puzzleLimits.perDay; count++) {
    if (fits(open())) return open();
    await answer('give up');
    desk.time.now += 3_600_000;
    await answer('puzzle');
  }
  throw new Error('no such puzzle');
}

describe('a puzzle by letter', () => {
  it('is asked about first where nothing proves who wrote', async () => {
    const { subject } = await askUnproven('puzzle');
    expect(subject).toBe('Turnpost: please confirm: puzzle');
    expect(openAttempt(desk.shell.db, 1)).toBeUndefined();
    expect((await answer('yes')).subject).toMatch(/^Turnpost: puzzle \d+ /);
    expect(open().moves).toEqual([]);
  });

  it('comes to whoever asks, with taps for answers', async () => {
    const letter = await answer('puzzle');
    expect(letter.subject).toBe('Turnpost: puzzle 1 (Forms 8x8)');
    expect(letter.text).toMatch(/^Puzzle 1: White \(O\) is to move and wins\. Which move\?/);
    expect(letter.email.html).toMatch(/mailto:games%2b[a-z0-9]+@[^"]*body=give%20up%0D%0A/i);
    const [, body = ''] =
      /href="mailto:[^"]*body=(%5Be4%5D[^"]*)"/.exec(String(letter.email.html)) ?? [];
    expect(open().puzzle.number).toBe(1);
    const [first = ''] = solutionOf(open().puzzle.step);
    expect(first).toMatch(/^e4/);
    await answer(`${decodeURIComponent(body)}${first.slice(3)}`);
    expect(() => open()).toThrow('no puzzle is open');
  });

  it('has its buttons in the words of the letter', async () => {
    speak(desk.shell.db, 'de');
    const letter = await answer('puzzle');
    expect(letter.text).toContain('tipp | aufgeben');
    expect(letter.email.html).toMatch(/body=tipp%0D%0A[\s\S]*body=aufgeben%0D%0A/);
    expect((await answer('tipp')).text).toMatch(/^Ein Tipp: /);
    expect((await answer('aufgeben')).email.html).toContain('body=r%C3%A4tsel%0D%0A');
    expect((await answer('rätsel')).subject).toMatch(/^Turnpost: Rätsel/);
  });

  it('is solved move by move, each stated as people state one', async () => {
    const attempt = await until(({ puzzle }) => solutionOf(puzzle.step).length > 1);
    const { number } = attempt.puzzle;
    const ways = [
      (move: string) => `I play ${move}!`,
      (move: string) => `${move.replace(/[-x]/, ' - ')}\n\nKind regards,\nAlice`,
      (move: string) => `move ${move}`,
      (move: string) => `My move is ${move.toUpperCase()}.`,
    ];
    let says = '';
    for (let at = 0; rowOf(number)?.state === 'open'; at++) {
      says = textOf(await answer(ways[at % ways.length]?.(rightMove(open())) ?? ''));
      expect(says).toContain('is right');
    }
    expect(says).toContain(`Puzzle ${number} is solved.`);
    expect(says).toMatch(/Your puzzle rating is \d+\? now \(it was \d+\?\)\. Solved in a row: 1/);
    expect(rowOf(number)).toMatchObject({ state: 'solved', wrong: 0 });
    expect(textOf(await answer('rating'))).toContain('solved: 1, in a row now: 1');
  });

  it('tells what breaks a wrong move, and after three of them the solution', async () => {
    const attempt = await until((each) => wrongMoves(each).some(([, defence]) => defence));
    const { number } = attempt.puzzle;
    const wrong = wrongMoves(attempt).toSorted(
      ([, one], [, next]) => (one ? 0 : 1) - (next ? 0 : 1),
    );
    for (let tried = 1; tried < puzzleLimits.tries; tried++) {
      const [move, defence] = wrong[tried - 1] ?? [];
      const said = textOf(await answer(move ?? ''));
      expect(said).toContain(`${move} does not win`);
      if (defence) expect(said).toContain(`replies ${defence}, and the win is gone`);
      expect(rowOf(number)).toMatchObject({ state: 'open', wrong: tried, moves: attempt.moves });
    }
    const said = textOf(await answer(wrong.at(-1)?.[0] ?? ''));
    expect(said).toContain('That was the last try.');
    expect(said).toContain(rightMove(attempt));
    expect(rowOf(number)).toMatchObject({ state: 'failed' });
    expect(textOf(await answer(rightMove(attempt)))).toContain(`Puzzle ${number} is over.`);
    expect(standingOf(desk.shell.db, 1, desk.time.now)).toMatchObject({ streak: 0 });
  });

  it('hints, and counts less then; a puzzle that was given up is over', async () => {
    await answer('puzzle');
    const right = rightMove(open());
    const first = textOf(await answer('A hint, please.'));
    expect(first).toMatch(
      new RegExp(`A hint: one of these wins: .*(?:${Object.keys(stepOf(open()).wins).join('|')})`),
    );
    // A second one costs nothing more.
    expect(first).toContain('counts half for your rating');
    expect(textOf(await answer('hint'))).not.toContain('counts half');
    await answer(right);
    const hinted = standingOf(desk.shell.db, 1, desk.time.now).rating.rating;
    expect(hinted).toBeLessThan(1200);
    await answer('next');
    expect(textOf(await answer('I give up.'))).toMatch(/^The solution/);
    expect(rowOf(2)).toMatchObject({ state: 'given-up' });
  });

  it('is understood in German, where giving up resigns nothing', async () => {
    await answer('sprache deutsch');
    await answer('ja');
    await answer('rätsel');
    expect(textOf(await answer('tipp'))).toContain('Ein Tipp: Einer von diesen gewinnt');
    expect(textOf(await answer('Ich gebe auf!'))).toMatch(/^Die Lösung/);
    expect(textOf(await answer('noch eins'))).toMatch(/^Rätsel 2: Schwarz/);
    expect(textOf(await answer('aufgeben'))).toContain('Rätsel 2 ist aufgegeben.');
    expect(storedBoard(desk).ending).toBeNull();
  });

  it('shows how it stands to whoever answers an older letter of it', async () => {
    const first = await answer('puzzle');
    const [[wrong] = ['']] = wrongMoves(open());
    await answer(wrong);
    const late = alone(await desk.post(answerTo(first, rightMove(open()))));
    expect(textOf(late)).toMatch(/^The puzzle has moved on since that e-mail/);
    expect(open()).toMatchObject({ wrong: 1, moves: [] });
  });

  it('reads a hash without a number as a mate, also before the one of its letter', async () => {
    await answer('puzzle');
    const [[wrong] = ['']] = wrongMoves(open());
    await answer(`puzzle 1 ${wrong}#`);
    expect(open()).toMatchObject({ wrong: 1, moves: [] });
    const right = rightMove(open());
    expect(textOf(await answer(`puzzle 1 ${right}# #1`))).toMatch(/^The puzzle has moved on/);
    expect(textOf(await answer(`puzzle 1 ${right}#! #2`))).toContain(`${right} is right`);
  });

  it('takes an answer in a letter of its own only from whoever says yes to that', async () => {
    await answer('puzzle');
    const right = rightMove(open());
    const question = await askUnproven(`puzzle ${right}`);
    expect(question.subject).toContain('please confirm: puzzle 1');
    expect(textOf(question)).toContain(`puzzle 1 ${right} #1`);
    expect(open()).toMatchObject({ revision: 1 });
    expect(textOf(await answer('yes'))).toContain(`${right} is right`);
  });

  it('takes the one move that a letter states among other words, if none of them may take it back', async () => {
    await answer('puzzle');
    const right = rightMove(open());
    for (const text of ['I do not think it is', 'Maybe it is', 'Could it be?']) {
      await answer('puzzle');
      expect(textOf(await answer(`${text} ${right}`))).toContain('Nothing was tried');
    }
    await answer('puzzle');
    expect(textOf(await answer(`I think it is ${right}!`))).toContain(`${right} is right`);
  });

  it('knows by its subject which puzzle is answered, where the token was lost', async () => {
    const { subject } = await answer('puzzle forms-original');
    const right = rightMove(open());
    alone(await desk.post({ from: ALICE, subject: `Re: ${subject}`, text: right }));
    expect(textOf(await answer('yes'))).toContain(`${right} is right`);
  });

  it('is nobody else’s to answer', async () => {
    const letter = await answer('puzzle');
    const move = rightMove(open());
    await desk.post({ ...answerTo(letter, move), from: BOB });
    expect(open()).toMatchObject({ revision: 1 });
    expect(textOf(await answer(`puzzle 1 hint`, BOB))).toContain('Puzzle 1 was not given to you.');
  });

  it('refuses a move that is none, tells those of a stone, and asks about talk', async () => {
    await answer('puzzle');
    expect(textOf(await answer('a1a2'))).toContain('a1');
    expect(textOf(await answer('e4'))).toMatch(/e4 has \d+ moves\. Reply with: puzzle 1 e4/);
    expect(textOf(await answer('What about e4xf4 here?'))).toContain(
      'If you mean this move, reply with: puzzle 1 e4xf4',
    );
    expect(textOf(await answer('Hm, this is a hard one.'))).toContain(
      'If you mean this move, reply with: puzzle 1 e4xf4',
    );
    expect(textOf(await answer('no'))).toContain('Write the move alone on the first line');
    expect(open()).toMatchObject({ revision: 1, wrong: 0 });
    const [[wrong] = ['']] = wrongMoves(open());
    expect(textOf(await answer(wrong))).toContain('does not win');
  });

  it('comes of the game that is asked for, and only so often in a day', async () => {
    const { subject } = await answer('puzzle minefield');
    expect(subject).toContain('(Minefield');
    expect(startPosition(open().puzzle).rules).toBe('minefield');
    await answer('give up');
    const { db } = desk.shell;
    for (let count = 1; count < puzzleLimits.perDay; count++) {
      const next = nextPuzzle(db, 1, undefined, desk.time.now);
      if (next) putAttempt(db, { ...beginAttempt(1, next), state: 'solved' }, desk.time.now);
    }
    expect(textOf(await answer('puzzle'))).toContain(`You have had ${puzzleLimits.perDay} puzzles`);
  });

  it.each([
    "I'd like a minefield puzzle",
    'another puzzle, minefield please',
    'Gibt es auch Minefield-Rätsel?',
  ])('of another game is what words under an open one wish for: %s', async (text) => {
    await answer('puzzle forms');
    const offer = await answer(text);
    expect(textOf(offer)).toMatch(/(?:Did you mean|Meintest du): puzzle minefield/);
    expect(textOf(await answer('yes'))).toContain('Minefield');
    expect(startPosition(open().puzzle).rules).toBe('minefield');
  });

  it.each(['puzzle chess', 'chess puzzles', 'Do you have chess puzzles?', 'Schachaufgabe?'])(
    'is of another game where a game has none: %s',
    async (text) => {
      await desk.post({ from: ALICE, subject: 'whoami', text: '' });
      const letter = (await desk.answer(ALICE, text)).at(-1);
      const says = letter?.text.replace(/\s+/g, ' ');
      expect(says).toContain('There are no puzzles of Chess. They are made from games that');
      expect(letter?.email.html).toMatch(/body=puzzle%20(?:forms|minefield)%0D%0A/);
    },
  );

  it('is not there yet, for a game of which none exists', async () => {
    expect(textOf(await answer('puzzle breakthrough'))).toContain(
      'There is no puzzle of breakthrough yet. Puzzles are made from finished matches.',
    );
    speak(desk.shell.db, 'de');
    expect(textOf(await answer('puzzle breakthrough'))).toContain(
      'Zu breakthrough gibt es noch kein Rätsel. Rätsel entstehen aus beendeten Partien.',
    );
  });

  it('never shows what stands on a board that is being played', async () => {
    const { db } = desk.shell;
    const first = nextPuzzle(db, 1, 'forms', desk.time.now);
    const match = matchOf(db, 1);
    if (!first || !match) throw new Error('nothing there');
    const shown = positionOf(beginAttempt(1, first));
    insertMatch(db, { ...match, board: 9, start: shown, position: shown }, desk.time.now);
    await answer('puzzle', BOB);
    expect(open(2).puzzle.number).toBe(first.number + 1);
  });

  it('is shown anew where the server was put back from a backup since, and nothing is tried', async () => {
    await answer('puzzle');
    const backup = desk.copy();
    const [[wrong] = ['']] = wrongMoves(open());
    const right = rightMove(open());
    const lost = await answer(right);
    desk.close();
    desk = backup;
    await answer(wrong);
    const said = alone(await desk.post(answerTo(lost, right)));
    expect(textOf(said)).toContain('a time that this server has lost');
    expect(open()).toMatchObject({ wrong: 1, moves: [], revision: 2 });
  });
});
