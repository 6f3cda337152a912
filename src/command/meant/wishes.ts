import { findGame, gameOf } from '../../engine/registry.ts';
import type { RulesId } from '../../engine/shape/ground.ts';
import { makeSize } from '../../engine/stones/notation.ts';
import { FIRSTS, robotNamed } from '../../match/types.ts';
import { GAME_BY_DEFAULT, sideAsFirst, smallSize } from '../shape/terms.ts';
import { fold } from '../shape/words.ts';
import { readLine } from '../text/line.ts';
import { bareSubject, NO_CONTEXT } from '../text/subject.ts';
import type { Vocabulary } from '../text/vocabulary.ts';
import { commandsIn, type Meanings, sentencesOf, wordsOf } from './meanings.ts';

/** Terms of a match that a text names without options: a game, a size, who begins, the robot's level. */
interface TextWishes {
  readonly rules: RulesId | undefined;
  /** `-size=4x4`, `-first=me`, `-unrated` and `-level=3`. */
  readonly options: readonly string[];
}

const ADDRESS = /\S+@\S+/g;
/** Two numbers with a sign or a word between them, which make a size: `4x4`, `4 by 4`. */
const SIZES = /(?<![\p{L}\d])(\d{1,2})\s?([×*]|\p{L}+)\s?(\d{1,2})(?![\p{L}\d])/gu;

/** A game whose name is a common word: it is meant alone, with a capital within a sentence, or behind some words. */
const COMMON = 'go';
const CAPITAL = /[\p{Ll}\d,:] Go\b/u;

/** What phrases for a small board mean, in place of a command; a size in numbers takes precedence. */
const SMALL = '-size=small';
const UNRATED = '-unrated';

/**
 * Reads the terms that a text names: of two games neither, of two sizes the first that the game has.
 *
 * @param about the game of which it speaks, if it names none
 */
export function wishesIn(text: string, meanings: Meanings, about?: RulesId): TextWishes {
  const bare = text.replace(ADDRESS, ' ');
  const said = wordsOf(bare).map((word) => meanings.synonyms.get(word) ?? word);
  const words = said.filter(
    (word, at, all) =>
      word !== COMMON ||
      all.length === 1 ||
      CAPITAL.test(bare) ||
      meanings.beforeGame.has(all[at - 1] ?? ''),
  );
  const names = words.flatMap((_, at) =>
    [2, 3].map((count) => words.slice(at, at + count).join('-')),
  );
  const named = new Set([...names, ...words].flatMap((word) => findGame(word)?.rules ?? []));
  // `Forms Original` is one game.
  if (named.size > 1 && names.some(findGame)) named.delete('forms');
  const [rules, ...others] = named;
  const mentioned = commandsIn(bare, meanings);
  const game = gameOf(rules ?? about ?? GAME_BY_DEFAULT);
  const sizes = [...bare.matchAll(SIZES)]
    .filter(([, , between = '']) => meanings.times.has(fold(between)))
    .map(([, cols, , rows]) => ({ cols: Number(cols), rows: Number(rows) }));
  const wanted = sizes.find((each) => game.start(each).ok) ?? sizes[0];
  const firsts = mentioned.map((each) => sideAsFirst(each, game));
  const [first, ...more] = FIRSTS.filter((each) => firsts.includes(`-first=${each}`));
  const size = wanted ?? (mentioned.includes(SMALL) ? smallSize(game) : undefined);
  const levels = mentioned.filter((each) => each.startsWith('-level='));
  return {
    rules: others.length === 0 ? rules : undefined,
    options: [
      ...(size === undefined ? [] : [`-size=${makeSize(size)}`]),
      ...(first === undefined || more.length > 0 ? [] : [`-first=${first}`]),
      ...(mentioned.includes(UNRATED) ? [UNRATED] : []),
      ...(levels.length === 1 ? levels : []),
    ],
  };
}

/** A subject such as `play hex`, with the terms that the text below it names. */
export function withTermsBelow(
  subject: string,
  lines: readonly string[],
  meanings: Meanings,
  vocabulary: Vocabulary,
): string {
  const bare = bareSubject(subject);
  const read = readLine(bare, NO_CONTEXT, vocabulary);
  const said = wishesIn(bare, meanings);
  if (read.kind !== 'command' || read.command.name !== 'play' || said.options.length > 0) {
    return subject;
  }
  const { rules = said.rules, options } = wishesIn(lines.join('\n'), meanings, said.rules);
  const isOther = said.rules !== undefined && rules !== said.rules;
  return isOther ? subject : withWishes('play', { rules, options });
}

/** The command for words about playing with a friend. */
export const HELP_INVITE = 'help invite';
const ONE_ADDRESS = /[^\s<>()",;:]+@[^\s<>()",;:@]+\.[a-z]{2,}/i;

/** The invitation that words about a match with an address mean; that person may have no account. */
export function invitationIn(text: string, meanings: Meanings): string | undefined {
  const [address] = ONE_ADDRESS.exec(text) ?? [];
  const isMatch = commandsIn(text, meanings).some(
    (each) => each === HELP_INVITE || each.includes('{player}'),
  );
  if (address === undefined || !isMatch) return undefined;
  // "Not Forms with the robot: Hex with tom@home.example" names the game beside the address.
  const beside = sentencesOf(text).find((sentence) => sentence.includes(address)) ?? text;
  const all = wishesIn(text, meanings);
  return withWishes(`invite ${address}`, {
    ...all,
    rules: all.rules ?? wishesIn(beside, meanings).rules,
  });
}

/**
 * The invitation that one sentence wishes for, with the only address in it. Nothing else is said of the address
 * there, and a sentence that is a command is none.
 */
export function invitationWished(
  text: string,
  meanings: Meanings,
  vocabulary: Vocabulary,
): string | undefined {
  const [beside = '', ...others] = sentencesOf(text).filter((each) => ONE_ADDRESS.test(each));
  const isCommand = readLine(beside.trim(), NO_CONTEXT, vocabulary).kind !== 'prose';
  const isDenied = wordsOf(beside).some((word) => vocabulary.denials.has(word));
  const isOne = others.length === 0 && beside.split('@').length === 2;
  if (!isOne || isCommand || isDenied || !invitationIn(beside, meanings)) return undefined;
  return invitationIn(text, meanings);
}

/** The index of the game among the words of each command. */
const GAME_AT = new Map([
  ['play', 1],
  ['puzzle', 1],
  ['challenge', 2],
  ['invite', 2],
  ['counter', 2],
]);

/** A command in our own spelling with these terms in place of its own; any other line as it is. */
export function withWishes(line: string, wishes: TextWishes): string {
  const parts = line.split(' ');
  const isAgainstRobot = parts[0] === 'play' || parts.some(robotNamed);
  const { rules } = wishes;
  const takes = (option: string) =>
    (isAgainstRobot || option !== '-level') && (parts[0] !== 'invite' || option !== UNRATED);
  const options = wishes.options.filter((each) => takes(nameOf(each)));
  const at = GAME_AT.get(parts[0] ?? '');
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

/**
 * The command for a match of the only game that a text names, with its terms.
 *
 * @param here the game of the board that the text answers: words about that ask for no other
 * @param isTalk the text may be for the other player: then it names a game and nothing else
 */
export function playNamed(
  text: string,
  meanings: Meanings,
  here: RulesId | undefined,
  isTalk = false,
): string | undefined {
  const wishes = wishesIn(text, meanings);
  const { rules, options } = wishes;
  if (rules === undefined || (rules === here && options.length === 0)) return undefined;
  const { fillers, kindWords, synonyms } = meanings;
  const saysNothingElse = wordsOf(text).every((word) => {
    const ours = synonyms.get(word) ?? word;
    return fillers.has(word) || kindWords.has(word) || rules.split('-').includes(ours);
  });
  return isTalk && !saysNothingElse ? undefined : withWishes(`play ${rules}`, wishes);
}
