import { findGame } from '../../engine/registry.ts';
import type { RulesId } from '../../engine/shape/ground.ts';
import { FIRSTS } from '../../match/types.ts';
import { fold } from '../shape/words.ts';
import { commandsIn, type Meanings, wordsOf } from './meanings.ts';

/** Terms of a match that a text names without options: a game, a size, who begins. */
interface Wishes {
  readonly rules: RulesId | undefined;
  /** `-size=4x4` and `-first=me`. */
  readonly options: readonly string[];
}

const ADDRESS = /\S+@\S+/g;
/** Two numbers with a sign or a word between them, which make a size: `4x4`, `4 by 4`. */
const SIZES = /(?<![\p{L}\d])(\d{1,2})\s?([×*]|\p{L}+)\s?(\d{1,2})(?![\p{L}\d])/gu;

/** Reads the terms that a text names; two games are none. */
export function wishesIn(text: string, meanings: Meanings): Wishes {
  const bare = text.replace(ADDRESS, ' ');
  const words = wordsOf(bare);
  const pairs = words.map((word, at) => `${word}-${words[at + 1]}`);
  const named = new Set([...pairs, ...words].flatMap((word) => findGame(word)?.rules ?? []));
  // `Forms Original` is one game.
  if (named.size > 1 && pairs.some(findGame)) named.delete('forms');
  const [rules, ...others] = named;
  const [, cols, , rows] =
    [...bare.matchAll(SIZES)].find(([, , between = '']) => meanings.times.has(fold(between))) ?? [];
  const mentioned = commandsIn(bare, meanings);
  const [first, ...more] = FIRSTS.filter((each) => mentioned.includes(`-first=${each}`));
  return {
    rules: others.length === 0 ? rules : undefined,
    options: [
      ...(cols === undefined ? [] : [`-size=${cols}x${rows}`]),
      ...(first === undefined || more.length > 0 ? [] : [`-first=${first}`]),
    ],
  };
}

/** Words of these commands in front of the game. */
const GAME_AT: Readonly<Record<string, number>> = { play: 1, challenge: 2, invite: 2, counter: 2 };

/** A command in our own spelling with these terms in place of its own; any other line as it is. */
export function withWishes(line: string, { rules, options }: Wishes): string {
  const parts = line.split(' ');
  const at = GAME_AT[parts[0] ?? ''];
  if (at === undefined || (rules === undefined && options.length === 0)) return line;
  const words = parts.filter((part) => !part.startsWith('-'));
  const isOther = rules !== undefined && words[at] !== undefined && words[at] !== rules;
  const names = options.map(nameOf);
  const kept = parts.filter(
    (part) =>
      part.startsWith('-') &&
      !names.includes(nameOf(part)) &&
      // Another game has another size.
      !(isOther && nameOf(part) === '-size'),
  );
  const game = rules ?? words[at];
  return [...words.slice(0, at), ...(game ? [game] : []), ...kept, ...options].join(' ');
}

const nameOf = (option: string): string => option.replace(/=.*/, '');

/** The game that a text names, and nothing else but filler words and kind ones. */
export function gameAlone(text: string, meanings: Meanings): RulesId | undefined {
  const { rules, options } = wishesIn(text, meanings);
  if (rules === undefined || options.length > 0) return undefined;
  const others = wordsOf(text).filter((word) => !rules.split('-').includes(word));
  const isFilled = others.every(
    (word) => meanings.fillers.has(word) || meanings.kindWords.has(word),
  );
  return isFilled ? rules : undefined;
}
