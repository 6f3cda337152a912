import { findGame } from '../../engine/registry.ts';
import { fold } from '../shape/fold.ts';
import type { Meanings } from './meanings.ts';

/** What stands around a word and is no part of it. */
const AROUND = /^[\s"'„“”‚‘’«»(*]+|[\s"'„“”‚‘’«».,;:!?)*]+$/g;
const OPTION_ALONE = /^--?[a-z]+$/i;
const SIZE = /^\d{1,3}x\d{1,3}$/i;

/**
 * A line as it might have been meant for a command: the reader's words in ours, options and sizes as
 * they are written here, and nothing that may be left out. `challenge bob to forms, 6x6` becomes
 * `challenge bob forms -size=6x6`.
 */
export function mend(line: string, { fill, words: ours }: Meanings): string {
  const words = line
    .split(/\s+/)
    .map((word) => word.replace(AROUND, ''))
    .filter((word) => word !== '')
    .map((word) => ours.get(fold(word)) ?? word);
  return withSizes(withOptions(withGames(words)))
    .filter((word) => !fill.has(fold(word)))
    .join(' ');
}

/** `Forms Original` is one game. */
function withGames(words: readonly string[]): readonly string[] {
  const at = words.findIndex((word, index) => findGame(`${word}-${words[index + 1] ?? ''}`));
  return at < 0 ? words : words.toSpliced(at, 2, `${words[at]}-${words[at + 1]}`);
}

/** `-size 6x6` is one word. */
const withOptions = (words: readonly string[]): readonly string[] =>
  words.flatMap((word, index) => {
    const next = words[index + 1];
    if (OPTION_ALONE.test(words[index - 1] ?? '') && !word.startsWith('-')) return [];
    const joins = OPTION_ALONE.test(word) && next !== undefined && !next.startsWith('-');
    return [joins ? `${word}=${next}` : word];
  });

const withSizes = (words: readonly string[]): readonly string[] =>
  words.map((word) => (SIZE.test(word) ? `-size=${word}` : word));
