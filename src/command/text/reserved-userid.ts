import { GAMES } from '../../engine/registry.ts';
import { splitTag } from '../../player/address.ts';
import { keysOf, type Mistaken, makeReserved, reservedRow } from '../../player/reserved-names.ts';
import { COMMANDS } from './registry.ts';
import type { Vocabulary } from './vocabulary.ts';

/** The words that commands and games are called by. */
const NAMES = [
  ...COMMANDS.flatMap(({ name, aliases }) => [name, ...aliases]),
  ...GAMES.flatMap(({ rules, name }) => [rules, name]),
];

/**
 * Gives what tells of a userid for what else than a player it could be taken on this server.
 *
 * @param address the server's own
 * @param vocabulary what commands, and the words behind them, are called in each language
 */
export const reservedUserids = (
  address: string,
  vocabulary: Vocabulary,
): ((userid: string) => Mistaken | undefined) =>
  makeReserved(wordsOf(vocabulary).keys, localPartOf(address));

/** All the words that this is by, in one row. */
export const reservedWords = (address: string, vocabulary: Vocabulary): string =>
  reservedRow(wordsOf(vocabulary).words, localPartOf(address));

interface Words {
  readonly words: readonly string[];
  /** What they look like. */
  readonly keys: ReadonlySet<string>;
}

/** They are some thousands: worked out once for each vocabulary. */
const known = new WeakMap<Vocabulary, Words>();

/** Each word of a name alone, and all of them together. */
function wordsOf(vocabulary: Vocabulary): Words {
  const before = known.get(vocabulary);
  if (before) return before;
  const { commands, values } = vocabulary;
  const words = [...NAMES, ...commands.keys(), ...values.keys()].flatMap((name) => [
    ...name.split(/\W+/),
    name.replace(/\W/g, ''),
  ]);
  const made = { words, keys: new Set(keysOf(words)) };
  known.set(vocabulary, made);
  return made;
}

const localPartOf = (address: string): string => splitTag(address).base.split('@')[0] ?? '';
