import { passwordCharsMax, passwordCharsMin } from '../limits.ts';
import { err, ok, type Result } from '../result.ts';
import { type Sentence, say } from '../sentence.ts';

/**
 * What mail programs leave as it is: no blanks, quotes or colons, as in the classic; no `#`, behind
 * which stands a ply; and no sign at either end that a sentence may put there.
 */
const SHAPE = /^[a-z0-9][a-z0-9!$%&()*+./<=>?@[\\\]^_{|}~-]*[a-z0-9]$/i;

/** Reads a password that somebody wants to have. Its case counts. */
export function parsePassword(text: string): Result<string, Sentence> {
  const fits = text.length >= passwordCharsMin && text.length <= passwordCharsMax;
  return fits && SHAPE.test(text)
    ? ok(text)
    : err(say('password-shape', { least: passwordCharsMin, most: passwordCharsMax }));
}
