import { err, ok, type Result } from '../result.ts';
import { type Sentence, say } from '../sentence.ts';
import { splitTag } from './address.ts';

const SHAPE = /^[a-z0-9][a-z0-9._-]{0,18}[a-z0-9]$/i;

/** Words that a command could read as something else than a player. */
const RESERVED = new Set([
  'active',
  'admin',
  'all',
  'anyone',
  'from',
  'me',
  'next',
  'none',
  'open',
  'them',
  'turnpost',
  'you',
]);

/**
 * Reads a userid: 2 to 20 letters, digits, `-`, `_` or `.`, beginning and ending with a letter or
 * a digit. The case that the player chose is kept.
 */
export function parseUserid(text: string): Result<string, Sentence> {
  if (!SHAPE.test(text)) return err(say('userid-shape'));
  if (RESERVED.has(text.toLowerCase())) return err(say('userid-reserved', { userid: text }));
  return ok(text);
}

/** The userid that somebody may want who has this address: what stands before a tag and the `@`. */
export function useridFrom(address: string): string | undefined {
  const { base } = splitTag(address);
  const userid = parseUserid(base.slice(0, base.lastIndexOf('@')));
  return userid.ok ? userid.value : undefined;
}

/**
 * The form under which a userid is unique: two userids that a reader could take for one another
 * (`Bob` and `b0b`, `ann_lee` and `annlee`) have the same key.
 */
export function useridKey(userid: string): string {
  return userid
    .toLowerCase()
    .replace(/[._-]/g, '')
    .replaceAll('0', 'o')
    .replace(/[1i]/g, 'l')
    .replaceAll('5', 's')
    .replaceAll('rn', 'm')
    .replaceAll('vv', 'w');
}
