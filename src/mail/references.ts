import { referencesMax } from '../limits.ts';

/**
 * The Message-IDs in a header value, without their angles, in order (RFC 5322, section 3.6.4). What
 * holds a control character is none.
 */
export function parseMessageIds(value: string): readonly string[] {
  // biome-ignore lint/suspicious/noControlCharactersInRegex: these are what must not be there
  return [...value.matchAll(/<([^<>\s\u0000-\u001f\u007f]{1,250})>/g)].map(([, id]) => id ?? '');
}

/**
 * The References of an answer: those of the thread and the letter answered. A long thread keeps its
 * first id, which anchors it in mail programs, and the newest ones.
 */
export function makeReferences(thread: readonly string[]): readonly string[] {
  const ids = [...new Set(thread)];
  return ids.length <= referencesMax ? ids : [...ids.slice(0, 1), ...ids.slice(1 - referencesMax)];
}
