import { describe, expect, test } from 'vitest';
import { GAMES } from '../../src/engine/registry.ts';
import type { Game } from '../../src/engine/shape/game.ts';
import type { Position, Size } from '../../src/engine/shape/types.ts';
import { perft, solveGame } from '../../src/engine/solve/solve.ts';
import { parseSize } from '../../src/engine/stones/notation.ts';
import { full } from '../support/run/seed.ts';
import { factsOf } from './facts.ts';
import { value } from './given.ts';

/** More than any value below needs. */
const NODES_MAX = 20_000_000;

/** Larger counts take seconds, and are for `npm run test:full`. */
const COUNT_MAX = full ? Number.POSITIVE_INFINITY : 100_000;

const sizeOf = (text: string): Size => {
  const size = parseSize(text);
  if (!size) throw new Error(`${text} is no size`);
  return size;
};

/** A position as facts name it: in the notation of its game, or the first one on a size. */
const positionOf = (game: Game, text: string): Position =>
  value(text.includes(' ') ? game.parsePosition(text) : game.start(sizeOf(text)));

const error = (code: string, facts: unknown) => ({ ok: false, error: { code, facts } });

for (const game of GAMES) {
  const { starts, sizes, setups, counts, moves, games, refusals, values } = await factsOf(
    game.rules,
  );
  const at = (text: string) => positionOf(game, text);

  describe(`${game.name}, as it is known`, () => {
    for (const [size, position] of starts ?? []) {
      test(`starts on ${size} with ${position}`, () => {
        expect(game.makePosition(at(size))).toBe(position);
      });
    }

    for (const [size, code, told] of sizes ?? []) {
      test(`is not played on ${size}: ${code}`, () => {
        expect(game.start(sizeOf(size))).toEqual(error(code, told));
      });
    }

    for (const [text, code, told] of setups ?? []) {
      test(`never comes to ${text}: ${code}`, () => {
        expect(game.parsePosition(text)).toEqual(error(code, told));
      });
    }

    for (const [from, ...nodes] of counts ?? []) {
      const some = nodes.filter((count) => count <= COUNT_MAX);
      test(`has from ${from} so many sequences of plies: ${some.join(', ')}`, () => {
        expect(some.map((_, index) => perft(game, at(from), index + 1))).toEqual(some);
      });
    }

    for (const [from, all] of moves ?? []) {
      test(`has in ${from} the moves ${all || 'none'}`, () => {
        const written = game.legalMoves(at(from)).map((move) => game.makeMove(move, at(from)));
        expect(written.join(' ')).toBe(all);
      });
    }

    for (const [from, line, end, winner, reason] of games ?? []) {
      test(`leads from ${from} by ${line} to ${end}, ${reason ?? 'and on'}`, () => {
        const play = (position: Position, text: string) =>
          game.play(position, value(game.parseMove(position, text))).position;
        const position = line.split(' ').reduce(play, at(from));
        expect(game.makePosition(position)).toBe(end);
        const won = winner === 'nobody' ? undefined : winner;
        expect(game.outcome(position)).toEqual(winner && { winner: won, reason });
      });
    }

    for (const [from, text, code, told] of refusals ?? []) {
      test(`refuses in ${from} the move ${text}: ${code}`, () => {
        expect(game.parseMove(at(from), text)).toEqual(error(code, told));
      });
    }

    for (const [from, worth] of values ?? []) {
      test(`is worth in ${from} a ${worth}`, () => {
        expect(solveGame(at(from), { nodesMax: NODES_MAX }).value).toBe(worth);
      });
    }
  });
}
