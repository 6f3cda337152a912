import { findGame, gameOf } from '../../engine/registry.ts';
import type { Game } from '../../engine/shape/game.ts';
import type { RulesId } from '../../engine/shape/ground.ts';
import { err, ok, type Result } from '../../result.ts';
import { type Sentence, say } from '../../sentence.ts';
import { refuse } from '../shape/decision.ts';
import type {
  Audience,
  Command,
  CommandContext,
  CommandFor,
  CommandLine,
  LetterContext,
  ParsedCommand,
} from '../shape/types.ts';
import { fold, splitWords } from '../shape/words.ts';
import { findCommand } from './registry.ts';
import { commandLine } from './undecorated.ts';
import type { Vocabulary } from './vocabulary.ts';

/**
 * Splits a line, with the names of its command and options in our own words: `zeige 12` as `show 12`, and
 * without the game in front. Other words stay.
 */
export function takeLine(
  line: string,
  vocabulary: Vocabulary,
): { readonly game: Game | undefined; readonly line: CommandLine } {
  const { words, options } = splitWords(withOurOptions(commandLine(line, vocabulary), vocabulary));
  const [first = '', ...rest] = words;
  // A game's name alone stays.
  const game = rest.length > 0 ? findGame(first) : undefined;
  return { game, line: { options, words: withOurName(game ? rest : words, vocabulary) } };
}

/** The most words in a language's name of a command: `wer bin ich genau`. */
const NAME_WORDS_MAX = 4;

/** Translates the name of a command. Our own names take precedence, so that no language can hide one. */
export function withOurName(words: readonly string[], { commands }: Vocabulary): readonly string[] {
  if (findCommand(words)) return words;
  for (let length = Math.min(NAME_WORDS_MAX, words.length); length > 0; length--) {
    const name = commands.get(fold(words.slice(0, length).join(' ')));
    if (name !== undefined) return [...name.split(' '), ...words.slice(length)];
  }
  return words;
}

const OPTION_NAME = /(?<=^|\s)(--?)([\p{L}\p{M}]+)(?=[=\s]|$)/gu;

const withOurOptions = (line: string, { options }: Vocabulary): string =>
  line.replace(OPTION_NAME, (whole, dashes: string, name: string) => {
    const ownName = options.get(fold(name));
    return ownName === undefined ? whole : `${dashes}${ownName}`;
  });

/**
 * Translates the words after a command's name and its option values, as far as the command reads them: `set
 * sprache de` to `set language de`. Userids stay.
 */
export function withOurValues(
  command: Command,
  { words, options }: CommandLine,
  vocabulary: Vocabulary,
): CommandLine {
  const known = new Set(command.values);
  const lookUp = (word: string): string | undefined => {
    const candidates = [vocabulary.values, vocabulary.commands].map((names) =>
      names.get(fold(word)),
    );
    return candidates.find((each) => each !== undefined && known.has(each));
  };
  const whole = lookUp(words.join(' '));
  return {
    words: whole?.split(' ') ?? words.map((word) => lookUp(word) ?? word),
    options: new Map([...options].map(([name, value]) => [name, lookUp(value) ?? value])),
  };
}

/**
 * Reads the words after a command's name for a game. Classic lines begin with it: `forms move 12 e4e2`. It
 * becomes the command's game, if the command takes one; otherwise the board or challenge must be of it.
 */
export function readOfGame<By extends CommandContext>(
  command: CommandFor<Audience, By>,
  line: CommandLine,
  letterContext: LetterContext,
  game: Game,
): Result<ParsedCommand<By>, Sentence> {
  const at = command.gameWordIndex?.(line, letterContext);
  if (at !== undefined) {
    const words = withGame(line, at, game);
    return words.ok ? command.read(words.value, letterContext) : words;
  }
  const ready = command.read(line, letterContext);
  if (!ready.ok) return ready;
  const number = NUMBER.exec(ready.value.text)?.[1];
  return number === undefined
    ? err(say('no-game-in-front', { command: command.name }))
    : ok(onlyOf(game, Number(number), ready.value));
}

/** In our own spelling, a command about a board or a challenge names it first. */
const NUMBER = /^[a-z][a-z ]* ([1-9]\d*)\b/;

/** Inserts the game at its index, unless it is there already. */
function withGame(
  { words, options }: CommandLine,
  at: number,
  game: Game,
): Result<CommandLine, Sentence> {
  const named = findGame(words[at] ?? '');
  if (named) return named === game ? ok({ words, options }) : err(say('two-games'));
  return ok({ words: [...words.slice(0, at), game.rules, ...words.slice(at)], options });
}

const onlyOf = <By extends CommandContext>(
  game: Game,
  number: number,
  ready: ParsedCommand<By>,
): ParsedCommand<By> => ({
  ...ready,
  run(context) {
    const rules = rulesOf(number, context);
    if (rules === undefined || rules === game.rules) return ready.run(context);
    const facts = { number, named: game.name, game: gameOf(rules).name, line: ready.text };
    return refuse(ready.text, say('other-game', facts));
  },
});

/** The game of a board or challenge, as far as the player may know. */
function rulesOf(number: number, { queries, player }: CommandContext): RulesId | undefined {
  const match = queries.match(number);
  if (match) return match.rules;
  const challenge = queries.challenge(number);
  const involved = [challenge?.challenger.id, challenge?.challenged?.id].includes(player?.id);
  return involved || !challenge?.challenged ? challenge?.rules : undefined;
}
