import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { gameOf, storedRules } from '../../../../src/engine/registry.ts';
import { chooseMove } from '../../../../src/engine/robot/choose-move.ts';
import { shownLimits } from '../../../../src/limits.ts';
import { ALICE, BOB, type Desk, openBoard, openDesk } from '../../../support/desk/desk.ts';
import { newestBoard, oneLine, play, storedBoard } from '../../../support/desk/play.ts';
import { answerTo } from '../../../support/post/letters.ts';
import { describeByLetters } from '../../added/by-letters.ts';
import { value } from '../../given.ts';

const go = gameOf(storedRules('go'));

describeByLetters({
  rules: 'go',
  size: '5x5',
  moves: 'c3 d3 c4 d4 c2 d2 c5 d5 c1 d1 Pass b3 pass PASS dead/B3 Agree',
  told: [
    [1, 'Black has taken 0 stones, White 0; komi 6.5.', 'alice hat c3 gesetzt.'],
    [11, 'You passed.', 'Wenn du auch passt, kann die andere Seite zustimmen'],
    [
      14,
      'Both have passed. With all stones alive, Black has 5',
      'Leben alle Steine, hat Schwarz 5',
    ],
    [
      15,
      'You say that these stones are dead, each with its group: White b3.',
      'hat Schwarz 15 Punkte, Weiß 16,5 mit Komi.',
    ],
    [
      'end',
      'You have lost: bob has more points.',
      'Glückwunsch, du hast gewonnen: Du hast mehr Punkte.',
    ],
    [
      'end',
      'Black has 15 points, White 16.5 with komi.',
      'Schwarz hat 15 Punkte, Weiß 16,5 mit Komi.',
    ],
  ],
});

describe('the count of Go by letters', () => {
  let desk: Desk;
  beforeAll(async () => {
    desk = openDesk();
    await openBoard(desk, 'go -size=5x5');
    await play(desk, ...'c3 d3 c4 d4 c2 d2 c5 d5 c1 d1 pass b3 pass'.split(' '));
  });
  afterAll(() => desk.close());

  /** What comes of some replies to boards, bob's first. */
  async function saying(...texts: readonly string[]) {
    const own = desk.copy();
    try {
      let who = BOB;
      for (const text of texts) {
        await own.post(answerTo(newestBoard(own, who), text));
        who = who === BOB ? ALICE : BOB;
      }
      return {
        ...storedBoard(own),
        answer: oneLine(own.sent.at(-1)),
        text: newestBoard(own, who).text,
      };
    } finally {
      own.close();
    }
  }

  test('shows dead stones and the points', async () => {
    const { text } = await saying('dead b3');
    expect(text).toContain('  3  . o # O .  3');
    expect(text).toContain('agree');
  });

  test.each(['Dead b3.', 'dead: b3', 'dead b3 and b3', 'dead, b3'])(
    'is opened by the second pass: %s',
    async (text) => {
      const { moves } = await saying(text);
      expect(moves.split(' ').at(-1)).toBe('dead/b3');
    },
  );

  test.each(['agree', 'ok', 'I agree', 'dead b3', 'agree\n\nThanks for the game!'])(
    'ends with %s',
    async (text) => {
      const { winner, ending } = await saying('dead/b3', text);
      expect({ winner, ending }).toEqual({ winner: 'white', ending: 'more-points' });
    },
  );

  test('ends with all stones alive where nobody names any', async () => {
    const { moves, winner } = await saying('pass', 'agree');
    expect([moves.split(' ').slice(-2), winner]).toEqual([['pass', 'agree'], 'white']);
  });

  test('is not agreed to by no, which says what else there is', async () => {
    const { ending, answer } = await saying('dead/b3', 'no');
    expect(ending).toBeNull();
    expect(answer).toContain('to play on: on');
  });

  test.each(['agree with b3, but what of c3?', 'dead?', 'on the whole, yes', 'Pass me the salt'])(
    'is no answer: %s',
    async (text) => {
      const { moves } = await saying('dead/b3', text);
      expect(moves.split(' ').at(-1)).toBe('dead/b3');
    },
  );

  test('is broken off once, and then two passes count every stone as alive', async () => {
    const { moves, ending } = await saying('dead/b3', 'on', 'pass', 'pass');
    expect(moves.split(' ').slice(-4)).toEqual(['dead/b3', 'on', 'pass', 'pass']);
    expect(ending).toBe('more-points');
  });

  test('agrees to the count and to no draw that is offered as well', async () => {
    const own = desk.copy();
    await own.post(answerTo(newestBoard(own, BOB), 'dead/b3'));
    await own.post(answerTo(newestBoard(own, BOB), 'draw'));
    await own.post(answerTo(newestBoard(own, ALICE), 'agree'));
    expect(storedBoard(own)).toMatchObject({ winner: 'white', ending: 'more-points' });
    own.close();
  });
});

describe('a pass in Go', () => {
  test.each(['Pass.', 'I pass', 'my move is pass'])('is read: %s', async (text) => {
    const desk = openDesk();
    await openBoard(desk, 'go -size=5x5');
    await desk.answer(ALICE, text);
    expect(storedBoard(desk).moves).toBe('pass');
    desk.close();
  });

  test.each(['on', 'dead c3', 'I pass'])(
    'is no move on a board of another game: %s',
    async (text) => {
      const desk = openDesk();
      await openBoard(desk, 'forms -size=4x4');
      await desk.answer(ALICE, text);
      expect(storedBoard(desk)).toMatchObject({ moves: '', revision: 1 });
      desk.close();
    },
  );
});

test('letters of every usual board are light enough, and 19x19 is typed', async () => {
  for (const side of [9, 13, 19]) {
    const desk = openDesk();
    await openBoard(desk, `go -size=${side}x${side}`);
    await play(desk, 'c3', 'd4');
    const letter = newestBoard(desk, ALICE);
    expect(letter.raw.length, `${side}`).toBeLessThan(shownLimits.bytes);
    expect(letter.text.split('\n').filter((line) => line.length > 72)).toEqual([]);
    desk.close();
  }
});

test('positions in which every chain has a liberty are as many as are known', () => {
  // OEIS A094777.
  const legal = [1, 2, 3].map((side) => {
    const cells = side * side;
    return Array.from({ length: 3 ** cells }, (_, filling) => {
      const signs = [...filling.toString(3).padStart(cells, '0')].map(
        (digit) => '.xw'[Number(digit)],
      );
      const ranks = Array.from({ length: side }, (__, rank) =>
        signs.slice(rank * side, (rank + 1) * side).join(''),
      );
      return go.parsePosition(`${side}x${side} ${ranks.join('/')} x`).ok;
    }).filter(Boolean).length;
  });
  expect(legal).toEqual([1, 57, 12_675]);
});

describe('the robot in Go', () => {
  // White's stone on c3 is dead; White has 8 and 6.5 points, Black 22.
  const SETTLED = '.x.xw./xxxxww/2wxw./2xxww/3xw.';
  const moveAt = (state: string, board = SETTLED) => {
    const position = value(go.parsePosition(`6x5 ${board} ${state}`));
    return go.makeMove(chooseMove(position, { level: 3, seed: '1' }).move, position);
  };

  test('passes where everything is settled, and names the dead', () => {
    expect(moveAt('w passed')).toBe('pass');
    expect(moveAt('w')).toBe('pass');
    // A pass alone would let White agree that c3 is alive, and win.
    expect(moveAt('x passed')).toBe('dead/c3');
    expect(moveAt('x count')).toBe('dead/c3');
  });

  test('agrees to a fair count, also where it loses, and to no other', () => {
    const fair = SETTLED.replace('wxw', 'Wxw');
    expect(moveAt('w named', fair)).toBe('agree');
    expect(moveAt('x named', fair)).toBe('agree');
    const unfair = SETTLED.replaceAll('x', 'X');
    expect(moveAt('x named', unfair)).toBe('dead/c3');
    expect(moveAt('x answered', unfair)).toBe('on');
    // With all stones alive White would win.
    expect(moveAt('w count')).toBe('dead/c3');
  });

  test('names what the other side has forgotten, also where it would win without', () => {
    // Black has named White's stone on a1, and not that on c3.
    const forgotten = SETTLED.replace('3xw.', 'W2xw.');
    expect(moveAt('w named', forgotten)).toMatch(/^dead.*c3/);
  });

  test('takes what is dead once the count was broken off', () => {
    expect(moveAt('x passed resumed')).not.toBe('pass');
  });

  test.each([
    [
      2,
      '0 60',
      '.w.w2ww./w.xwxxwx./wx.xw.wwx/x.x.x.x.x/.x.xxwx.w/xxww.xwww/x.xxwxxw./.xw.w.wx./wwwxx.xx. x',
    ],
    [
      1,
      '33',
      '2xw3w./ww.xwxw.x/w.x.x2x./.x2www.w/xwxwx.x.x/.wx.xw.x./wx.xwxwwx/x.w.wx3/.xw.x.xx. w',
    ],
  ] as const)('does not pass at level %i where points are open: %s %s', (level, seed, text) => {
    const position = value(go.parsePosition(`9x9 ${text}`));
    expect(go.makeMove(chooseMove(position, { level, seed }).move, position)).not.toBe('pass');
  });

  test('passes rather than fill its own eyes, and where that wins at once', () => {
    const eyes = value(go.parsePosition('3x2 .x./xxx x'));
    expect(go.makeMove(chooseMove(eyes, { level: 5, seed: '1' }).move, eyes)).toBe('pass');
    const ahead = value(go.parsePosition('9x9 9/9/9/4x4/9/9/9/9/9 x passed resumed'));
    for (const level of [1, 5] as const)
      expect(go.makeMove(chooseMove(ahead, { level, seed: '1' }).move, ahead)).toBe('pass');
  });
});
