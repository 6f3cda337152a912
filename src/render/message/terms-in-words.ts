import { splitWords } from '../../command/shape/words.ts';
import { findCommand } from '../../command/text/registry.ts';
import { findGame } from '../../engine/registry.ts';
import { makeSize } from '../../engine/stones/notation.ts';
import { robotNamed } from '../../match/types.ts';
import { type Sentence, say } from '../../sentence.ts';

/** A command for a match in parts that are written with commas between: `play chess`, `level 2`, `I begin`. */
interface Parts {
  /** In our own spelling, without what `terms` says. */
  readonly command: string;
  readonly terms: readonly (Sentence | string)[];
}

/** Commands that begin a match: what they leave out is the default. */
const BEGINS: ReadonlySet<string> = new Set(['play', 'challenge', 'invite']);
/** What each option is in words, in the order of writing; undefined for a value that has none. */
const WORDED: Readonly<
  Record<string, (value: string, isRobot: boolean) => Sentence | string | undefined>
> = {
  size: (value) => (/^\d+x\d+$/.test(value) ? value : undefined),
  level: (level) => (/^\d$/.test(level) ? say('term-level', { level }) : undefined),
  first(value, isRobot) {
    if (value !== 'me' && value !== 'them' && value !== 'random') return undefined;
    return say('term-first', { who: value === 'them' && isRobot ? 'robot' : value });
  },
  clock: (value) => (value === 'none' ? say('term-clock') : undefined),
  unrated: (value) => (value === 'yes' ? say('term-unrated') : undefined),
};

/**
 * A command in our own spelling without the terms that are the default, and with the others in words, as `withTerms`
 * reads them. If one of them has no words, all stay options. Undefined for other commands.
 */
export function termsInWords(line: string): Parts | undefined {
  const { words, options } = splitWords(line);
  const { command } = findCommand(words) ?? {};
  // A usage has its options in brackets.
  const isUsage = words.some((word) => word.startsWith('['));
  if (isUsage || options.size === 0 || !command?.options?.includes('first')) return undefined;
  const isRobot = command.name === 'play' || words.some(robotNamed);
  const begins = BEGINS.has(command.name);
  const game = words.map(findGame).find((each) => each !== undefined);
  const isUsual = ([option, value]: readonly [string, string]) =>
    begins &&
    ((option === 'first' && value === 'random') ||
      (option === 'size' && game !== undefined && value === makeSize(game.defaultSize)));
  const others = [...options].filter((option) => !isUsual(option));
  const terms = others
    .toSorted(([one], [other]) => ORDER.indexOf(one) - ORDER.indexOf(other))
    .flatMap(([option, value]) => WORDED[option]?.(value, isRobot) ?? []);
  if (terms.length === others.length) return { command: words.join(' '), terms };
  const kept = new Set(others.map(([option]) => option));
  const isKept = (word: string) =>
    !word.startsWith('-') || kept.has(/[a-z]+/.exec(word)?.[0] ?? '');
  return { command: line.split(' ').filter(isKept).join(' '), terms: [] };
}

const ORDER = Object.keys(WORDED);
