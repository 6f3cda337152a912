import { ENGINES } from '../../engine/registry.ts';
import { splitTag } from '../../player/address.ts';
import { type Mistaken, makeReserved, reservedRow } from '../../player/reserved-names.ts';
import { COMMANDS } from './registry.ts';

/** The words that commands and games are called by, each alone and all together. */
const NAMES = [
  ...COMMANDS.flatMap(({ name, aliases }) => [name, ...aliases]),
  ...ENGINES.flatMap(({ rules, name }) => [rules, name]),
].flatMap((name) => [...name.split(/\W+/), name.replace(/\W/g, '')]);

/**
 * Gives what tells of a userid for what else than a player it could be taken on this server.
 *
 * @param address the server's own
 */
export const reservedUserids = (address: string): ((userid: string) => Mistaken | undefined) =>
  makeReserved(NAMES, localPartOf(address));

/** All the words that this is by, in one row. */
export const reservedWords = (address: string): string => reservedRow(NAMES, localPartOf(address));

const localPartOf = (address: string): string => splitTag(address).base.split('@')[0] ?? '';
