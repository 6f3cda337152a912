import { ENGINES } from '../../engine/registry.ts';
import { splitTag } from '../../player/address.ts';
import { type Mistaken, makeReserved } from '../../player/reserved-names.ts';
import { COMMANDS } from './registry.ts';
import type { Vocabulary } from './vocabulary.ts';

/** The words that commands and games are called by. */
const NAMES = [
  ...COMMANDS.flatMap(({ name, aliases }) => [name, ...aliases]),
  ...ENGINES.flatMap(({ rules, name }) => [rules, name]),
];

/**
 * Gives what tells of a userid for what else than a player it could be taken on this server.
 *
 * @param address the server's own
 * @param vocabulary what commands, and the words behind them, are called in each language
 */
export function reservedUserids(
  address: string,
  { commands, values }: Vocabulary,
): (userid: string) => Mistaken | undefined {
  const names = [...NAMES, ...commands.keys(), ...values.keys()];
  // Each word alone, and all of a name together.
  const words = names.flatMap((name) => [...name.split(/\W+/), name.replace(/\W/g, '')]);
  return makeReserved(words, splitTag(address).base.split('@')[0] ?? '');
}
