import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { gameOf, storedRules } from '../../../../src/engine/registry.ts';
import type { Position } from '../../../../src/engine/shape/types.ts';
import { drawPng } from '../../../../src/service/thread/renderer.ts';
import { tracesOf } from '../../../match/keel/traces.ts';
import { ALICE, BOB, type Desk, openBoard, openDesk } from '../../../support/desk/desk.ts';
import { newestBoard, oneLine, play, storedBoard } from '../../../support/desk/play.ts';
import { answerTo } from '../../../support/post/letters.ts';
import { describeByLetters } from '../../added/by-letters.ts';
import { value } from '../../given.ts';

describeByLetters({
  rules: 'hex',
  size: '5x5',
  moves: 'c2 Swap c3 d2 c4 e1 c2 a5 c1 e5 c5',
  told: [
    [1, 'You played c2.', 'alice hat c2 gesetzt.'],
    [
      2,
      "bob swapped: the first stone is bob's now and stands on b3.",
      'Du hast getauscht: Der erste Stein gehört jetzt dir und steht auf b3.',
    ],
    [
      3,
      'Hex Board 1, move 2: you are Vertical (#), top to bottom.',
      'Hex, Brett 1, Zug 2: Du spielst Waagerecht (O), ',
    ],
    [
      'end',
      'you have won with a chain of stones from edge to edge.',
      'alice hat mit einer Kette von Rand zu Rand gewonnen.',
    ],
  ],
});

describe('Hex', () => {
  let desk: Desk;
  beforeAll(async () => {
    desk = openDesk();
    await openBoard(desk, 'hex -size=4x4');
  });
  afterAll(() => desk.close());

  test('is drawn in lines that lean, the first one above', async () => {
    const played = desk.copy();
    await play(played, 'c2', 'swap');
    expect(newestBoard(played, ALICE).text).toContain(
      [
        '     a b c d',
        '   1  . . . .  1',
        '    2  . . + .  2',
        '     3  .[O]. .  3',
        '      4  . . . .  4',
        '          a b c d',
      ].join('\n'),
    );
    played.close();
  });

  test('offers the swap with the second move, and no later', async () => {
    const played = desk.copy();
    await play(played, 'c2');
    const second = newestBoard(played, BOB);
    expect(second.text).toContain('Also: swap | ');
    await play(played, 'b2', 'c3');
    expect(newestBoard(played, BOB).text).not.toContain('swap');
    played.close();
  });

  test('is swapped in a line with a password, too', async () => {
    const played = desk.copy();
    await play(played, 'c2');
    await played.post({ from: BOB, subject: 'hex move 1 bob lantern-otter-22 swap', text: '' });
    await played.answer(BOB, 'yes');
    expect(storedBoard(played).moves).toBe('c2 swap');
    played.close();
  });

  test('is won without a swap, which is refused later', async () => {
    const played = desk.copy();
    await play(played, 'b2', 'a1', 'swap');
    expect(oneLine(played.newest(ALICE))).toContain(
      'Only the second move of a match can be a swap',
    );
    await play(played, 'b1', 'b3', 'a3', 'a4');
    expect(storedBoard(played)).toMatchObject({ moves: 'b2 a1 b1 b3 a3 a4', ending: null });
    await play(played, 'c3', 'b4', 'c2', 'd4', 'c4');
    expect(storedBoard(played)).toMatchObject({ winner: 'black', ending: 'edges-joined' });
    played.close();
  });

  test('is offered on its own sizes', async () => {
    const asked = async (size: string) => {
      const [answer] = await desk.answer(BOB, `challenge alice hex -size=${size}`);
      return oneLine(answer);
    };
    expect(await asked('11x10')).toContain('as many columns as rows');
    expect(await asked('1x1')).toContain('Each side must be 2 to 19');
  });

  test('fits into a letter on its largest board, as text and as a picture', async () => {
    const large = openDesk();
    await openBoard(large, 'hex -size=19x19');
    await play(large, 's18', 'swap');
    const { english, german, words, picture } = tracesOf(large);
    const lines = [...english, ...german, ...words].flatMap((each) =>
      (each.split('<!DOCTYPE')[0] ?? '').split('\n'),
    );
    expect(lines.filter((line) => line.length > 72)).toEqual([]);
    const [svg = ''] = picture.slice(-1);
    expect(await drawPng({ svg, width: 600 })).toBeInstanceOf(Uint8Array);
    large.close();
  });
});

test('a full board of Hex joins the edges of one side and not of the other', () => {
  const hex = gameOf(storedRules('hex'));
  // Where the side to move is joined, it had won before: no game leads there.
  const winnerOf = (signs: readonly string[], turn: string) => {
    const ranks = [0, 3, 6].map((at) => signs.slice(at, at + 3).join(''));
    const read = hex.parsePosition(`3x3 ${ranks.join('/')} ${turn}`);
    return read.ok ? hex.outcome(read.value)?.winner : 'nobody';
  };
  const winners = Array.from({ length: 2 ** 9 }, (_, filling) => {
    const signs = [...filling.toString(2).padStart(9, '0')].map((bit) => (bit === '1' ? 'x' : 'w'));
    if (signs.filter((sign) => sign === 'x').length !== 5) return [];
    // Over the diagonal and in the other colours, it is the same board for the other side.
    const image = signs.map((_sign, at) =>
      signs[(at % 3) * 3 + Math.floor(at / 3)] === 'x' ? 'w' : 'x',
    );
    return [`${winnerOf(signs, 'w')} ${winnerOf(image, 'x')}`];
  }).flat();
  const countOf = (kind: string) => winners.filter((each) => each === kind).length;
  // Counted by a program that shares nothing with this one.
  expect([countOf('black white'), countOf('nobody nobody')]).toEqual([84, 42]);
});

test('Hex on 3x3 without swaps has so many sequences of plies, to the last that ends', () => {
  const hex = gameOf(storedRules('hex'));
  const counts = new Array<number>(9).fill(0);
  const countFrom = (position: Position, ply: number) => {
    for (const move of hex.legalMoves(position)) {
      if (hex.makeMove(move, position) === 'swap') continue;
      counts[ply] = (counts[ply] ?? 0) + 1;
      countFrom(hex.play(position, move).position, ply + 1);
    }
  };
  countFrom(value(hex.start({ cols: 3, rows: 3 })), 0);
  // Counted by a program that shares nothing with this one.
  const known = [9, 72, 504, 3024, 15_120, 54_720, 146_880, 207_360, 120_960];
  expect(counts).toEqual(known);
});

test('swap is no move on a board of another game', async () => {
  const desk = openDesk();
  await openBoard(desk, 'forms -size=4x4');
  const [answer] = await desk.post(answerTo(newestBoard(desk, ALICE), 'swap'));
  expect(storedBoard(desk)).toMatchObject({ moves: '', revision: 1 });
  expect(oneLine(answer)).not.toContain('Only the second move');
  desk.close();
});
