import { describe, expect, it } from 'vitest';
import { ENDINGS } from '../../../src/match/types.ts';
import { storedEnding } from '../../../src/store/play/matches.ts';

describe('how a match has ended, as a row has it', () => {
  it('is one of the ways in which a match can end', () => {
    for (const ending of ENDINGS) expect(storedEnding(ending)).toBe(ending);
    for (const other of ['', 'Resigned', 'checkmate', 'constructor']) {
      expect(() => storedEnding(other)).toThrow(`no match ends by "${other}"`);
    }
  });
});
