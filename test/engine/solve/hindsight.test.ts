import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { forms } from '../../../src/engine/games/forms/forms.ts';
import { Effort, type Value } from '../../../src/engine/shape/solution.ts';
import type { Colour, Move } from '../../../src/engine/shape/types.ts';
import { type Hindsight, lookBack } from '../../../src/engine/solve/solve-text.ts';
import { opposite, type StonePosition } from '../../../src/engine/stones/board.ts';
import { first, legal, STONE_GAMES, stoneGame } from '../given.ts';
import { referenceFor } from '../reference.ts';

const ENOUGH = { nodesMax: 10_000_000 };

/** The positions of a game whose moves are drawn by chance: each before its move, and the last one. */
const anyGame = (
  start: StonePosition,
): fc.Arbitrary<{ moves: Move[]; positions: StonePosition[] }> =>
  fc.array(fc.nat(), { maxLength: 30 }).map((draws) => {
    const game = stoneGame(start.rules);
    const moves: Move[] = [];
    const positions = [start];
    for (const draw of draws) {
      const position = positions.at(-1) ?? start;
      const legals = game.legalMoves(position);
      const move = legals[draw % Math.max(legals.length, 1)];
      if (game.outcome(position) || !move) break;
      moves.push(move);
      positions.push(game.play(position, move).position);
    }
    return { moves, positions };
  });

/** What hindsight must say, straight from the value of every position. */
const judged = (positions: readonly StonePosition[], values: readonly Value[]): Hindsight => {
  const couldWinUntil: { [Side in Colour]?: number } = {};
  const slips: Hindsight['slips'][number][] = [];
  for (const [index, { turn }] of positions.entries()) {
    const value = values[index];
    if (value === 'win') couldWinUntil[turn] = index + 1;
    if (value === 'loss') couldWinUntil[opposite(turn)] ??= 0;
    const after = values[index + 1];
    const kept = { win: 'loss', draw: 'draw', loss: 'win' } as const;
    if (value && after && value !== 'loss' && after !== kept[value]) {
      slips.push({ ply: index + 1, by: turn, could: value });
    }
  }
  const known = Object.entries(couldWinUntil).filter(([, ply]) => ply > 0);
  return { knownFrom: 1, couldWinUntil: Object.fromEntries(known), slips };
};

/** The first position on the smallest of a few boards that a game is played on. */
function smallStart(game: (typeof STONE_GAMES)[number]): StonePosition {
  const sizes = game.canEndInDraw ? SQUARES : [{ cols: 4, rows: 2 }, ...SQUARES];
  const size = sizes.find((each) => game.start(each).ok) ?? game.defaultSize;
  return first(game, size.cols, size.rows);
}
const SQUARES = [3, 4].map((side) => ({ cols: side, rows: side }));

describe.each(STONE_GAMES)('looking back at $name', (game) => {
  const start = smallStart(game);
  const reference = referenceFor(game, start);

  test('finds every slip and the last chance of each side', () => {
    fc.assert(
      fc.property(anyGame(start), ({ moves, positions }) => {
        const expected = judged(positions, positions.map(reference));
        expect(lookBack(start, moves, new Effort(ENOUGH))).toEqual(expected);
      }),
    );
  });

  test('with too little effort it says less, and nothing else', () => {
    fc.assert(
      fc.property(anyGame(start), fc.nat(500), ({ moves }, nodesMax) => {
        const whole = lookBack(start, moves, new Effort(ENOUGH));
        const part = lookBack(start, moves, new Effort({ nodesMax }));
        if (!part) return;
        expect(part.slips).toEqual(whole?.slips.filter(({ ply }) => ply >= part.knownFrom));
        for (const side of ['black', 'white'] as const) {
          const until = whole?.couldWinUntil[side] ?? 0;
          expect(part.couldWinUntil[side]).toBe(
            until >= part.knownFrom && until > 0 ? until : undefined,
          );
        }
      }),
    );
  });
});

describe('looking back', () => {
  test('at a resigned match that was still won', () => {
    const start = first(forms, 4, 4);
    const hindsight = lookBack(start, [legal(start, 'b1b2')], new Effort(ENOUGH));
    expect(hindsight).toEqual({ knownFrom: 1, couldWinUntil: { black: 1 }, slips: [] });
  });

  test('says nothing at all when it may not look', () => {
    const start = first(forms, 8, 8);
    expect(lookBack(start, [], new Effort({ nodesMax: 0 }))).toBeUndefined();
  });
});
