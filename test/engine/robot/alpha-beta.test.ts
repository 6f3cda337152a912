import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { AlphaBeta, FORCED_WIN } from '../../../src/engine/robot/alpha-beta.ts';
import { GameStack } from '../../../src/engine/robot/choose-move.ts';
import type { Game } from '../../../src/engine/shape/game.ts';
import { WON } from '../../../src/engine/shape/search-stack.ts';
import { Effort } from '../../../src/engine/shape/solution.ts';
import type { Outcome, Position } from '../../../src/engine/shape/types.ts';
import { opposite } from '../../../src/engine/stones/board.ts';

/** A position of a game that is nothing but a tree of them. */
interface Tree {
  /** How it looks for who is to move. */
  readonly look: number;
  /** How the game has ended here for who is to move, if it has. */
  readonly end?: 'won' | 'lost' | 'drawn';
  readonly isRestless?: boolean;
  /** How promising the move that leads here is said to be. */
  readonly promise?: number;
  readonly moves: readonly Tree[];
}

interface At extends Position {
  readonly tree: Tree;
  /** The numbers of the moves that have led here. */
  readonly way: string;
}

interface Way {
  readonly number: number;
}

const outcome = ({ tree, turn }: At): Outcome | undefined => {
  if (!tree.end) return undefined;
  const other = opposite(turn);
  return { winner: { won: turn, lost: other, drawn: undefined }[tree.end], reason: 'full-row' };
};

const game = {
  legalMoves: ({ tree }: At): Way[] => tree.moves.map((_, number) => ({ number })),
  play: ({ tree, turn, way }: At, { number }: Way) => ({
    position: { tree: tree.moves[number], turn: opposite(turn), way: `${way} ${number}` },
  }),
  makePosition: ({ way }: At) => way,
  outcome,
  evaluate: ({ tree }: At) => tree.look,
  isQuiet: ({ tree }: At) => tree.isRestless !== true,
  order: ({ tree }: At, moves: readonly Way[]) =>
    moves.toSorted((one, other) => promised(tree, other) - promised(tree, one)),
} as unknown as Game;

const promised = ({ moves }: Tree, { number }: Way): number => moves[number]?.promise ?? 0;

/** A position that looks like this is one in which a threat must be answered. */
const THREAT = 100;

class TreeStack extends GameStack {
  isThreatened(at: number): boolean {
    return this.evaluate(at) === THREAT;
  }
}

/** What the search finds so many plies ahead, and how many nodes that takes. */
const searched = (tree: Tree, plies: number) => {
  const effort = new Effort({ nodesMax: 1e6 });
  const stack = new TreeStack(game);
  stack.add({ tree, turn: 'black', way: '' } as unknown as Position);
  const value = new AlphaBeta(stack, effort).evaluate(0, plies, -WON, WON);
  return { value, nodes: effort.nodes };
};

/** What a position is worth so many plies ahead when every move is looked at. */
const plainly = ({ end, look, moves, isRestless }: Tree, plies: number): number => {
  if (end) return { won: WON, lost: -WON, drawn: 0 }[end];
  if (plies <= 0 && (!isRestless || plies === -RESTLESS_MAX)) return look;
  return Math.max(...moves.map((move) => -plainly(move, plies - 1)));
};

/** No tree is so high that the search gives up playing on where it is restless. */
const RESTLESS_MAX = 8;

/** Of a value of somebody who wins it only counts that, and not how soon. */
const roughly = (value: number): number =>
  Math.abs(value) > FORCED_WIN ? Math.sign(value) * WON : value;

/** Moves are so few that the search looks at all of them equally far ahead. */
const anyTree = (height: number): fc.Arbitrary<Tree> => {
  const look = fc.integer({ min: -9, max: 9 });
  const end = fc
    .constantFrom('won', 'lost', 'drawn')
    .map((each): Tree => ({ look: 0, end: each, moves: [] }));
  if (height === 0) return end;
  const promise = fc.nat(3);
  const moves = fc.array(anyTree(height - 1), { minLength: 1, maxLength: 4 });
  const open: fc.Arbitrary<Tree> = fc.record({ look, isRestless: fc.boolean(), promise, moves });
  return height === HEIGHT ? open : fc.oneof({ weight: 4, arbitrary: open }, end);
};
const HEIGHT = 5;

const leaf = (look: number): Tree => ({ look, moves: [{ look: 0, end: 'drawn', moves: [] }] });

describe('the search of the robot', () => {
  test('finds what plain minimax finds, also where the rules call the end a draw', () => {
    fc.assert(
      fc.property(anyTree(HEIGHT), fc.integer({ min: 1, max: HEIGHT }), (tree, plies) => {
        expect(roughly(searched(tree, plies).value)).toBeCloseTo(plainly(tree, plies));
      }),
    );
  });

  test('takes a draw by the rules for a draw, be it near or restless', () => {
    const drawn: Tree = { look: 0, end: 'drawn', isRestless: true, moves: [] };
    const lost: Tree = { look: 0, end: 'won', moves: [] };
    for (const plies of [1, 2, 3]) {
      expect(searched({ look: 5, moves: [drawn, lost] }, plies).value).toBeCloseTo(0);
    }
  });

  test('plays on where a look cannot be trusted', () => {
    const opening = (isRestless: boolean): Tree => ({
      look: 0,
      moves: [{ look: -5, isRestless, moves: [leaf(-7)] }, leaf(3)],
    });
    expect(searched(opening(false), 1).value).toBe(5);
    expect(searched(opening(true), 1).value).toBe(-3);
  });

  test('does not count a threat that has hardly an answer', () => {
    const opening = (look: number): Tree => ({
      look: 0,
      moves: [
        { look, moves: [{ look: 0, moves: [{ look: 0, moves: [leaf(4)] }] }] },
        { look: 0, end: 'drawn', moves: [] },
      ],
    });
    expect(searched(opening(0), 3).value).toBeCloseTo(0);
    expect(searched(opening(THREAT), 3).value).toBe(4);
  });

  test('is done sooner when the game puts the best moves first', () => {
    const choice = (promises: readonly [good: number, bad: number]): Tree => {
      const [good, bad] = promises;
      const moves: Tree[] = [1, 2, 3].map((value) => ({
        look: 0,
        promise: bad,
        moves: [leaf(-value), leaf(-9)],
      }));
      return {
        look: 0,
        moves: [...moves, { look: 0, promise: good, moves: [leaf(20)] }],
      };
    };
    const first = searched(choice([1, 0]), 3);
    const last = searched(choice([0, 1]), 3);
    expect(first.value).toBe(last.value);
    expect(first.nodes).toBeLessThan(last.nodes);
  });
});
