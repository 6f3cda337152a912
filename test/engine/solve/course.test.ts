import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { forms } from '../../../src/engine/games/forms/forms.ts';
import { minefield } from '../../../src/engine/games/minefield/minefield.ts';
import type { Game } from '../../../src/engine/shape/game.ts';
import type { Solution, Value } from '../../../src/engine/shape/solution.ts';
import { solveGame } from '../../../src/engine/solve/solve.ts';
import type { StonePosition } from '../../../src/engine/stones/board.ts';
import { grow } from '../../support/toy/grow.ts';
import { offerToys } from '../../support/toy/offer-toys.ts';
import { anyPosition } from '../arbitraries.ts';
import { first, STONE_GAMES, stonesIn } from '../given.ts';
import { type Reference, referenceFor } from '../reference.ts';

offerToys(grow);

const LIMITS = { nodesMax: 10_000_000 };

const anySmallPosition = (game: Game<StonePosition>): fc.Arbitrary<StonePosition> =>
  game.canRepeat
    ? anyPosition(game, 3)
    : anyPosition(game, 4).filter((position) => stonesIn(position) <= 12);

/** Plays a line; each move must be legal, and the end be the end of the game. Returns the positions. */
const played = (game: Game<StonePosition>, start: StonePosition, { line = [] }: Solution) => {
  let position = start;
  const positions = [start];
  for (const move of line) {
    expect(game.legalMoves(position)).toContainEqual(move);
    position = game.play(position, move).position;
    positions.push(position);
  }
  return positions;
};

/** How many plies a decided position lasts, found by trying every move, nearest ends first. */
const referenceDistance = (
  game: Game<StonePosition>,
  reference: Reference,
  start: StonePosition,
): number => {
  const endsWithin = (position: StonePosition, value: Value, plies: number): boolean => {
    if (reference(position) !== value) return false;
    if (game.outcome(position)) return true;
    if (plies === 0) return false;
    const after = game.legalMoves(position).map((move) => game.play(position, move).position);
    return value === 'win'
      ? after.some((each) => endsWithin(each, 'loss', plies - 1))
      : after.every((each) => endsWithin(each, 'win', plies - 1));
  };
  const value = reference(start);
  let plies = 0;
  while (!endsWithin(start, value, plies)) plies++;
  return plies;
};

describe.each([...STONE_GAMES, grow])('the line of best play in $name', (game) => {
  test('leads to the end by moves that win, for whom it is won', () => {
    fc.assert(
      fc.property(anySmallPosition(game), (position) => {
        const reference = referenceFor(game, position);
        const solution = solveGame(position, LIMITS);
        const { value, distance, line } = solution;
        if (value === 'draw' || game.outcome(position)) {
          expect([distance, line]).toEqual([undefined, undefined]);
          return;
        }
        const positions = played(game, position, solution);
        expect(game.outcome(positions.at(-1) ?? position)).toBeDefined();
        for (const [index, each] of positions.entries()) {
          expect(reference(each)).toBe((value === 'win') === (index % 2 === 0) ? 'win' : 'loss');
        }
        if (distance !== undefined) {
          expect(line).toHaveLength(distance);
          expect(distance).toBe(referenceDistance(game, reference, position));
        }
      }),
      { numRuns: 20 },
    );
  });

  test('is cut, and no distance told, rather than untrue when the nodes run out', () => {
    fc.assert(
      fc.property(anySmallPosition(game), fc.nat(300), (position, nodesMax) => {
        const whole = solveGame(position, LIMITS);
        const part = solveGame(position, { nodesMax });
        expect([undefined, whole.distance]).toContain(part.distance);
        if (part.line) {
          const end = played(game, position, part).at(-1) ?? position;
          expect(game.outcome(end)?.winner === position.turn).toBe(whole.value === 'win');
        }
      }),
      { numRuns: 20 },
    );
  });
});

describe('the course of a game', () => {
  test('is told with its exact distance where the game knows it', () => {
    const start = first(minefield, 5, 5);
    const { distance, line = [] } = solveGame(start, { nodesMax: 100_000 });
    expect(distance).toBe(3);
    expect(line).toHaveLength(3);
  });

  test('is told without a distance where it does not', () => {
    const start = first(forms, 4, 4);
    const { distance, line = [], bestMoves } = solveGame(start, LIMITS);
    expect(distance).toBeUndefined();
    expect(bestMoves).toContainEqual(line[0]);
  });
});
