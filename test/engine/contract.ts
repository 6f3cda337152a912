import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { makePosition, parsePosition, readPosition } from '../../src/engine/registry.ts';
import type { Game } from '../../src/engine/shape/game.ts';
import { OUTCOME_REASONS } from '../../src/engine/shape/refusal.ts';
import type { Move, MoveEffects, Position, Size } from '../../src/engine/shape/types.ts';
import type { Spot, View } from '../../src/engine/shape/view.ts';
import type { Setup } from '../../src/engine/stones/board.ts';
import { makeSetup } from '../../src/engine/stones/notation.ts';
import { columnsMax } from '../../src/limits.ts';
import { drawBoard, marksOf } from '../../src/render/ascii.ts';
import { anyGame, anyPosition } from './arbitraries.ts';
import { value } from './given.ts';
import { describeRobot } from './robot/contract.ts';

/** A word of a refusal that no letter brings: a cell, a number, a side, or a kind of piece. */
const OWN_WORD = /^([a-z]?[1-9][0-9]?|black|white|king|queen|rook|bishop|knight|pawn|piece)$/;

/** What every kind of game promises, whatever its rules. */
export const describeContract = (game: Game): void => {
  const start = value(game.start(game.defaultSize));

  describeRobot(game);

  describe(`${game.rules} as a game`, () => {
    test('has an id, a name, an author and a year', () => {
      expect(game.rules).toMatch(/^[a-z][a-z0-9-]{0,30}$/);
      expect(game.name.trim()).not.toBe('');
      if (game.author !== undefined) expect(game.author.trim()).not.toBe('');
      if (game.year !== undefined) expect(game.year).toBeGreaterThan(1800);
    });

    test('starts on its default size with its first side to move', () => {
      const [{ colour: turn }, { colour: other }] = game.sides;
      expect(other).not.toBe(turn);
      expect(start).toMatchObject({ rules: game.rules, turn });
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

    test('refuses a set-up or takes it as it is', () => {
      fc.assert(
        fc.property(anySetup, (setup) => {
          const text = makeSetup(setup);
          const position = game.parsePosition(text);
          if (position.ok) expect(game.makePosition(position.value)).toBe(text);
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

    test('lists each move once in a lasting order, counts them, and reads each as it writes it', () => {
      fc.assert(
        fc.property(anyPosition(game), (position) => {
          const moves = game.legalMoves(position);
          const texts = moves.map((move) => game.makeMove(move, position));
          expect(new Set(texts).size).toBe(texts.length);
          const again = value(game.parsePosition(game.makePosition(position)));
          expect(game.legalMoves(again).map((move) => game.makeMove(move, again))).toEqual(texts);
          if (game.countMoves) expect(game.countMoves(position)).toBe(moves.length);
          const spots = spotsOf(game.view(position)).map(({ name }) => name);
          for (const [at, move] of moves.entries()) {
            const text = texts[at] ?? '';
            expect(text).toMatch(/^[^\s#;,]{1,100}$/);
            const head = game.firstPartOf(move, position);
            if (!text.startsWith(head)) expect(spots).toContain(head);
            const other = game.caseMatters ? text : text.toUpperCase();
            for (const spelling of [text, other, ` ${text} `]) {
              expect(game.looksLikeMove(spelling)).toBe(true);
              expect(game.parseMove(position, spelling)).toEqual({ ok: true, value: move });
            }
          }
        }),
      );
    });

    test('reads as moves exactly what it lists', () => {
      fc.assert(
        fc.property(anyPosition(game, 4), (position) => {
          const write = (move: Move) => game.makeMove(move, position);
          const legal = new Set(game.legalMoves(position).map(write));
          const texts = everyText(game.view(position));
          for (const text of [...texts, ...legal]) {
            const move = game.parseMove(position, text);
            if (move.ok) expect(legal).toContain(write(move.value));
          }
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
            const ours = game.legalMoves(position).map((each) => game.makeMove(each, position));
            for (const fact of Object.values(move.error.facts)) {
              for (const word of String(fact).split(' ')) {
                if (!OWN_WORD.test(word)) expect(ours).toContain(word);
              }
            }
          }
        }),
        { examples: [[start, 'a5']] },
      );
    });

    test('plays a move: the turn passes, and the marks are true', () => {
      fc.assert(
        fc.property(anyGame(game), ({ start: opening, plies }) => {
          let before = opening;
          for (const { position, effects } of plies) {
            expect(position.rules).toBe(game.rules);
            expect(position.turn).not.toBe(before.turn);
            expectTrueMarks(game.view(before), game.view(position), effects());
            before = position;
          }
        }),
      );
    });

    test('is drawn with a name for each spot, within a letter', () => {
      fc.assert(
        fc.property(anyPosition(game, 26), (position) => {
          const view = game.view(position);
          const names = spotsOf(view).map(({ name }) => name);
          expect(new Set(names).size).toBe(names.length);
          for (const file of view.files) expect(file).toMatch(ONE_SIGN);
          for (const { label } of view.lines) expect(label).toMatch(/^[!-~]{0,2}$/);
          for (const { thing } of spotsOf(view)) if (thing) expect(thing.sign).toMatch(ONE_SIGN);
          for (const line of drawBoard({ view, marks: marksOf(), coordinates: true })) {
            expect(line.length).toBeLessThanOrEqual(columnsMax);
          }
        }),
      );
    });

    test('has as many moves and the same end in all forms of a position', () => {
      fc.assert(
        fc.property(anyPosition(game, 5), (position) => {
          const [itself, ...images] = game.equivalents?.(position) ?? [position];
          expect(itself).toEqual(position);
          const next = (each: Position) =>
            game.legalMoves(each).map((move) => game.play(each, move).position);
          const lookOf = (each: Position) =>
            `${game.outcome(each)?.winner === each.turn} ${next(each).length}`;
          const looksOf = (each: Position) => [lookOf(each), ...next(each).map(lookOf).sort()];
          for (const image of images) expect(looksOf(image)).toEqual(looksOf(position));
        }),
        { numRuns: 20 },
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

/** What takes one column in any font of a fixed width. */
const ONE_SIGN = /^[!-~]$/;

const spotsOf = ({ lines }: View): readonly Spot[] =>
  lines.flatMap(({ spots }) => spots.flatMap((spot) => spot ?? []));

/** Every text that names one spot or two. */
const everyText = (view: View): readonly string[] => {
  const names = spotsOf(view).map(({ name }) => name);
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

/** What was left empty is vacated, and all else that a ply has reached is on the board. */
const expectTrueMarks = (before: View, after: View, { reached, vacated }: MoveEffects): void => {
  const things = (view: View) =>
    new Set(spotsOf(view).flatMap(({ name, thing }) => (thing ? name : [])));
  const [was, is] = [things(before), things(after)];
  expect([...vacated].sort()).toEqual([...was].filter((name) => !is.has(name)).sort());
  const names = new Set(spotsOf(after).map(({ name }) => name));
  for (const name of reached) expect(names).toContain(name);
};

const freeze = <T>(given: T): T => {
  if (typeof given === 'object' && given !== null) Object.values(given).forEach(freeze);
  return Object.freeze(given);
};
