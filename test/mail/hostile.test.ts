import { describe, expect, it } from 'vitest';
import { letterLimits } from '../../src/limits.ts';
import { parseLetter } from '../../src/mail/letter.ts';
import { HOSTILE } from '../support/post/hostile.ts';
import { throwDice } from '../support/run/seed.ts';

// How long they take is measured by `npm run bench letters`.
const dice = throwDice('hostile letters');

describe('a letter that is made to keep a reader busy', () => {
  it.each(dice.sample(HOSTILE, HOSTILE.length / 2))(
    'comes to an end: $kind',
    async ({ outcome, write }) => {
      for (const bytes of dice.sample([letterLimits.bytes, 2 * letterLimits.bytes], 1)) {
        const raw = write(bytes);
        const letter = await parseLetter(raw, 'games@turnpost.test');
        expect(letter.ok ? 'read' : letter.error).toBe(outcome);
        if (letter.ok) expect(letter.value.lines.join('\n').length).toBeLessThanOrEqual(16_384);
      }
    },
  );

  it.each(dice.sample([100_000, 200_000], 1))('has %i parts', async (parts) => {
    const raw = `Content-Type: multipart/mixed; boundary=b\n\n${'--b\n\n\n'.repeat(parts)}--b--`;
    expect(await parseLetter(Buffer.from(raw), 'games@turnpost.test')).toEqual({
      ok: false,
      error: 'too many parts',
    });
  });
});
