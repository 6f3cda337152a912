import { describe, expect, test } from 'vitest';
import { parseCell } from '../../../src/engine/stones/board.ts';
import { makeStoneMove, parseFromTo, parsePick } from '../../../src/engine/stones/stone-moves.ts';

const cell = (name: string): number => parseCell(name) ?? -1;

describe('the notation of moves', () => {
  test.each([
    ['e4e2', 'e4', 'e2'],
    ['e4-e2', 'e4', 'e2'],
    ['e4xe2', 'e4', 'e2'],
    ['e4 e2', 'e4', 'e2'],
    ['E4XE2', 'e4', 'e2'],
    ['  e4 - e2  ', 'e4', 'e2'],
    ['e12e4', 'e12', 'e4'],
    ['x4xx5', 'x4', 'x5'],
    ['z99a1', 'z99', 'a1'],
  ])('"%s" goes from %s to %s', (text, from, to) => {
    expect(parseFromTo(text)).toEqual({ from: cell(from), to: cell(to) });
  });

  test.each([
    '',
    'e4',
    'e4e',
    'e4--e2',
    'e4/e2',
    'e4e2e3',
    'hello',
    'e0e2',
    'e4\ne2',
    `e4${' '.repeat(30)}e2`,
  ])('%j has no two cells', (text) => {
    expect(parseFromTo(text)).toBeUndefined();
  });

  test('one cell is a pick', () => {
    expect(parsePick(' C6 ')).toBe(cell('c6'));
    expect(parsePick('c6d6')).toBeUndefined();
    expect(parsePick('')).toBeUndefined();
  });

  test('moves are written as the rule sheet does', () => {
    const [from, to] = [cell('e4'), cell('e2')];
    expect(makeStoneMove({ from, to, captures: false })).toBe('e4-e2');
    expect(makeStoneMove({ from, to, captures: true })).toBe('e4xe2');
  });
});
