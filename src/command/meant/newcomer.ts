import { fold, nameAtEnd } from '../shape/words.ts';
import { readLine } from '../text/line.ts';
import { NO_CONTEXT } from '../text/subject.ts';
import { commandLine } from '../text/undecorated.ts';
import { isYes, type Vocabulary } from '../text/vocabulary.ts';
import { firstLine } from '../text/yes-no.ts';
import { commandsIn, type Meanings, wordsOf } from './meanings.ts';
import type { Scene } from './scene.ts';
import { wishesIn, withWishes } from './wishes.ts';

/** What newcomers say of themselves: their name, and that they wish to play. */

/** The name that a line of its own gives: `call me carl`. */
export function nameGiven(text: string, vocabulary: Vocabulary): string | undefined {
  const given = text.split('\n').flatMap((line) => {
    const { before, name } = nameAtEnd(commandLine(line, vocabulary));
    return name !== undefined && vocabulary.names.has(fold(`${before} {name}`)) ? [name] : [];
  });
  return given[0];
}

/**
 * The name that a text gives.
 *
 * @param isNamed whether its writer has chosen a name already: then a name given in passing does not count
 */
export const nameIn = (
  text: string,
  words: Pick<Scene, 'vocabulary' | 'meanings'>,
  isNamed: boolean,
): string | undefined =>
  nameGiven(text, words.vocabulary) ??
  nameWithin(text, words) ??
  (isNamed ? undefined : nameInPassing(text, words.vocabulary));

/** The name that words within a text give: "I want to be called carl, not guest6". */
function nameWithin(
  text: string,
  { vocabulary, meanings }: Pick<Scene, 'vocabulary' | 'meanings'>,
): string | undefined {
  const words = text.match(/[\p{L}\p{N}_-]+/gu) ?? [];
  const after = (patterns: ReadonlySet<string>) =>
    [...patterns].flatMap((pattern) => {
      const parts = pattern.split(' ');
      const isHere = (_: string, at: number) =>
        parts.every((part, index) => part === '{name}' || part === fold(words[at + index] ?? ''));
      return words.flatMap((word, at) =>
        isHere(word, at) ? [words[at + parts.indexOf('{name}')] ?? ''] : [],
      );
    });
  const isName = (word: string) =>
    ![meanings.fillers, vocabulary.conditions, vocabulary.joins].some((some) =>
      some.has(fold(word)),
    );
  const sure = after(vocabulary.names);
  // "I am not called guest6, I am carl" begins with words for a name.
  const all = sure.length > 0 ? [...sure, ...after(vocabulary.maybeNames)] : [];
  const named = all.filter(isName);
  // "Ich heiße übrigens Uwe": a capital tells the name from a word between.
  const given = named.find((word) => /^\p{Lu}/u.test(word)) ?? named[0];
  return given === undefined ? undefined : nameAtEnd(given).name;
}

/** The name that words in passing may give, with a capital: "btw I'm Ines". */
function nameInPassing(text: string, { maybeNames }: Vocabulary): string | undefined {
  for (const [, before = '', name = ''] of text.matchAll(WITH_CAPITAL)) {
    const words = fold(before).split(/[\s,]+/);
    const isMaybe = [2, 1].some((count) =>
      maybeNames.has(`${words.slice(-count).join(' ')} {name}`),
    );
    if (isMaybe) return nameAtEnd(name).name;
  }
  return undefined;
}

/** Up to two words in a sentence, and one with a capital at its end. */
const WITH_CAPITAL =
  /((?:[\p{L}'\u2019]+\s+)?[\p{L}'\u2019]+)\s+(\p{Lu}\p{Ll}+)(?=[.!,;)]|\s*$)/gmu;

/** The sentences at the top of a letter that may show a wish. */
const SENTENCES_MAX = 3;
const SENTENCE_END = /[.!;\n]+(?:\s|$)/;
const YES_WORDS_MAX = 4;
/** Phrases for these commands show a wish to play as well. */
const TO_PLAY = ['challenge {player}', 'challenge open {rules}', 'play {rules}', '{another}'];

/**
 * The commands for what a stranger wishes at the top of a letter, one to a line: `play`, with the game that it names,
 * and `signup` with a name. The reading ends at a question, at a denial, and at a sentence of too many other words.
 */
export function wishOf(
  lines: readonly string[],
  meanings: Meanings,
  vocabulary: Vocabulary,
): string | undefined {
  const text = lines.slice(firstLine(lines, vocabulary)).join('\n');
  const sentences = text.split(SENTENCE_END).filter((each) => wordsOf(each).length > 0);
  let name: string | undefined;
  let wishes: readonly string[] = [];
  let later: readonly string[] = [];
  for (const sentence of sentences.slice(0, SENTENCES_MAX)) {
    const read = readLine(sentence, NO_CONTEXT, vocabulary);
    // "play chess please! An easy level, if there is one": the first sentence is a command.
    if (read.kind === 'command' && read.command.name === 'play')
      return withWishes('play', wishesIn(sentence, meanings));
    if (read.kind !== 'prose' && read.command) break;
    if (read.kind === 'trouble' && read.why.code === 'unknown-command-near') {
      return `${read.why.facts.near}`;
    }
    const wish = wishIn(sentence, meanings, vocabulary);
    if (!wish) {
      // "I want to play chess. I am no expert, so something of medium strength please."
      if (!isAskedOrDenied(sentence, vocabulary)) later = wishesIn(sentence, meanings).options;
      break;
    }
    name ??= wish.name;
    wishes = [...wishes, ...wish.commands];
  }
  const [longest] = wishes.toSorted((one, other) => other.length - one.length);
  const command = longest && withWishes(longest, { rules: undefined, options: later });
  if (command === undefined || name === undefined) return command;
  return command === 'play' ? `signup ${name}` : `signup ${name}\n${command}`;
}

/** Whether a text has a phrase for a match. */
export const asksToPlay = (text: string, meanings: Meanings): boolean =>
  commandsIn(text, meanings).some((each) => TO_PLAY.includes(each));

const isAskedOrDenied = (sentence: string, { denials }: Vocabulary): boolean =>
  sentence.includes('?') || wordsOf(sentence).some((word) => denials.has(word));

/** What a sentence wishes, if anything; undefined where it says something else. */
function wishIn(sentence: string, meanings: Meanings, vocabulary: Vocabulary) {
  const { conditions, verdicts, toJoin, amongTerms, courtesyWords } = vocabulary;
  const words = wordsOf(sentence);
  const has = (phrase: string) => ` ${words.join(' ')} `.includes(` ${phrase} `);
  if (isAskedOrDenied(sentence, vocabulary)) return undefined;
  const says = (count: number) => verdicts.get(words.slice(0, count).join(' ').replaceAll("'", ''));
  const agrees = Array.from({ length: YES_WORDS_MAX }, (_, at) => says(at + 1)).some(isYes);
  const phrases = [...toJoin].filter(has);
  const asks = phrases.length > 0 || asksToPlay(sentence, meanings);
  const terms = wishesIn(sentence, meanings);
  const { rules } = terms;
  const named = nameWithin(sentence, { vocabulary, meanings });
  // "Hi, I'm Ben" alone is a greeting.
  const passing = agrees || asks || rules !== undefined;
  const name = named ?? (passing ? nameInPassing(sentence, vocabulary) : undefined);
  const known = new Set([
    ...[...phrases, ...vocabulary.names, ...vocabulary.maybeNames].flatMap(wordsOf),
    ...(rules?.split('-') ?? []),
    ...(name === undefined ? [] : [name]),
    ...[...verdicts].flatMap(([line, said]) => (said === 'no' ? [] : line.split(' '))),
  ]);
  const all = [known, conditions, amongTerms, courtesyWords, meanings.fillers, meanings.kindWords];
  const others = words.filter((word) => {
    const ours = meanings.synonyms.get(word) ?? word;
    return !/\d/.test(word) && !all.some((some) => some.has(word) || some.has(ours));
  });
  // A yes counts twice: two other words may stand beside it.
  const signs = [agrees, agrees, asks, rules !== undefined, name !== undefined];
  const isWish = signs.includes(true);
  // A game or a name alone is a wish only where nothing else is said: "Tax forms".
  const most = isWish && !agrees && !asks ? 0 : Math.max(1, signs.filter(Boolean).length);
  if (others.length > most) return undefined;
  const command = rules === undefined ? 'play' : `play ${rules}`;
  return { name, commands: isWish ? [withWishes(command, terms)] : [] };
}
