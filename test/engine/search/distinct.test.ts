import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { fieldAround } from '../../../src/engine/search/field.ts';
import { PositionStack } from '../../../src/engine/search/position-stack.ts';
import { Distinct } from '../../../src/engine/search/proof-search.ts';
import { given } from '../given.ts';

const field = fieldAround(given('forms 8x8 8/8/8/2xw4/2x5/8/8/8 x').board, 9);

/** A stack with a position for each number behind the first one, the same for the same number. */
const stackOf = (numbers: readonly number[]): PositionStack => {
  const stack = new PositionStack(field);
  const every = new Int32Array(field.words).fill(-1);
  stack.words[field.words] = -1;
  stack.top = stack.positionLength;
  for (const number of numbers) {
    stack.pushMove(0, number, every);
  }
  return stack;
};

const numbersIn = (stack: PositionStack): number[] => {
  const found: number[] = [];
  for (let at = stack.positionLength; at < stack.top; at += stack.positionLength) {
    const mine = stack.words.subarray(at + stack.setWords, at + 2 * stack.setWords);
    const word = mine.findIndex((bits) => bits !== 0);
    found.push(32 * word + 31 - Math.clz32(mine[word] ?? 0));
  }
  return found;
};

describe('what stands on a stack twice', () => {
  test('is kept once, in its place, and again with the next stack', () => {
    const distinct = new Distinct();
    const anyNumbers = fc.array(fc.nat(field.stride * 8 - 2), { maxLength: 400, size: 'max' });
    fc.assert(
      fc.property(anyNumbers, (numbers) => {
        const stack = stackOf(numbers);
        distinct.keep(stack, stack.positionLength);
        expect(numbersIn(stack)).toEqual([...new Set(numbers)]);
      }),
    );
  });
});
