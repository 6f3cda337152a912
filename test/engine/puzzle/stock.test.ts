import { createHash } from 'node:crypto';
import { describe, expect, it } from 'vitest';
import { findPuzzle, makePuzzle } from '../../../src/engine/puzzle/make-puzzle.ts';
import {
  grade,
  hintFor,
  type Puzzle,
  type PuzzleSource,
  type PuzzleStep,
  puzzleMoves,
  STOCK,
  solutionOf,
  starsOf,
} from '../../../src/engine/puzzle/puzzle.ts';
import { canonical, gameOf, parsePosition } from '../../../src/engine/registry.ts';
import { Effort } from '../../../src/engine/shape/solution.ts';
import type { Colour, Position } from '../../../src/engine/shape/types.ts';
import { winner } from '../../../src/engine/solve/solve.ts';
import { opposite } from '../../../src/engine/stones/board.ts';
import { throwDice } from '../../support/run/seed.ts';
import { TAYLOR } from '../conformance/conformance.ts';
import { value } from '../given.ts';

/**
 * Positions that may be looked at for one puzzle. The hardest takes 144,000, all together 1.7 million:
 * a few seconds, and two minutes where each took all that it may.
 */
const NODES = 500_000;
const after = (position: Position, text: string): Position => {
  const game = gameOf(position.rules);
  return game.play(position, value(game.parseMove(position, text))).position;
};
const asked = ({ position, given }: Puzzle): Position =>
  given.reduce(after, value(parsePosition(position)));

/** Who wins, with an oracle of its own for each position: no value is taken over from the search. */
const winnerOf = (
  position: Position,
  effort = new Effort({ nodesMax: NODES }),
): Colour | 'draw' | undefined => {
  const outcome = gameOf(position.rules).outcome(position);
  return outcome ? (outcome.winner ?? 'draw') : winner(position, effort);
};

/** Proves every line of a question: all legal moves are in it, and each wins or fails as it says. */
function prove(
  position: Position,
  { wins, fails }: PuzzleStep,
  effort = new Effort({ nodesMax: NODES }),
): void {
  const { turn, rules } = position;
  const game = gameOf(rules);
  const legal = game.legalMoves(position).map((move) => game.makeMove(move, position));
  expect([...Object.keys(wins), ...Object.keys(fails)].sort()).toEqual([...legal].sort());
  for (const [move, answer] of Object.entries(wins)) {
    const lost = after(position, move);
    expect(winnerOf(lost, effort), move).toBe(turn);
    if (!answer) continue;
    const next = after(lost, answer.defence);
    expect(Object.keys(answer.step.wins)).toHaveLength(1);
    prove(next, answer.step, effort);
  }
  for (const [move, defence] of Object.entries(fails)) {
    const left = after(position, move);
    expect(gameOf(rules).outcome(left) === undefined, move).toBe(defence !== null);
    const end = defence === null ? left : after(left, defence);
    // Undefined is none of these: where nothing is proven, nobody has said that the move fails.
    expect([opposite(turn), 'draw'], `${move} ${defence}`).toContain(winnerOf(end, effort));
  }
}

/** What people have published may have several ways to win. */
const PUBLISHED: ReadonlySet<PuzzleSource> = new Set([
  'example',
  'slide',
  'disconnection',
  'problem',
  'taylor',
]);

const dice = throwDice('puzzles');

describe('the puzzles that every server begins with', () => {
  it.each(dice.sample(STOCK, 12).map((puzzle) => [puzzle.position, puzzle] as const))(
    'are proven, every line of them: %s',
    (_, puzzle) => {
      prove(asked(puzzle), puzzle.step);
      if (!PUBLISHED.has(puzzle.source)) expect(Object.keys(puzzle.step.wins)).toHaveLength(1);
      expect(puzzleMoves(puzzle.step)).toBeLessThanOrEqual(5);
    },
  );

  it('would be refuted where one line of a proof is wrong', () => {
    const [puzzle] = STOCK.filter(({ source }) => source === 'robot');
    if (!puzzle) throw new Error('there is none');
    const { wins, fails } = puzzle.step;
    const [[wrong] = ['']] = Object.entries(fails);
    const { [wrong]: _, ...others } = fails;
    expect(() =>
      prove(asked(puzzle), { wins: { ...wins, [wrong]: null }, fails: others }),
    ).toThrow();
    expect(() => prove(asked(puzzle), { wins, fails: others })).toThrow();
  });

  it('keep their numbers, by which players name them', () => {
    const first = STOCK.slice(0, 98).map(({ position }) => position);
    expect(createHash('sha256').update(first.join('\n')).digest('hex')).toBe(
      '3caa497f3f3b99b6eaed6d30d88c535d152278d99cd78495796cf81b7845a85b',
    );
  });

  it('have a dozen on the usual board of Minefield, of two to four moves', () => {
    const { cols, rows } = gameOf('minefield').defaultSize;
    const usual = STOCK.filter((each) => each.position.startsWith(`minefield ${cols}x${rows} `));
    const lengths = usual.map(({ step }) => puzzleMoves(step));
    expect(lengths.length).toBeGreaterThanOrEqual(12);
    expect(lengths.filter((moves) => moves < 2 || moves > 4)).toEqual([]);
    expect(new Set(lengths).size).toBeGreaterThan(1);
  });

  it('begin with those of the sources', () => {
    const places = STOCK.map(({ position }) => position);
    for (const place of [
      'forms 4x4 4/.xx./.ww./4 x',
      'forms 4x4 4/4/ww2/x3 x',
      'forms 8x8 8/8/8/4xxx./4wx2/4x3/8/8 w',
    ]) {
      expect(places).toContain(place);
    }
    const sources = STOCK.map(({ source }) => source !== 'robot');
    expect(sources.lastIndexOf(true)).toBe(sources.indexOf(false) - 1);
  });

  it('have one for most of what Taylor has published, with who wins in it by his table', () => {
    const taylor = STOCK.filter(({ source }) => source === 'taylor');
    expect(taylor.length).toBeGreaterThan(TAYLOR.length / 2);
    for (const { position, given } of taylor) {
      const stones = position.split(' ')[2]?.replace(/[\d.]/g, '').split('/').filter(Boolean) ?? [];
      const row = TAYLOR.find(
        (each) =>
          each.position.replaceAll('o', 'w').replaceAll('-', '').split('/').join(' ') ===
          stones.join(' '),
      );
      // In a P position, and for Black in one of O, who is to move has lost: the other side answers.
      const solver = (position.endsWith('x') ? 1 : 0) + given.length;
      if (row?.exact === 'O') expect(solver % 2, position).toBe(0);
      expect(given, position).toHaveLength(
        row?.exact === 'P' || (row?.exact === 'O' && position.endsWith('x')) ? 1 : 0,
      );
    }
  });

  it('have each position once, for every game, from easy to hard', () => {
    const all = STOCK.map(({ position }) => canonical(value(parsePosition(position))));
    expect(new Set(all).size).toBe(all.length);
    expect(new Set(STOCK.map(({ position }) => position.split(' ')[0]))).toEqual(
      new Set(['forms', 'forms-original', 'minefield']),
    );
    expect(new Set(STOCK.map((puzzle) => starsOf(grade(puzzle))))).toEqual(
      new Set([1, 2, 3, 4, 5]),
    );
  });
});

describe('a puzzle', () => {
  const position = value(parsePosition('forms 4x4 xwxw/x2x/xwww/wxwx x'));

  it('tells a way to solve it that is right at every move', () => {
    const puzzle = makePuzzle(position, { effort: new Effort({ nodesMax: NODES }) });
    const plies = solutionOf(puzzle?.step ?? { wins: {}, fails: {} });
    expect(plies).toHaveLength(2 * puzzleMoves(puzzle?.step ?? { wins: {}, fails: {} }) - 1);
    expect(winnerOf(plies.reduce(after, position))).toBe('black');
  });

  it('is not made where the effort does not last for the proof', () => {
    for (const nodesMax of [1, 10, 100]) {
      expect(makePuzzle(position, { effort: new Effort({ nodesMax }) })).toBeUndefined();
    }
  });

  it('is made of a position of a large board, of which not every line can be proven', () => {
    const { position } = STOCK[92] as Puzzle;
    const effort = new Effort({ nodesMax: NODES });
    const puzzle = makePuzzle(value(parsePosition(position)), { effort });
    expect(puzzle && puzzleMoves(puzzle.step)).toBe(2);
  });

  it('is not made of a lost position, nor where several moves win', () => {
    for (const text of ['forms 4x4 4/.xx./.ww./4 x', 'forms 8x8 8/8/8/4xxx./4wx2/4x3/8/8 w']) {
      const given = { effort: new Effort({ nodesMax: NODES }) };
      expect(makePuzzle(value(parsePosition(text)), given)).toBeUndefined();
    }
  });

  it('hints at three moves, of which one wins', () => {
    for (const { step } of STOCK) {
      const moves = hintFor(step);
      expect(moves.filter((move) => move in step.wins)).toHaveLength(1);
      expect(moves.length).toBe(Math.min(3, 1 + Object.keys(step.fails).length));
    }
  });

  it('is found in a game, and is the same when it is looked for again', () => {
    const game = gameOf('forms');
    const positions = [value(game.start({ cols: 4, rows: 4 }))];
    for (let ply = 0; ply < 5; ply++) {
      const now = positions.at(-1) as Position;
      const moves = game.legalMoves(now);
      const move = moves[(2 * ply) % moves.length];
      if (move) positions.push(game.play(now, move).position);
    }
    const found = findPuzzle(positions, 100_000);
    expect(findPuzzle(positions, 100_000)).toEqual(found);
    if (!found) throw new Error('no puzzle was found');
    prove(asked(found), found.step);
  });
});
