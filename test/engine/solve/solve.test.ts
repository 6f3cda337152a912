import { isDeepStrictEqual } from 'node:util';
import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { forms } from '../../../src/engine/games/forms/forms.ts';
import type { Game } from '../../../src/engine/shape/game.ts';
import { Effort, type Value } from '../../../src/engine/shape/solution.ts';
import type { Move } from '../../../src/engine/shape/types.ts';
import { solveGame, winner } from '../../../src/engine/solve/solve.ts';
import type { StonePosition } from '../../../src/engine/stones/board.ts';
import { onlyInFull } from '../../support/run/seed.ts';
import { anyPosition } from '../arbitraries.ts';
import { first, given, STONE_GAMES, stonesIn, written } from '../given.ts';
import { type Reference, referenceFor } from '../reference.ts';

/** Some of it takes as long as all the rest. */
const full = onlyInFull();

const LIMITS = { nodesMax: 10_000_000 };

/** The last step looks at all moves of one position, or at a stretch of a table. */
const STEP_NODES_MAX = 4096;

/** Positions that the slow reference can solve in a moment. */
const anySmallPosition = (game: Game<StonePosition>): fc.Arbitrary<StonePosition> =>
  game.canEndInDraw
    ? anyPosition(game, 3)
    : anyPosition(game, 4).filter((position) => stonesIn(position) <= 12);

/** What the reference says of the position after each move. */
const valuesAfter = (
  game: Game<StonePosition>,
  reference: Reference,
  position: StonePosition,
): Value[] =>
  game.legalMoves(position).map((move) => reference(game.play(position, move).position));

const sameMove = (one: Move, other: Move) => isDeepStrictEqual(one, other);

/** The value after a move that keeps a value. */
const keeping = (value: Value): Value | undefined =>
  (({ win: 'loss', draw: 'draw', loss: undefined }) as const)[value];

describe.each(STONE_GAMES)('solving $name', (game) => {
  test('finds the value and exactly the moves that keep it, as a slow reference does', () => {
    fc.assert(
      fc.property(anySmallPosition(game), (position) => {
        const reference = referenceFor(game, position);
        const value = reference(position);
        const after = valuesAfter(game, reference, position);
        const moves = game.legalMoves(position);
        const solution = solveGame(position, LIMITS);
        expect(solution).toMatchObject({ kind: 'solved', value });
        expect(solution.bestMoves).toEqual(
          moves.filter((_, index) => after[index] === keeping(value)),
        );
      }),
    );
  });

  test('finds the same for every form that is the same game', () => {
    fc.assert(
      fc.property(anySmallPosition(game), (position) => {
        const { value, bestMoves } = solveGame(position, LIMITS);
        for (const form of game.equivalents?.(position) ?? []) {
          const solution = solveGame(form, LIMITS);
          expect(solution.value).toBe(value);
          expect(solution.bestMoves).toHaveLength(bestMoves.length);
        }
      }),
      { numRuns: 30 },
    );
  });

  test('says nothing untrue when it gives up', () => {
    fc.assert(
      fc.property(anySmallPosition(game), fc.nat(300), (position, nodesMax) => {
        const reference = referenceFor(game, position);
        const value = reference(position);
        const after = valuesAfter(game, reference, position);
        const solution = solveGame(position, { nodesMax });
        expect([value, undefined]).toContain(solution.value);
        const open = solution.kind === 'solved' ? [] : solution.openMoves;
        if (solution.value === undefined) expect(open).toHaveLength(after.length);
        for (const [index, move] of game.legalMoves(position).entries()) {
          if (open.some((other) => sameMove(move, other))) continue;
          const isBest = solution.bestMoves.some((other) => sameMove(move, other));
          expect(isBest).toBe(after[index] === keeping(value));
        }
      }),
    );
  });

  test('finds the same with next to no memory', () => {
    fc.assert(
      fc.property(anySmallPosition(game), (position) => {
        const { kind, value, bestMoves } = solveGame(position, LIMITS);
        const forgetful = solveGame(position, { ...LIMITS, bytesMax: 1 });
        expect(forgetful).toMatchObject({ kind, value, bestMoves });
      }),
      { numRuns: 30 },
    );
  });

  test('stops when the nodes run out, on any board', () => {
    fc.assert(
      fc.property(anyPosition(game, 8), fc.constantFrom(0, 1, 100, 3000), (position, nodesMax) => {
        const { nodes } = solveGame(position, { nodesMax });
        expect(nodes).toBeLessThanOrEqual(nodesMax + STEP_NODES_MAX);
        const effort = new Effort({ nodesMax });
        winner(position, effort);
        expect(effort.nodes).toBeLessThanOrEqual(nodesMax + STEP_NODES_MAX);
      }),
    );
  });

  test('gives up on 26 x 26', () => {
    const start = first(game, 26, 26);
    const solution = solveGame(start, { nodesMax: 20_000 });
    const openMoves = game.legalMoves(start);
    expect(solution).toMatchObject({ kind: 'gave-up', value: undefined, bestMoves: [], openMoves });
  });

  test('knows who has won when the game is over', () => {
    fc.assert(
      fc.property(anyPosition(game, 4, 60), (position) => {
        const outcome = game.outcome(position);
        fc.pre(outcome !== undefined);
        expect(winner(position, new Effort({ nodesMax: 0 }))).toBe(outcome?.winner);
        const value = outcome?.winner === position.turn ? 'win' : 'loss';
        const solution = solveGame(position, { nodesMax: 0 });
        expect(solution).toEqual({ kind: 'solved', value, bestMoves: [], nodes: 0 });
      }),
    );
  });
});

describe('solving', () => {
  test('tells the winner and every winning move of the 4x4 start', () => {
    const start = first(forms, 4, 4);
    const { value, bestMoves } = solveGame(start, LIMITS);
    expect(value).toBe('win');
    expect(written(start, bestMoves)).toEqual(['b1xb2', 'a2xb2', 'd3xc3', 'c4xc3']);
    expect(winner(start, new Effort(LIMITS))).toBe('black');
  });

  test.skipIf(!full)('finds one of the drawn positions of Minefield, and its moves', () => {
    const position = given('minefield 5x5 wwwwx/wxwxx/wwxww/xxwxw/xwwww x');
    const { kind, value, bestMoves } = solveGame(position, { nodesMax: 20_000_000 });
    expect({ kind, value }).toEqual({ kind: 'solved', value: 'draw' });
    expect(written(position, bestMoves)).toEqual(['d1', 'b5']);
  });

  test('an easy move is judged although a hard one comes first', () => {
    const start = first(forms, 4, 5);
    const solution = solveGame(start, { nodesMax: 1_000_000 });
    expect(solution).toMatchObject({ kind: 'gave-up', value: 'win' });
    expect(solution.bestMoves.length).toBeGreaterThan(0);
  });

  test('tells how far it has come', () => {
    const reports: number[] = [];
    const start = first(forms, 4, 6);
    solveGame(start, {
      nodesMax: full ? 4_000_000 : 2_000_000,
      onProgress: (nodes) => reports.push(nodes),
    });
    expect(reports).toHaveLength(full ? 3 : 1);
    expect(reports).toEqual([...reports].sort((one, next) => one - next));
  });
});
