import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { columnsMax } from '../../src/limits.ts';
import { wrap, wrapComment } from '../../src/render/wrap.ts';

describe('a paragraph', () => {
  it('keeps a command at its end on one line', () => {
    expect(
      wrap('To play on the same board again, reply with: challenge carol minefield -size=4x4'),
    ).toBe('To play on the same board again, reply with:\nchallenge carol minefield -size=4x4');
    expect(
      wrap('It is your turn on board 3, so nothing needs to wait. To play a move: move 3 e4e2'),
    ).toBe('It is your turn on board 3, so nothing needs to wait. To play a move:\nmove 3 e4e2');
  });

  it('breaks behind one of several texts to type, and within none', () => {
    expect(
      wrap('Also: draw 12 | say 12 | show 12 #0 | help breakthrough | games all | resign 12'),
    ).toBe('Also: draw 12 | say 12 | show 12 #0 | help breakthrough | games all |\nresign 12');
  });

  it('keeps the sign of the last move on one line', () => {
    const signs = 'Zeichen auf dem Brett: # Schwarz, O Weiß, . leer, x und o tote Steine, [ ]';
    expect(wrap(`${signs} der letzte Zug.`)).toContain('tote Steine,\n[ ] der letzte');
  });

  it('breaks a command that is longer than a line, between its words', () => {
    const command = `challenge bob forms ${'-size=8x8 '.repeat(7)}-unrated`;
    const lines = wrap(`To type it: ${command}`).split('\n');
    expect(lines).toHaveLength(2);
    expect(lines.join(' ')).toBe(`To type it: ${command}`);
  });

  it('breaks a sentence behind a colon like any other', () => {
    const text = `The match is drawn: ${'the admin of this server '.repeat(4)}has decided it.`;
    expect(wrap(text).split('\n')[0]?.length).toBeGreaterThan(60);
  });

  it('loses no word, and has no line that is too wide', () => {
    const word = fc.stringMatching(/^[!-~]{1,12}$/);
    const words = fc.array(word, { minLength: 1, maxLength: 60 });
    fc.assert(
      fc.property(words, words, (before, typed) => {
        const text = `${before.join(' ')}: ${typed.join(' ')}`;
        const lines = wrap(text).split('\n');
        expect(lines.join(' ')).toBe(text);
        for (const line of lines) expect(line.length).toBeLessThanOrEqual(columnsMax);
      }),
    );
  });
});

describe("a person's text", () => {
  it('keeps its own indent, loses no word, and begins no line with the blank at a break', () => {
    const words = fc.array(fc.stringMatching(/^[!-~]{1,12}$/), { minLength: 20, maxLength: 60 });
    fc.assert(
      fc.property(words, (typed) => {
        const lines = wrapComment(`  ${typed.join(' ')}`).split('\n');
        expect(lines[0]).toMatch(/^\| {3}\S/);
        for (const line of lines.slice(1)) expect(line).toMatch(/^\| \S/);
        expect(
          lines
            .map((line) => line.slice(1))
            .join('')
            .trim(),
        ).toBe(typed.join(' '));
      }),
    );
  });
});
