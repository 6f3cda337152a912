import { describe, expect, it } from 'vitest';
import { opens, type Proof } from '../../src/player/proof.ts';

const BOARD = 12;

describe('a proof', () => {
  it.each<[Proof['kind'], Proof, boolean, boolean, boolean, boolean]>([
    // kind, proof, its board, another board, the account, what needs a confirmation
    ['none', { kind: 'none' }, false, false, false, false],
    ['board', { kind: 'board', board: BOARD }, true, false, false, false],
    ['account', { kind: 'account' }, true, true, true, false],
    ['password', { kind: 'password' }, true, true, true, false],
    ['sender', { kind: 'sender' }, true, true, true, false],
    ['confirmed', { kind: 'confirmed' }, true, true, true, true],
  ])('opens what it is for and nothing else: %s', (_, proof, its, other, account, confirmed) => {
    expect(opens(proof, 'nothing', BOARD)).toBe(true);
    expect(opens(proof, 'proof', BOARD)).toBe(its);
    expect(opens(proof, 'proof', BOARD + 1)).toBe(other);
    expect(opens(proof, 'proof', undefined)).toBe(account);
    expect(opens(proof, 'confirmation', BOARD)).toBe(confirmed);
    expect(opens(proof, 'confirmation', undefined)).toBe(confirmed);
  });
});
