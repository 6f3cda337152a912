import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { makeConditionals, parseConditionals } from '../../src/match/queue.ts';

describe('moves made in advance', () => {
  it.each([
    ['e4e2', [[{ when: undefined, move: 'e4e2' }]]],
    ['E4 - E2', [[{ when: undefined, move: 'e4-e2' }]]],
    ['if d4 d5 then e4xe5', [[{ when: 'd4d5', move: 'e4xe5' }]]],
    [
      'if d4d5 then e4e5; c6',
      [[{ when: 'd4d5', move: 'e4e5' }], [{ when: undefined, move: 'c6' }]],
    ],
    [
      'if d4d5, then e4e5, if a1b1 then b2b1',
      [
        [
          { when: 'd4d5', move: 'e4e5' },
          { when: 'a1b1', move: 'b2b1' },
        ],
      ],
    ],
    [
      'c6 if d5 then e4',
      [
        [
          { when: undefined, move: 'c6' },
          { when: 'd5', move: 'e4' },
        ],
      ],
    ],
  ])('are read: %s', (text, lines) => {
    expect(parseConditionals(text)).toEqual(lines);
  });

  it.each([
    '',
    ';',
    'e4e2;',
    'if d4d5',
    'then e4e5',
    'if then e4e5',
    'if d4d5 then',
    'if d4d5 then hello',
    'e4e2 e4e3 e5e6',
    'if d4d5 then e4e5 c3c4',
    Array.from({ length: 11 }, () => 'e4e2').join(';'),
    Array.from({ length: 11 }, () => 'if d4d5 then e4e2').join(' '),
  ])('are not read: %j', (text) => {
    expect(parseConditionals(text)).toBeUndefined();
  });

  it('are written as they are read', () => {
    const move = fc.constantFrom('e4e2', 'e4-e2', 'e4xe2', 'c6', 'a1', 'z26xz25');
    const line = fc
      .tuple(
        fc.record({ when: fc.option(move, { nil: undefined }), move }),
        fc.array(fc.record({ when: move, move }), { maxLength: 9 }),
      )
      .map(([head, rest]) => [head, ...rest]);
    fc.assert(
      fc.property(fc.array(line, { minLength: 1, maxLength: 10 }), (lines) => {
        expect(parseConditionals(makeConditionals(lines))).toEqual(lines);
      }),
    );
  });
});
