import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { colourAt } from '../../src/engine/board.ts';
import { cellOf, makeCell } from '../../src/engine/cell.ts';
import { countCells } from '../../src/engine/cellset.ts';
import type { Game } from '../../src/engine/game.ts';
import { makeSetup } from '../../src/engine/notation.ts';
import { MOVE_ERROR_CODES, OUTCOME_REASONS, SETUP_ERROR_CODES } from '../../src/engine/refusal.ts';
import type { Cell, Move, Played, Position, Setup, Size } from '../../src/engine/types.ts';
import { makePosition, parsePosition, readPosition } from '../../src/engine/written.ts';
import { anyGame, anyPosition } from './arbitraries.ts';
import { value } from './given.ts';

/** What every kind of game promises, whatever its rules. */
export const describeContract = (game: Game): void => {
  const start = value(game.start(game.defaultSize));

  describe(`${game.rules} as a game`, () => {
    test('has an id, a name, an author and a year', () => {
      expect(game.rules).toMatch(/^[a-z][a-z0-9-]{0,30}$/);
      expect(game.name.trim()).not.toBe('');
      expect(game.author.trim()).not.toBe('');
      expect(game.year).toBeGreaterThan(1900);
    });

    test('starts on its default size with Black to move', () => {
      expect(start).toMatchObject({ rules: game.rules, turn: 'black' });
      expect(start.board).toMatchObject(game.defaultSize);
      expect(game.outcome(start)).toBeUndefined();
    });

    test.each<Size>([
      { cols: 0, rows: 8 },
      { cols: 8, rows: -2 },
      { cols: 27, rows: 8 },
      { cols: 8, rows: 28 },
      { cols: 8.5, rows: 8 },
      { cols: Number.NaN, rows: 8 },
      { cols: 8, rows: Number.POSITIVE_INFINITY },
    ])('refuses a board of $cols x $rows', (size) => {
      expect(game.start(size)).toMatchObject({ ok: false, error: { code: 'bad-size' } });
    });

    test("refuses another game's position", () => {
      const error = { code: 'other-rules', facts: { rules: 'another' } };
      const text = `another ${game.makePosition(start)}`;
      expect(readPosition(game, text)).toEqual({ ok: false, error });
    });

    test('refuses a set-up with a known code or takes it as it is', () => {
      fc.assert(
        fc.property(anySetup, (setup) => {
          const position = game.parsePosition(makeSetup(setup));
          if (position.ok) expect(position.value).toEqual({ rules: game.rules, ...setup });
          else expect(SETUP_ERROR_CODES).toContain(position.error.code);
        }),
      );
    });

    test('takes every position of a game as legal, from its text too', () => {
      fc.assert(
        fc.property(anyPosition(game), (position) => {
          expect(parsePosition(makePosition(position))).toEqual({ ok: true, value: position });
        }),
      );
    });

    test('has an outcome exactly when nobody can move', () => {
      fc.assert(
        fc.property(anyGame(game), ({ start: opening, plies }) => {
          for (const position of [opening, ...plies.map((ply) => ply.position)]) {
            const outcome = game.outcome(position);
            expect(outcome === undefined).toBe(game.legalMoves(position).length > 0);
            if (outcome) expect(OUTCOME_REASONS).toContain(outcome.reason);
          }
        }),
      );
    });

    test('lists its moves in order, counts them, and reads each as it writes it', () => {
      fc.assert(
        fc.property(anyPosition(game), (position) => {
          const moves = game.legalMoves(position);
          expect(moves).toEqual([...moves].sort(byCells));
          if (game.countMoves) expect(game.countMoves(position)).toBe(moves.length);
          for (const move of moves) {
            const text = game.makeMove(move);
            const other = game.caseMatters ? text : text.toUpperCase();
            for (const spelling of [text, other, ` ${text} `]) {
              expect(game.looksLikeMove(spelling)).toBe(true);
              expect(game.parseMove(position, spelling)).toEqual({ ok: true, value: move });
            }
          }
        }),
      );
    });

    test('reads as moves exactly what it lists, and refuses the rest with a code', () => {
      fc.assert(
        fc.property(anyPosition(game, 4), (position) => {
          const legal = new Set(game.legalMoves(position).map(({ from, to }) => `${from} ${to}`));
          for (const text of everyText(position.board)) {
            const move = game.parseMove(position, text);
            if (move.ok) expect(legal.delete(`${move.value.from} ${move.value.to}`)).toBe(true);
            else expect(MOVE_ERROR_CODES).toContain(move.error.code);
          }
          expect(legal.size).toBe(0);
        }),
      );
    });

    test('answers any text at all, and never repeats it', () => {
      const texts = fc.oneof(fc.string(), fc.string({ unit: 'binary' }), moveLikeText);
      fc.assert(
        fc.property(anyPosition(game, 4), texts, (position, text) => {
          const move = game.parseMove(position, text);
          const shaped = game.looksLikeMove(text);
          if (move.ok) expect(shaped).toBe(true);
          else if (!shaped) expect(move.error).toEqual({ code: 'not-a-move', facts: {} });
          else {
            for (const fact of Object.values(move.error.facts)) {
              expect(String(fact)).toMatch(/^([a-z]?[1-9][0-9]?|black|white)$/);
            }
          }
        }),
      );
    });

    test('plays a move: the turn passes and the effects tell all that changed', () => {
      fc.assert(
        fc.property(anyGame(game), ({ start: opening, plies }) => {
          let before = opening;
          for (const ply of plies) {
            expectTrueEffects(before, ply);
            before = ply.position;
          }
        }),
      );
    });

    test('never changes the position it plays on', () => {
      fc.assert(
        fc.property(anyPosition(game), (position) => {
          const text = makePosition(position);
          const frozen = freeze(position);
          for (const move of game.legalMoves(frozen)) game.play(frozen, freeze(move));
          expect(makePosition(frozen)).toBe(text);
        }),
      );
    });
  });
};

const byCells = (one: Move, next: Move): number =>
  (one.from ?? 0) - (next.from ?? 0) || one.to - next.to;

const cellsOn = ({ cols, rows }: Size): Cell[] =>
  Array.from({ length: cols * rows }, (_, index) => cellOf(index % cols, Math.floor(index / cols)));

/** Every text that names one cell or two, one step off the board included. */
const everyText = ({ cols, rows }: Size): string[] => {
  const names = cellsOn({ cols: cols + 1, rows: rows + 1 }).map(makeCell);
  return [...names, ...names.flatMap((from) => names.map((to) => `${from}${to}`))];
};

const moveLikeText = fc.stringMatching(/^[A-Za-z0-9x -]{0,9}$/);

/** Any two colours on any cells of a small board: hardly ever legal. */
const anySetup: fc.Arbitrary<Setup> = fc
  .record({ cols: fc.integer({ min: 1, max: 4 }), rows: fc.integer({ min: 1, max: 4 }) })
  .chain(({ cols, rows }) => {
    const anyRows = fc.array(fc.nat((1 << cols) - 1), { minLength: rows, maxLength: rows });
    return fc.record({
      turn: fc.constantFrom('black', 'white'),
      board: fc.tuple(anyRows, anyRows).map(([stones, whites]) => ({
        cols,
        rows,
        black: stones.map((row, rank) => row & ~(whites[rank] ?? 0)),
        white: stones.map((row, rank) => row & (whites[rank] ?? 0)),
      })),
    });
  });

/** A cell changed colour if it was flipped, lost its stone if it was removed or left, and so on. */
const expectTrueEffects = (before: Position, { position: after, effects }: Played): void => {
  expect(after.rules).toBe(before.rules);
  expect(after.turn).not.toBe(before.turn);
  for (const cells of [effects.removed, effects.flipped]) {
    expect(cells).toEqual([...new Set(cells)].sort((one, next) => one - next));
  }
  for (const cell of cellsOn(before.board)) {
    const [was, is] = [colourAt(before.board, cell), colourAt(after.board, cell)];
    if (effects.flipped.includes(cell)) expect([was, is].sort()).toEqual(['black', 'white']);
    else if (effects.removed.includes(cell))
      expect([was !== undefined, is]).toEqual([true, undefined]);
    else if (cell === effects.moved?.from) expect([was, is]).toEqual([before.turn, undefined]);
    else if (cell === effects.moved?.to) expect([was, is]).toEqual([was, before.turn]);
    else expect(is).toBe(was);
  }
  if (effects.flipped.length > 0) return;
  for (const colour of ['black', 'white'] as const) {
    const lost = countCells(before.board[colour]) - countCells(after.board[colour]);
    expect(effects.stonesLost[colour]).toBe(lost);
  }
};

const freeze = <T>(given: T): T => {
  if (typeof given === 'object' && given !== null) Object.values(given).forEach(freeze);
  return Object.freeze(given);
};
