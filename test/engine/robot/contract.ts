import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { chooseMove, GameStack } from '../../../src/engine/robot/choose-move.ts';
import { LEVELS, type Level, movesSeen } from '../../../src/engine/robot/level.ts';
import type { Game } from '../../../src/engine/shape/game.ts';
import { NO_MORE, type SearchStack, WON } from '../../../src/engine/shape/search-stack.ts';
import { drawsFrom } from '../../../src/engine/shape/seeded-random.ts';
import type { Move, Position } from '../../../src/engine/shape/types.ts';
import { anyPosition } from '../arbitraries.ts';

/** What the robot promises in every kind of game, whatever its rules. */
export const describeRobot = (game: Game): void => {
  const anyOpen = anyPosition(game, 5).filter((position) => !game.outcome(position));
  const anyLevel = fc.constantFrom<Level>(...LEVELS);
  const write = (position: Position, move: Move) => game.makeMove(move, position);

  describe(`the robot in ${game.rules}`, () => {
    test('plays a legal move, and the same one when it is asked again', () => {
      fc.assert(
        fc.property(anyOpen, anyLevel, fc.string(), (position, level, seed) => {
          const orders = { level, seed, nodesMax: 40 };
          const { move } = chooseMove(position, orders);
          const text = write(position, move);
          expect(game.parseMove(position, text)).toEqual({ ok: true, value: move });
          expect(chooseMove(position, orders).move).toEqual(move);
        }),
        { numRuns: RUNS },
      );
    });

    test('keeps to its nodes', () => {
      fc.assert(
        fc.property(anyOpen, fc.integer({ min: 1, max: 60 }), (position, nodesMax) => {
          const { nodes } = chooseMove(position, { level: 5, seed: '1', nodesMax });
          // The last step may cost a little more.
          expect(nodes).toBeLessThan(nodesMax + 10);
        }),
        { numRuns: RUNS },
      );
    });

    test('neither misses a win nor loses at once from level 2 on, among the moves it sees', () => {
      fc.assert(
        fc.property(
          anyOpen,
          fc.constantFrom<Level>(2, 3, 4, 5),
          fc.nat(20),
          (position, level, nodesMax) => {
            // What needs no search may lose: the robot agrees to a fair count.
            fc.pre(game.robotMoves?.(position).length !== 1);
            const { move } = chooseMove(position, { level, seed: '1', nodesMax });
            const seen = movesSeen(level, position, drawsFrom('1')).map((each) =>
              prospectOf(game, position, each),
            );
            const best = Math.max(...seen);
            expect(prospectOf(game, position, move), write(position, move)).toBe(best);
          },
        ),
        { numRuns: RUNS },
      );
    });

    test('searches on a stack that knows the rules', () => {
      fc.assert(
        fc.property(anyOpen, (position) => {
          const own = game.searchStack?.(position) ?? new GameStack(game);
          const plain = new GameStack(game);
          expect(looksAfter(own, position)).toEqual(looksAfter(plain, position));
        }),
        { numRuns: RUNS },
      );
    });
  });
};

/** Few: a robot thinks, and all games are played. `npm run bench robot` says how strong it is. */
const RUNS = 12;

/** What a move brings at once: a win, nothing, a chance for the opponent to win at once, or a loss. */
function prospectOf(game: Game, position: Position, move: Move): number {
  const after = game.play(position, move).position;
  const outcome = game.outcome(after);
  if (outcome?.winner === position.turn) return 2;
  if (outcome) return outcome.winner === undefined ? 1 : -1;
  const replies = game.legalMoves(after).map((reply) => game.play(after, reply).position);
  return replies.some((next) => game.outcome(next)?.winner === after.turn) ? 0 : 1;
}

/** How the positions look that moves lead to, but for those in which the mover has lost. */
function looksAfter(stack: SearchStack, position: Position): readonly number[] {
  stack.add(position);
  const begin = stack.top;
  for (let part = 0; part !== NO_MORE; ) part = stack.push(0, part);
  const count = (stack.top - begin) / stack.positionLength;
  return Array.from({ length: count }, (_, move) =>
    stack.evaluate(begin + move * stack.positionLength),
  )
    .filter((look) => look !== WON)
    .sort((one, other) => one - other);
}
