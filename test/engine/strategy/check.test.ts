import { beforeAll, describe, expect, it } from 'vitest';
import { forms } from '../../../src/engine/games/forms/forms.ts';
import { minefield } from '../../../src/engine/games/minefield/minefield.ts';
import type { Colour, Position } from '../../../src/engine/shape/types.ts';
import { solveGame } from '../../../src/engine/solve/solve.ts';
import type { StonePosition } from '../../../src/engine/stones/board.ts';
import { err, ok } from '../../../src/result.ts';
import { type Rules, StrategyCheck } from '../../../tools/strategy/check.ts';
import type { Fault } from '../../../tools/strategy/fault.ts';
import { prove } from '../../../tools/strategy/prove.ts';
import {
  LINE_CHARS_MAX,
  makeHead,
  type StrategyHead,
} from '../../../tools/strategy/strategy-text.ts';
import { throwDice } from '../../support/run/seed.ts';
import { grow } from '../../support/toy/grow.ts';
import { offerToys } from '../../support/toy/offer-toys.ts';
import { first, given, played, written } from '../given.ts';

/** A strategy of Forms on 3x4, broken in every way. */

const dice = throwDice('strategies');
offerToys(grow);

/** The rules and nothing else: whoever searches would need more of a game. */
const rulesOf = (name: string): Rules | undefined => {
  const game = [forms, minefield, ring, grow].find(
    (each) => 'rules' in each && each.rules === name,
  );
  if (!game) return undefined;
  const { sides, start, parsePosition, makePosition, parseMove, makeMove } = game as Rules;
  const { legalMoves, play, outcome, equivalents } = game as Rules;
  const spelling = { parsePosition, makePosition, parseMove, makeMove };
  return {
    sides,
    start,
    ...spelling,
    legalMoves,
    play,
    outcome,
    ...(equivalents && { equivalents }),
  };
};

const check = (lines: readonly string[]) => {
  const checking = new StrategyCheck(rulesOf);
  for (const line of lines) {
    const fault = checking.add(line);
    if (fault) return err(fault);
  }
  return checking.finish();
};
const faultIn = (lines: readonly string[]): Fault => {
  const checked = check(lines);
  if (checked.ok) throw new Error('there is no fault');
  return checked.error;
};

const HEAD: StrategyHead = {
  rules: 'forms',
  size: { cols: 3, rows: 4 },
  winner: 'first',
  positions: 0,
};
const strategy = (lines: readonly string[], head: Partial<StrategyHead> = {}) => [
  ...makeHead({ ...HEAD, positions: lines.length, ...head }, '1.2.3'),
  ...lines,
];

let lines: readonly string[] = [];
beforeAll(() => {
  const proof = prove(forms, first(forms, 3, 4), { nodesMax: 1_000_000 });
  if (proof.kind === 'strategy') lines = proof.lines;
});

/** The lines with another one in the place of one of them, or none. */
const withLine = (at: number, ...others: readonly string[]) => lines.toSpliced(at, 1, ...others);
const positionOf = (line = '') => given(`forms ${line.slice(0, line.lastIndexOf(' '))}`);

describe('a strategy', () => {
  it('that answers everything wins', () => {
    const positions = lines.length;
    expect(positions).toBeGreaterThan(30);
    expect(check(strategy(lines))).toEqual({ ok: true, value: { ...HEAD, positions } });
  });

  it('may have its lines in any order, and any image of a position', () => {
    const mirrored = withLine(0, '3x4 wxw/xwx/wxw/xwx x b4xb3').toReversed();
    expect(check(strategy(mirrored)).ok).toBe(true);
  });

  it('lacks no line', () => {
    for (const at of lines.keys()) {
      const { code, line } = faultIn(strategy(withLine(at)));
      expect(at === 0 ? 'no-beginning' : 'unanswered').toBe(code);
      expect(line).toBeLessThanOrEqual(at + 7);
    }
  });

  it('has no reply that loses', () => {
    for (const at of dice.sample([...lines.keys()], 12)) {
      const position = positionOf(lines[at]);
      const text = forms.makePosition(position);
      const { bestMoves } = solveGame(position, { nodesMax: 1_000_000 });
      const winning = written(position, bestMoves);
      expect(winning).toContain(lines[at]?.split(' ').at(-1));
      for (const move of written(position).filter((each) => !winning.includes(each))) {
        expect(check(strategy(withLine(at, `${text} ${move}`))).ok, move).toBe(false);
      }
    }
  });
});

describe('a draw is no win', () => {
  const size = { cols: 4, rows: 1 };
  const start = first(grow, size.cols, size.rows);
  const rules = grow.rules;
  /** Both have two stones in the end. */
  const replyTo = (position: StonePosition, reply: string) => [
    `${grow.makePosition(position)} ${reply}`,
  ];

  it('at the end of a reply', () => {
    const head = { rules, size, winner: 'second' } as const;
    const draws = replyTo(played(start, 'b1').position, 'd1');
    expect(faultIn(strategy(draws, head))).toMatchObject({ code: 'reply-loses' });
  });

  it('at the end of a defence', () => {
    const draws = replyTo(start, 'b1');
    expect(faultIn(strategy(draws, { rules, size }))).toMatchObject({
      code: 'defence-wins',
      defence: 'd1',
    });
  });
});

describe('the first fault is named with its line', () => {
  const edited = (edit: (all: string[]) => void) => {
    const all = strategy(lines);
    edit(all);
    return faultIn(all);
  };

  it.each([
    ['Strategy', 1, 'Strategy: 2'],
    ['Strategy', 1, 'Strategy: 1\r'],
    ['Rules', 2, 'Size: 4x4'],
    ['Size', 3, 'Size: 4x99'],
    ['Winner', 4, 'Winner: third'],
    ['Positions', 5, 'Positions: 999999'],
    ['Made-By', 6, ''],
    ['', 7, '3x4 xwx/wxw/xwx/wxw x b1xb2'],
  ])('of the head: %s', (name, line, text) => {
    expect(edited((all) => all.splice(line - 1, 1, text))).toEqual({ code: 'head', line, name });
  });

  it('of a head that ends', () => {
    expect(faultIn([])).toEqual({ code: 'head', line: 1, name: 'Strategy' });
    expect(faultIn(strategy(lines).slice(0, 3))).toEqual({ code: 'head', line: 4, name: 'Winner' });
  });

  it.each([
    ['a game that nobody knows', 'no-such-game', 2, 'Rules: shogi'],
    ['a board that the game does not have', 'no-such-board', 3, 'Size: 3x3'],
    ['a game of another board', 'other-size', 8, 'Size: 4x3'],
    ['the other side', 'not-to-move', 8, 'Winner: second'],
  ])('%s', (_, code, at, text) => {
    const line = text.startsWith('Winner') ? 4 : text.startsWith('Size') ? 3 : 2;
    expect(edited((all) => all.splice(line - 1, 1, text))).toEqual({ code, line: at });
  });

  it('a file that ends too early, or too late', () => {
    const positions = lines.length;
    expect(edited((all) => all.pop())).toEqual({ code: 'too-few', line: positions + 7, positions });
    expect(edited((all) => all.push('')).code).toBe('too-many');
    expect(edited((all) => all.push('')).line).toBe(positions + 8);
  });

  it.each([
    ['not-a-position', ''],
    ['not-a-position', '3x4 xwx/wxw/xwx x b1xb2'],
    ['not-a-position', '3x4 x2/3/3/2w x a4-a3'],
    ['not-a-position', '3x4 XWX/WXW/XWX/WXW x b1xb2'],
    ['other-size', '4x2 xwxw/wxwx x a2xb2'],
    ['game-over', '3x4 x2/3/3/3 x a4-a3'],
    ['not-to-move', '3x4 xwx/wxw/xwx/wxw w a3xa4'],
    ['not-a-move', '3x4 xwx/wxw/xwx/wxw x b1-b2'],
    ['not-a-move', '3x4 xwx/wxw/xwx/wxw x b1xb3'],
  ])('a line that is %s: %s', (code, text) => {
    expect(edited((all) => all.splice(20, 1, text))).toEqual({ code, line: 21 });
  });

  it('a position that comes twice, as itself or in a mirror', () => {
    const [start = ''] = lines;
    for (const text of [start, '3x4 wxw/xwx/wxw/xwx x b4xb3']) {
      const positions = lines.length + 1;
      const fault = { code: 'twice', line: positions + 7, other: 8 };
      expect(faultIn(strategy([...lines, text], { positions }))).toEqual(fault);
    }
  });

  it('a position that no play leads to', () => {
    const text = '3x4 xw./wx./3/3 x a4xb4';
    expect(lines.some((line) => line.startsWith('3x4 xw./wx./3/3 '))).toBe(false);
    expect(faultIn(strategy(lines.toSpliced(3, 0, text)))).toEqual({ code: 'unused', line: 11 });
  });

  it('a reply that ends the game and loses it', () => {
    const at = lines.findIndex((line) => endings(line).length > 0);
    const position = positionOf(lines[at]);
    const [ending = ''] = endings(lines[at]);
    const text = `${forms.makePosition(position)} ${ending}`;
    expect(faultIn(strategy(withLine(at, text)))).toEqual({ code: 'reply-loses', line: at + 8 });
  });

  it('a defence that wins', () => {
    const head = { rules: 'ring', size: { cols: 1, rows: 1 } };
    expect(faultIn(strategy(['0 err'], head))).toEqual({
      code: 'defence-wins',
      line: 8,
      defence: 'end',
    });
  });

  it('a second player who lacks a reply to a first move', () => {
    expect(faultIn(strategy([], { size: { cols: 2, rows: 2 }, winner: 'second' }))).toEqual({
      code: 'unanswered',
      line: 4,
      defence: expect.stringMatching(/^[ab][12]x[ab][12]$/),
    });
  });

  it('a play that comes back to where it was', () => {
    const head = { rules: 'ring', size: { cols: 1, rows: 1 } };
    expect(check(strategy(['0 go', '2 end'], head)).ok).toBe(true);
    expect(faultIn(strategy(['0 go', '2 go'], head))).toEqual({
      code: 'circle',
      line: 9,
      defence: 'go',
    });
  });

  it('knows no line longer than the longest', () => {
    const longest = `26x26 ${Array(26).fill('xw'.repeat(13)).join('/')} x z26xy26`;
    expect(longest.length).toBeLessThan(LINE_CHARS_MAX);
  });
});

/** The replies that end the game at once. */
const endings = (line = ''): readonly string[] => {
  const position = positionOf(line);
  return forms
    .legalMoves(position)
    .filter((move) => forms.outcome(forms.play(position, move).position))
    .map((move) => forms.makeMove(move, position));
};

/**
 * Four places in a ring, on which everybody goes on to the next. The first player may end it and wins,
 * or err, and then the second may.
 */
interface Place extends Position {
  readonly at: number;
  readonly winner: Colour | undefined;
  readonly erred: boolean;
}
const place = (at: number, { winner, erred = false }: Partial<Place> = {}) =>
  ({
    rules: 'forms',
    board: { cols: 1, rows: 1 },
    turn: at % 2 === 0 ? 'black' : 'white',
    at,
    winner,
    erred,
  }) as unknown as Place;
const MOVES = { go: { name: 'go' }, end: { name: 'end' }, err: { name: 'err' } };
const nameOf = (move: object): string => (move as { name: string }).name;
const ring = {
  rules: 'ring',
  sides: forms.sides,
  start: () => ok(place(0)),
  parsePosition: (text: string) => ok(place(Number(text))),
  makePosition: (position: Position) => String((position as Place).at),
  parseMove: (_: Position, text: string) => ok(MOVES[text as keyof typeof MOVES]),
  makeMove: (move: object) => nameOf(move),
  legalMoves: (position: Position) => {
    if (position.turn === 'black') return [MOVES.go, MOVES.end, MOVES.err];
    return (position as Place).erred ? [MOVES.end] : [MOVES.go];
  },
  play: (position: Position, move: object) => ({
    position: place(((position as Place).at + 1) % 4, {
      winner: move === MOVES.end ? position.turn : undefined,
      erred: move === MOVES.err,
    }),
    effects: () => {
      throw new Error('nobody draws it');
    },
  }),
  outcome: (position: Position) => {
    const { winner } = position as Place;
    return winner && { winner, reason: 'full-row' };
  },
} satisfies Rules & { rules: string };
