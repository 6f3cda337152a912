import { GAMES } from '../../engine/registry.ts';
import { splitTag } from '../../player/address.ts';
import {
  lookalikeKeysOf,
  type MistakenFor,
  makeReservedCheck,
  reservedText,
} from '../../player/reserved-names.ts';
import { COMMANDS } from './registry.ts';
import type { Vocabulary } from './vocabulary.ts';

/** Names of commands and games. */
const NAMES = [
  ...COMMANDS.flatMap(({ name, aliases = [] }) => [name, ...aliases]),
  ...GAMES.flatMap(({ rules, name }) => [rules, name]),
];

/**
 * What a userid could be mistaken for on this server.
 *
 * @param address the server's own
 * @param vocabulary names of commands and their words in each language
 */
export const reservedUserids = (
  address: string,
  vocabulary: Vocabulary,
): ((userid: string) => MistakenFor | undefined) =>
  makeReservedCheck(wordsOf(vocabulary).keys, localPartOf(address));

export const reservedWords = (address: string, vocabulary: Vocabulary): string =>
  reservedText(wordsOf(vocabulary).words, localPartOf(address));

interface Words {
  readonly words: readonly string[];
  /** The look-alike keys of the words. */
  readonly keys: ReadonlySet<string>;
}

/** Cached for each vocabulary: there are some thousands of words. */
const known = new WeakMap<Vocabulary, Words>();

/** Each word of a name alone, and all of them joined. */
function wordsOf(vocabulary: Vocabulary): Words {
  const before = known.get(vocabulary);
  if (before) return before;
  const { commands, values } = vocabulary;
  const words = [...NAMES, ...commands.keys(), ...values.keys()].flatMap((name) => [
    ...name.split(/\W+/),
    name.replace(/\W/g, ''),
  ]);
  const made = { words, keys: new Set(lookalikeKeysOf(words)) };
  known.set(vocabulary, made);
  return made;
}

const localPartOf = (address: string): string => splitTag(address).base.split('@')[0] ?? '';
