import { fold } from '../shape/fold.ts';
import type { Command, Words } from '../shape/types.ts';
import { splitWords } from '../shape/words.ts';
import { takeGame } from './game-in-front.ts';
import { findCommand } from './registry.ts';
import { commandLine } from './undecorated.ts';
import type { Vocabulary } from './vocabulary.ts';

/**
 * A line of a letter taken apart, with the names of its command and options in our own words: `zeige
 * 12` as `show 12`. The other words stay as they are.
 */
export function takeLine(line: string, vocabulary: Vocabulary): ReturnType<typeof takeGame> {
  const { game, words } = takeGame(
    splitWords(withOurOptions(commandLine(line, vocabulary), vocabulary)),
  );
  return { game, words: { ...words, words: withOurName(words.words, vocabulary) } };
}

/** The words of the longest name that a language may give a command: `wer bin ich genau`. */
const NAME_WORDS_MAX = 4;

/** The same of the name alone. Our own names go first, so that no language can take one away. */
export function withOurName(words: readonly string[], { commands }: Vocabulary): readonly string[] {
  if (findCommand(words)) return words;
  for (let length = Math.min(NAME_WORDS_MAX, words.length); length > 0; length--) {
    const ours = commands.get(fold(words.slice(0, length).join(' ')));
    if (ours !== undefined) return [...ours.split(' '), ...words.slice(length)];
  }
  return words;
}

const OPTION_NAME = /(?<=^|\s)(--?)([\p{L}\p{M}]+)(?=[=\s]|$)/gu;

const withOurOptions = (line: string, { options }: Vocabulary): string =>
  line.replace(OPTION_NAME, (whole, dashes: string, name: string) => {
    const ours = options.get(fold(name));
    return ours === undefined ? whole : `${dashes}${ours}`;
  });

/**
 * The words behind a command's name, and the values of its options, in our own words, as far as it
 * reads them: `set sprache de` as `set language de`, but nobody's userid as anything else.
 */
export function withOurValues(
  command: Command,
  { words, options }: Words,
  vocabulary: Vocabulary,
): Words {
  const known = new Set(command.values);
  const lookUp = (word: string): string | undefined => {
    const ours = [vocabulary.values, vocabulary.commands].map((names) => names.get(fold(word)));
    return ours.find((each) => each !== undefined && known.has(each));
  };
  const whole = lookUp(words.join(' '));
  return {
    words: whole?.split(' ') ?? words.map((word) => lookUp(word) ?? word),
    options: new Map([...options].map(([name, value]) => [name, lookUp(value) ?? value])),
  };
}
