import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import type { Played } from '../../../src/engine/shape/types.ts';
import {
  cellOf,
  colourAt,
  makeCell,
  parseCell,
  type StonePosition,
} from '../../../src/engine/stones/board.ts';
import { anyGame, anyPosition } from '../arbitraries.ts';
import { STONE_GAMES, stonesIn } from '../given.ts';

/** What games of stones promise besides all others: who reads a letter can trust what it tells. */
describe.each(STONE_GAMES.map((game) => [game.rules, game] as const))('%s', (_, game) => {
  test('tells all that a ply changes, and nothing else', () => {
    fc.assert(
      fc.property(anyGame(game), ({ start, plies }) => {
        let before = start;
        for (const ply of plies) {
          expectTrueTelling(before, ply);
          before = ply.position;
        }
      }),
    );
  });

  test('lists its moves in the order of their cells', () => {
    fc.assert(
      fc.property(anyPosition(game), (position) => {
        const cells = game
          .legalMoves(position)
          .map((move) => game.makeMove(move, position).split(/[-x]/).map(placeOf));
        expect(cells).toEqual([...cells].sort((one, next) => order(one, next)));
      }),
    );
  });

  test('refuses every cell beyond the edge as such, or for what it is not', () => {
    fc.assert(
      fc.property(anyPosition(game, 4), (position) => {
        const { cols, rows } = position.board;
        for (const cell of [cellOf(cols, 0), cellOf(0, rows), cellOf(cols, rows)].map(makeCell)) {
          for (const text of [cell, `${cell}a1`, `a1${cell}`]) {
            const move = game.parseMove(position, text);
            const over = game.outcome(position) !== undefined;
            const shaped = game.looksLikeMove(text);
            const code = shaped ? (over ? 'game-over' : 'off-board') : 'not-a-move';
            expect(move).toMatchObject({ ok: false, error: { code } });
          }
        }
      }),
    );
  });
});

const placeOf = (name: string): number => parseCell(name) ?? Number.NaN;

const order = (
  [one = 0, oneTo = 0]: readonly number[],
  [next = 0, nextTo = 0]: readonly number[],
) => one - next || oneTo - nextTo;

/** Every cell that is not told of is as it was, and as many stones are gone as is told. */
function expectTrueTelling(
  before: StonePosition,
  { position: after, effects }: Played<StonePosition>,
): void {
  const { reached, vacated, report } = effects();
  const flipped = 'cells' in report.facts ? report.facts.cells.split(' ') : [];
  for (const names of [reached, vacated, flipped]) {
    expect(names.map(placeOf)).toEqual([...new Set(names.map(placeOf))].sort((a, b) => a - b));
  }
  const { cols, rows } = before.board;
  for (let at = 0; at < cols * rows; at++) {
    const cell = cellOf(at % cols, Math.floor(at / cols));
    const name = makeCell(cell);
    const [was, is] = [colourAt(before.board, cell), colourAt(after.board, cell)];
    if (flipped.includes(name)) expect([was, is].sort()).toEqual(['black', 'white']);
    else if (vacated.includes(name)) expect([was !== undefined, is]).toEqual([true, undefined]);
    else if (reached.includes(name))
      expect([was === before.turn, is]).toEqual([false, before.turn]);
    else expect(is).toBe(was);
  }
  if (report.code === 'played') expect(report.facts.lost).toBe(stonesIn(before) - stonesIn(after));
  else if (report.code === 'played-flipping') {
    expect(report.facts.flipped).toBe(flipped.length);
    const [picked = ''] = reached;
    expect(report.facts.side).toBe(colourAt(after.board, placeOf(picked)));
    expect(flipped).toContain(picked);
  } else {
    expect(report.code).toBe('moved');
    expect(stonesIn(after)).toBe(stonesIn(before));
  }
}
