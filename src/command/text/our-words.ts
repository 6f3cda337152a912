import { findGame, gameOf } from '../../engine/registry.ts';
import type { Game } from '../../engine/shape/game.ts';
import type { RulesId } from '../../engine/shape/ground.ts';
import { err, ok, type Result } from '../../result.ts';
import { type Sentence, say } from '../../sentence.ts';
import { refuseWith } from '../shape/decision.ts';
import { GAME_BY_DEFAULT, sideAsFirst } from '../shape/terms.ts';
import type {
  Audience,
  Command,
  CommandContext,
  CommandFor,
  CommandLine,
  LetterContext,
  ParsedCommand,
} from '../shape/types.ts';
import { fold, joinWords, splitWords } from '../shape/words.ts';
import { findCommand } from './registry.ts';
import { commandLine, phraseKey } from './undecorated.ts';
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
  const game = rest.length > 0 ? gameNamed([first], vocabulary) : undefined;
  // A comma may stand after the command: "Schach spielen, Stufe 2".
  const behind = rest.map((word, at) => (at === 0 ? word.replace(/,$/, '') : word));
  return { game, line: { options, words: withOurName(game ? behind : words, vocabulary) } };
}

/** The game that words name, in any language: `schach`. */
const gameNamed = (words: readonly string[], { values }: Vocabulary): Game | undefined => {
  const name = words.join('-');
  return findGame(values.get(fold(name)) ?? name);
};

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
  line: CommandLine,
  letterContext: LetterContext,
  vocabulary: Vocabulary,
): CommandLine {
  const { words, options } = withOurGame(command, line, letterContext, vocabulary);
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

/** The line with the name of its game in our own words: `history schach` as `history chess`. */
function withOurGame(
  command: Command,
  line: CommandLine,
  letterContext: LetterContext,
  vocabulary: Vocabulary,
): CommandLine {
  const at = command.gameWordIndex?.(line, letterContext);
  const game = at === undefined ? undefined : gameNamed([line.words[at] ?? ''], vocabulary);
  return at === undefined || !game ? line : { ...line, words: line.words.with(at, game.rules) };
}

/** Options that are named by a word and a number: `size 7`, `level 3`. */
const COUNTED: ReadonlySet<string> = new Set(['size', 'level']);
const SIZE = /^(\d{1,2})(?:[x×*](\d{1,2}))?$/i;
const NUMBER_ALONE = /^\d{1,2}$/;
/** The most words of a term: `i will go first`. */
const TERM_WORDS_MAX = 5;

/**
 * Writes the terms that stand in words behind a command as its options: `hex on a 7x7 board, level 3, I begin`
 * as `hex -size=7x7 -level=3 -first=me`. Words that are no terms stay.
 */
export function withTerms(
  command: Command,
  line: CommandLine,
  letterContext: LetterContext,
  vocabulary: Vocabulary,
): CommandLine {
  const words = line.words.map((word) => word.replace(/[.,;:]+$/, '')).filter((word) => word);
  const kept: string[] = [];
  const terms: string[] = [];
  let game: Game | undefined;
  let afterGame = -1;
  const gameComesFirst = command.gameWordIndex?.({ ...line, words: [] }, letterContext) === 0;
  for (let at = 0; at < words.length; ) {
    const rest = words.slice(at, at + TERM_WORDS_MAX);
    const named = game ? undefined : prefixesOf(rest).find((some) => gameNamed(some, vocabulary));
    // `hex 7`
    const isSize = at === afterGame && NUMBER_ALONE.test(rest[0] ?? '');
    const sized = isSize ? { option: `-size=${rest[0]}`, length: 1 } : undefined;
    const term = named ? undefined : (termIn(rest, vocabulary) ?? sized);
    if (named) {
      game = gameNamed(named, vocabulary);
      afterGame = at + named.length;
    }
    if (term) terms.push(term.option);
    else if (named)
      kept.push(gameComesFirst || kept.length > 0 ? (game?.rules ?? '') : named.join('-'));
    else if (!(game || gameComesFirst) || !vocabulary.amongTerms.has(fold(rest[0] ?? '')))
      kept.push(rest[0] ?? '');
    at += term?.length ?? named?.length ?? 1;
  }
  if (!game && terms.length === 0) return line;
  const options = terms.map((term) => sideAsFirst(term, game ?? gameOf(GAME_BY_DEFAULT)));
  return splitWords([joinWords({ words: kept, options: line.options }), ...options].join(' '));
}

/** The prefixes of a list of words, the longest first. */
const prefixesOf = (words: readonly string[]) =>
  words.map((_, index) => words.slice(0, words.length - index));

/** The term that words begin with, as an option, and how many words it takes. */
function termIn(words: readonly string[], { terms, times, options }: Vocabulary) {
  const [one = '', two = '', three = ''] = words.map(fold);
  const [, cols, rows] = SIZE.exec(one) ?? [];
  if (rows !== undefined) return { option: `-size=${cols}x${rows}`, length: 1 };
  if (cols !== undefined && times.has(two) && SIZE.test(three))
    return { option: `-size=${cols}x${three}`, length: 3 };
  const name = options.get(one) ?? one;
  if (name === 'unrated') return { option: '-unrated', length: 1 };
  if (COUNTED.has(name) && SIZE.test(two)) return { option: `-${name}=${two}`, length: 2 };
  const phrase = prefixesOf(words).find((some) => terms.has(phraseKey(some)));
  return phrase && { option: terms.get(phraseKey(phrase)) ?? '', length: phrase.length };
}

/**
 * Reads the words after a command's name in a line that begins with a game, as classic lines do:
 * `forms move 12 e4e2`. The game becomes the command's, if it takes one; otherwise its board or challenge must be
 * of this game.
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
    return refuseWith({ understood: ready.text, says: [say('other-game', facts)] });
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
