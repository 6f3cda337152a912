import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { minefield } from '../../../../src/engine/games/minefield/minefield.ts';
import { LinesAhead } from '../../../../src/engine/games/minefield/oracle.ts';
import { fitsTable, MinefieldTable } from '../../../../src/engine/games/minefield/table.ts';
import { Effort, type Oracle } from '../../../../src/engine/shape/solution.ts';
import { Lookahead } from '../../../../src/engine/solve/solve.ts';
import type { StonePosition } from '../../../../src/engine/stones/board.ts';
import { onlyInFull, throwDice } from '../../../support/run/seed.ts';
import { first } from '../../given.ts';
import { anyBoard } from './boards.ts';

const full = onlyInFull();
const enough = () => new Effort({ nodesMax: 400_000_000 });

const judge = (oracle: Oracle<StonePosition>, position: StonePosition) => ({
  value: oracle.evaluate(position),
  distance: oracle.distance?.(position),
});

/** Plays the best moves that an oracle names, and returns how long that takes and who wins. */
const playOut = (oracle: Oracle<StonePosition>, start: StonePosition) => {
  let position = start;
  for (let plies = 0; ; plies++) {
    const winner = minefield.outcome(position)?.winner;
    if (winner) return { plies, value: winner === start.turn ? 'win' : 'loss' };
    const move = oracle.bestMove?.(position);
    if (!move) throw new Error(`no best move after ${plies} plies`);
    position = minefield.play(position, move as { cell: number }).position;
  }
};

describe('looking ahead in Minefield', () => {
  test('finds what the table of all positions has, and nothing in a draw', () => {
    fc.assert(
      fc.property(anyBoard(8, 12), (position) => {
        const table = new MinefieldTable(position.board, enough());
        const ahead = new LinesAhead(position.board, new Effort({ nodesMax: 100_000 }));
        const known = judge(table, position);
        if (known.value === 'draw') expect(judge(ahead, position).value).toBeUndefined();
        else {
          expect(judge(ahead, position)).toEqual(known);
          for (const oracle of [table, ahead]) {
            const { value, distance: plies } = known;
            expect(playOut(oracle, position)).toEqual({ value, plies });
          }
        }
      }),
    );
  });

  test('finds what a look at every move finds, on larger boards', () => {
    fc.assert(
      fc.property(anyBoard(8), (position) => {
        const ahead = new LinesAhead(position.board, new Effort({ nodesMax: 20_000 }));
        const plain = new Lookahead(minefield, new Effort({ nodesMax: 20_000 }));
        const known = judge(plain, position);
        if (known.value) expect(judge(ahead, position)).toEqual(known);
      }),
      { numRuns: 30 },
    );
  });

  const SIZES = [2, 3, 4, 5].flatMap((cols) => [2, 3, 4, 5].map((rows) => [cols, rows] as const));
  test.each(throwDice('small boards').sample(SIZES.slice(0, -1), 3))(
    'agrees with the table about the first position on %i x %i',
    (cols, rows) => {
      const start = first(minefield, cols, rows);
      const known = judge(new MinefieldTable(start.board, enough()), start);
      expect(known.value).not.toBe('draw');
      expect(judge(new LinesAhead(start.board, enough()), start)).toEqual(known);
    },
  );

  test('forgets all that it has not looked at to the end', () => {
    fc.assert(
      fc.property(anyBoard(8, 12), fc.array(fc.nat(60), { maxLength: 20 }), (position, shares) => {
        const effort = new Effort({ nodesMax: 0 });
        const ahead = new LinesAhead(position.board, effort);
        for (const share of shares) {
          effort.nodesMax = effort.nodes + share;
          judge(ahead, position);
          ahead.bestMove(position);
        }
        effort.nodesMax = effort.nodes + 100_000;
        const known = judge(new MinefieldTable(position.board, enough()), position);
        if (known.value !== 'draw') expect(judge(ahead, position)).toEqual(known);
      }),
    );
  });

  const SQUARES: [side: number, plies: number][] = [
    [6, 7],
    [7, 5],
    [8, 9],
  ];
  test.each(full ? SQUARES : SQUARES.slice(0, 2))(
    'the first player wins on a square of %i in %i plies',
    (side, plies) => {
      const start = first(minefield, side, side);
      const ahead = new LinesAhead(start.board, enough());
      expect(judge(ahead, start)).toEqual({ value: 'win', distance: plies });
      expect(playOut(ahead, start)).toEqual({ value: 'win', plies });
    },
  );
});

describe('the table of all positions', () => {
  test('is not made where it has no room in what may be kept', () => {
    const within = (bytesMax: number) =>
      fitsTable({ cols: 4, rows: 5 }, new Effort({ nodesMax: 2 ** 30, bytesMax }));
    expect(within(2 ** 20)).toBe(true);
    expect(within(2 ** 20 - 1)).toBe(false);
  });
});
