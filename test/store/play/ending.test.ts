import { describe, expect, it } from 'vitest';
import { ENDINGS } from '../../../src/match/types.ts';
import { parseEnding } from '../../../src/store/play/matches.ts';

describe('how a match has ended, as a row has it', () => {
  it('is one of the ways in which a match can end', () => {
    for (const ending of ENDINGS) expect(parseEnding(ending)).toBe(ending);
    for (const other of ['', 'Resigned', 'zugzwang', 'constructor']) {
      expect(() => parseEnding(other)).toThrow(`no match ends by "${other}"`);
    }
  });
});
