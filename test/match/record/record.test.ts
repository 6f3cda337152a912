import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { forms } from '../../../src/engine/games/forms/forms.ts';
import { GAMES } from '../../../src/engine/registry.ts';
import { columnsMax, recordLimits } from '../../../src/limits.ts';
import { makeRecord, parseRecord } from '../../../src/match/record/record.ts';
import { first, given } from '../../engine/given.ts';
import { processorMs } from '../../support/process/processor.ts';
import { anyMatch, anyMatchOfAll } from '../any-match.ts';
import {
  circles,
  endless,
  HEAD,
  kept,
  LARGE,
  LARGEST,
  MINEFIELD,
  RESIGNED,
  read,
  WHITE_BEGINS,
} from './records.ts';

/** Shorter pieces of work cannot be told apart by the time they take. */
const GRAIN_MS = 30;

describe('a record', () => {
  test.each([
    ['resigned', RESIGNED],
    ['begun by White from a given position', WHITE_BEGINS],
    ['on a board that takes two lines', LARGE],
    ['against the robot', `${HEAD}Robot: level 3\nResult: *\n\n1. a2xb2 *\n`],
    ['with hints that both have agreed on', `${HEAD}Hints: agreed\nResult: *\n\n1. a2xb2 *\n`],
    ['without a move', `${HEAD}Result: *\n\n*\n`],
    ['drawn', `${HEAD}Result: 1/2-1/2\nEnding: agreed\n\n1. a2xb2 1/2-1/2\n`],
  ])('is read and written again as it was: %s', (_name, text) => {
    expect(makeRecord(read(text))).toBe(text);
  });

  test('says at which level the robot has played, and no other server’s', () => {
    const at = (level: string) => `${HEAD}Robot: ${level}\nResult: *\n\n*\n`;
    expect(read(at('level 3')).robot).toEqual({ level: 3 });
    expect(read(at('level 9')).robot).toBeUndefined();
    expect(read(at('strong')).robot).toBeUndefined();
  });

  test('says what the match was', () => {
    expect(read(RESIGNED)).toEqual({
      board: 12,
      rules: 'forms',
      black: { userid: 'alice' },
      white: { userid: 'bob' },
      start: first(forms, 8, 8),
      moves: ['c4xc3', 'f6xf5', 'b3xb2', 'd4xd5'],
      outcome: { winner: 'white', ending: 'resigned' },
    });
    expect(read(WHITE_BEGINS)).toMatchObject({
      board: undefined,
      start: given('forms 8x8 8/8/8/4xxx./4wx2/4x3/8/8 w'),
      moves: ['e4-e2', 'e3xe2'],
      outcome: { winner: 'white', ending: 'last-stone-gone' },
    });
  });

  test('of any match is read back to the same match', () => {
    fc.assert(
      fc.property(anyMatchOfAll, (match) => {
        const text = makeRecord(match);
        expect(read(text)).toEqual(kept(match));
        expect(text).toMatch(/[^\n]\n$/);
        for (const line of text.split('\n')) {
          expect(line.length).toBeLessThanOrEqual(columnsMax);
          expect(line).toBe(line.trimEnd());
        }
      }),
    );
  });

  test('of a match on the largest boards is read back too', () => {
    for (const game of GAMES) {
      fc.assert(
        fc.property(anyMatch(game, 26, 40), (match) => {
          expect(read(makeRecord(match))).toEqual(kept(match));
        }),
        { numRuns: 10 },
      );
    }
  });
});

describe('a record by another hand', () => {
  test.each([
    ['a number behind its move', '1.a2xb2 a1xb1 b2xb1.2 *', false],
    ['numbers that stick', '1.a2xb2 *', true],
    ['a number for White too', '1. a2xb2 1... a1xb1 0-1', true],
    ['other spellings of moves', '1. A2b2 a1-B1 0-1', true],
    ['no result among the headers', '1. a2xb2 a1xb1 0-1', true],
    ['a ply without its round', 'a2xb2 a1xb1 0-1', false],
  ])('%s: %s', (_name, moves, readable) => {
    const ending = moves.endsWith('*') ? '' : 'Ending: resigned\n';
    expect(parseRecord(`${HEAD}${ending}\n${moves}`).ok).toBe(readable);
  });

  test('need not say how the rules have ended it', () => {
    const silent = WHITE_BEGINS.replace('Ending: last-stone-gone\n', '').replace(
      'Result: 0-1\n',
      '',
    );
    expect(read(silent)).toEqual(read(WHITE_BEGINS));
  });
});

describe('a match that goes round in circles', () => {
  test('is drawn at the third time', () => {
    const drawn = `${MINEFIELD}Result: 1/2-1/2\nEnding: repetition\n\n${circles(2)} 1/2-1/2\n`;
    expect(read(drawn).outcome).toEqual({ winner: undefined, ending: 'repetition' });
    expect(makeRecord(read(drawn))).toBe(drawn);
  });
});

describe('any text at all', () => {
  const answered = (text: string) => {
    const parsed = parseRecord(text);
    if (parsed.ok) {
      expect(read(makeRecord(parsed.value))).toEqual(parsed.value);
      return;
    }
    expect(parsed.error.why.code).toMatch(/^record-/);
    for (const [name, fact] of Object.entries(parsed.error.why.facts)) {
      if (name === 'header') expect(fact).toMatch(/^[A-Z][a-z]+$/);
      else if (name === 'result') expect(['1-0', '0-1', '1/2-1/2']).toContain(fact);
      else expect(Number.isInteger(fact)).toBe(true);
    }
  };

  test('is answered', () => {
    fc.assert(fc.property(fc.oneof(fc.string(), fc.string({ unit: 'binary' })), answered));
  });

  test('is answered when it is nearly a record', () => {
    const pieces = fc.constantFrom(
      ...['Game: forms\n', 'Game: ', 'Size: 2x2\n', 'Start: ', 'forms 2x1 xw x\n', 'Black: a\n'],
      ...['White: b\n', 'Result: ', 'Ending: ', 'resigned\n', '\n', '1. ', '1...', 'a1', 'xb1'],
      ...[' ', '-', '*', '1-0', '> ', '\r', ':', '/', '2.'],
    );
    fc.assert(
      fc.property(fc.array(pieces, { maxLength: 30 }), (texts) => answered(texts.join(''))),
      { numRuns: 500 },
    );
  });

  test('is answered when it is a record with a hole, a double or a stranger in it', () => {
    const change = fc.record({
      at: fc.nat(),
      length: fc.nat(9),
      text: fc.string({ maxLength: 3 }),
    });
    fc.assert(
      fc.property(
        anyMatchOfAll,
        fc.array(change, { minLength: 1, maxLength: 3 }),
        (match, changes) => {
          const broken = changes.reduce((text, { at, length, text: stranger }) => {
            const from = at % text.length;
            return text.slice(0, from) + stranger + text.slice(from + length);
          }, makeRecord(match));
          answered(broken);
        },
      ),
      { numRuns: 500 },
    );
  });

  test('is answered in a moment, however long', () => {
    for (const filling of ['a', '\n', '>', ' ', ':', '-', '1.', 'a-\n', 'a\n', 'x: \n', '1. a1 ']) {
      const long = filling.repeat(recordLimits.chars / filling.length);
      for (const before of ['', 'Game: ', 'Game: forms\nStart: ', LARGEST, `${LARGEST}\n1. `]) {
        const whole = (before + long).slice(0, recordLimits.chars);
        answered(whole);
        // What is ten times as long takes ten times as long, and one that is too long no time.
        const tenth = whole.slice(0, recordLimits.chars / 10);
        const ms = {
          tenth: processorMs(() => parseRecord(tenth)),
          whole: processorMs(() => parseRecord(whole)),
        };
        expect(ms.whole, JSON.stringify(before + filling)).toBeLessThan(30 * ms.tenth + GRAIN_MS);
        const tooLong = before + long.repeat(30);
        answered(tooLong);
        expect(processorMs(() => parseRecord(tooLong))).toBeLessThan(3 * ms.whole + GRAIN_MS);
      }
    }
  });

  test('of the longest records is read in a time linear in its plies, and fits', () => {
    const textOf = (plies: number) => `${LARGEST}\n${endless(plies)} *`;
    const text = textOf(recordLimits.plies);
    expect(read(text).moves).toHaveLength(recordLimits.plies);
    const tenth = textOf(recordLimits.plies / 10);
    const [long, short] = [text, tenth].map((each) => processorMs(() => read(each), 3));
    expect(long).toBeLessThan(30 * (short ?? 0) + GRAIN_MS);
    expect(makeRecord(read(text)).length).toBeLessThan(recordLimits.chars / 2);
  });
});
