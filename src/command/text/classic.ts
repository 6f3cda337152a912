import { findGame } from '../../engine/registry.ts';
import type { Game } from '../../engine/shape/game.ts';
import { parseUserid } from '../../player/address.ts';
import { type Sentence, say } from '../../sentence.ts';
import { isMailbox } from '../account/signup.ts';
import type { CommandLine } from '../shape/types.ts';
import { parseNumber } from '../shape/words.ts';
import { CLASSIC_LINES, type ClassicLine } from './classic-lines.ts';
import { findCommand } from './registry.ts';

/** The equivalent of a classic line. */
type FromClassic =
  | {
      readonly kind: 'here';
      readonly line: CommandLine;
      /** The game in front, unless it is among the words now. */
      readonly game: Game | undefined;
    }
  /** No equivalent; `why` names the line to write instead. */
  | { readonly kind: 'instead'; readonly why: Sentence };

/** Conditions of placeholders; others match any word. */
const CONDITIONS: Readonly<Record<string, (word: string) => boolean>> = {
  ADDRESS: isMailbox,
  COUNT: (word) => /^\d{1,3}$/.test(word),
  GAME: (word) => findGame(word) !== undefined,
  N: (word) => parseNumber(word) !== undefined,
  NAME: (word) => parseUserid(word).ok,
  PASSWORD: (word) => !isMailbox(word),
  PLY: (word) => /^#?-?\d{1,6}$/.test(word),
  STATE: (word) => /^(?:active|inactive|all|next)$/i.test(word),
};
/** Placeholders for all remaining words. */
const REST_OF_LINE: ReadonlySet<string> = new Set(['WORDS', 'MOVE']);
/** Examples for placeholders without a word. */
const EXAMPLES: ReadonlyMap<string, string> = new Map([
  ['N', 'N'],
  ['GAME', 'forms'],
]);
const IN_CAPITALS = /[A-Z]+/;

interface Pattern {
  readonly row: ClassicLine;
  readonly words: readonly string[];
  /** Applies only with a game in front. */
  readonly wantsGame: boolean;
}

/** Lines other than plain aliases of a command, those with the most literal words first. */
const PATTERNS: readonly Pattern[] = CLASSIC_LINES.map(patternOf)
  .filter((pattern) => !isPlainAlias(pattern))
  .sort((one, other) => literalCount(other) - literalCount(one));

function patternOf(row: ClassicLine): Pattern {
  const words = row.line.replace(' USERID PASSWORD', '').split(' ');
  const ofGame = words[0] === 'GAME';
  return {
    row,
    words: ofGame ? words.slice(1) : words,
    wantsGame: ofGame && 'here' in row && row.here.includes('GAME'),
  };
}

/** Whether the command reads these words itself, and a game in front of them. */
function isPlainAlias({ row, words }: Pattern): boolean {
  if (!('here' in row)) return false;
  const read = findCommand(words);
  const here = findCommand(row.here.split(' '));
  const withoutGame = here?.rest.filter((word) => word !== 'GAME');
  return read?.command === here?.command && read?.rest.join(' ') === withoutGame?.join(' ');
}

function literalCount({ words }: Pattern): number {
  return words.filter((word) => !IN_CAPITALS.test(word)).length;
}

/**
 * Reads a line as one of the classic server. The userid, the password and the game in front have been removed
 * already.
 *
 * @returns undefined if it is not a classic line
 */
export function fromClassic({ words, options }: CommandLine, game?: Game): FromClassic | undefined {
  for (const pattern of PATTERNS) {
    const bound = bind(pattern.words, words);
    if (!bound || (pattern.wantsGame && !game)) continue;
    if (game) bound.set('GAME', [game.rules]);
    const { row } = pattern;
    if ('here' in row) {
      const here = { words: fill(row.here, bound), options };
      return { kind: 'here', line: here, game: pattern.wantsGame ? undefined : game };
    }
    const line = fill(row.instead, bound).join(' ');
    return { kind: 'instead', why: say(row.says ?? 'classic-line', { line }) };
  }
  return undefined;
}

/** The words for the placeholders; undefined if the line does not match. */
function bind(
  pattern: readonly string[],
  words: readonly string[],
): Map<string, readonly string[]> | undefined {
  const bound = new Map<string, readonly string[]>();
  for (const [at, wanted] of pattern.entries()) {
    if (REST_OF_LINE.has(wanted)) return bound.set(wanted, words.slice(at));
    const word = words[at];
    if (word === undefined) return undefined;
    if (!IN_CAPITALS.test(wanted)) {
      if (word.toLowerCase() !== wanted) return undefined;
    } else if (CONDITIONS[wanted]?.(word) === false) {
      return undefined;
    } else {
      bound.set(wanted, [word]);
    }
  }
  return words.length === pattern.length ? bound : undefined;
}

const fill = (line: string, bound: ReadonlyMap<string, readonly string[]>): readonly string[] =>
  line.split(' ').flatMap((word) => {
    const [name] = IN_CAPITALS.exec(word) ?? [];
    if (name === undefined) return [word];
    const example = EXAMPLES.get(name);
    const found = bound.get(name) ?? (example === undefined ? [] : [example]);
    return found.map((each) => word.replace(name, () => each.replace(/^#/, '')));
  });
