import { Eta, type TemplateFunction } from 'eta';
import { splitWords } from '../command/shape/words.ts';
import { findCommand } from '../command/text/registry.ts';
import { NO_CONTEXT } from '../command/text/subject.ts';
import { findGame } from '../engine/registry.ts';
import { makeSize } from '../engine/stones/notation.ts';
import { robotNamed } from '../match/types.ts';
import { type Facts, type Sentence, say, type UncheckedSentence } from '../sentence.ts';
import { escapeMarkup } from './ascii.ts';
import { readMessage } from './message/filling.ts';

/** All texts for people, in every language. The fallback is English. */
export type Templates = ReturnType<typeof makeTemplates>;

const textEngine = () => new Eta({ autoEscape: false, autoTrim: false });
const htmlEngine = () => new Eta({ autoEscape: true, autoTrim: false, escapeFunction });

/**
 * Characters to escape in markup: its own signs, controls, and our few signs beyond Latin, each of which
 * would double the letter's size in memory.
 */
// biome-ignore lint/suspicious/noControlCharactersInRegex: these are what must not be there
const ODD = /[&<>"'\u0000-\u0008\u000b\u000c\u000e-\u001f\u007f\u2010-\u25ff]/;
const EACH_ODD = new RegExp(ODD, 'g');

const escapeFunction = (value: unknown): string => {
  const text = String(value);
  return ODD.test(text) ? text.replace(EACH_ODD, escaped) : text;
};
const escaped = (sign: string): string =>
  '&<>"'.includes(sign) ? escapeMarkup(sign) : `&#${sign.charCodeAt(0)};`;

const LOST: Sentence = say('lost-words');

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
function termsInWords(line: string): Parts | undefined {
  // Most lines of a letter have none.
  if (!line.includes(' -')) return undefined;
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

/**
 * Loads templates, compiled at first use: a process needs few of them, and compiling all is most of its
 * start. `compileTemplates` finds invalid ones.
 *
 * @param files contents by path in the folder of templates, such as `en/player/board.txt.eta`
 * @throws Error when the sentences, examples or vocabulary of a language are no JSON
 */
export function makeTemplates(files: ReadonlyMap<string, string>) {
  const text = textEngine();
  const html = htmlEngine();
  const sentences = new Map<string, () => ReturnType<typeof readMessage>>();
  const examples = new Map<string, string>();
  const names = new Map<string, readonly string[]>();
  for (const [path, source] of files) {
    const [, language = '', file] = /^([^/]+)\/(\w+)\.json$/.exec(path) ?? [];
    if (path.endsWith('.txt.eta')) text.loadTemplate(`@${path}`, atFirstUse(text, source));
    else if (path.endsWith('.html.eta')) html.loadTemplate(`@${path}`, atFirstUse(html, source));
    else if (file === 'sentences') {
      for (const [code, format] of readSentences(path, source)) {
        sentences.set(`${language} ${code}`, format);
      }
    } else if (file === 'examples') {
      for (const [name, answer] of Object.entries(readJson<string>(path, source))) {
        examples.set(`${language} ${name}`, answer);
      }
    } else if (file === 'vocabulary') {
      for (const [name, word] of namesIn(readJson(path, source))) {
        const key = `${language} ${word}`;
        names.set(key, [...(names.get(key) ?? []), name]);
      }
    }
  }
  const find = (language: string, file: string) =>
    [`${language}/${file}`, `en/${file}`].find((path) => files.has(path));
  const place = (language: string, file: string) => `@${find(language, file) ?? `en/${file}`}`;
  const told = (
    language: string,
    { code, facts }: UncheckedSentence,
    reader?: string,
  ): string | undefined => {
    const own = sentences.get(`${language} ${code}`);
    const format = own ?? sentences.get(`${ENGLISH} ${code}`);
    const writtenIn = own ? language : ENGLISH;
    const isSpelled =
      writtenIn !== ENGLISH || Object.values(facts).some((fact) => `${fact}`.includes(' -'));
    const given = isSpelled ? withSpelled(facts, (line) => inWords(writtenIn, line)) : facts;
    return format?.()(given, (side) => nameOf(language, side), reader);
  };
  const spelled = (language: string, line: string): string => {
    if (language === ENGLISH) return line;
    const of = (word: string) => names.get(`${language} ${word}`)?.[0];
    const ofValue = (word: string) => of(`=${word}`) ?? of(word) ?? word;
    const ofMove = (move: string) => {
      const [word, ...cells] = move.split('/');
      return of(`@${move}`) ?? of(`@${word}/{cells}`)?.replace('{cells}', cells.join(' '));
    };
    const ofOption = (word: string) => {
      const [, open, option, value, close] = OPTION.exec(word) ?? [];
      if (option === undefined) return undefined;
      const given = value === undefined ? '' : `=${ofValue(value)}`;
      return `${open}-${of(`-${option}`) ?? option}${given}${close}`;
    };
    const found = findCommand(line.split(' '));
    if (!found) return ofMove(line) ?? of(`=${line}`) ?? ofOption(line) ?? line;
    const { command, rest } = found;
    const { name, values = [] } = command;
    const whole = of(line);
    if (whole !== undefined) return whole;
    const [first = '', ...more] = rest;
    // `set language` has names of its own.
    const both = `${name} ${first}`;
    const longer = of(both) ?? of(names.get(`${ENGLISH} ${both}`)?.[0] ?? '');
    if (longer !== undefined) return [longer, ...more].join(' ');
    const game = command.gameWordIndex?.(splitWords(rest.join(' ')), NO_CONTEXT);
    const words = rest.map((word, at) => {
      const isOurs = values.includes(word) || (at === game && findGame(word));
      const moved = name === 'move' && at === 1 ? ofMove(word) : undefined;
      return moved ?? ofOption(word) ?? (isOurs ? ofValue(word) : word);
    });
    return [of(name) ?? name, ...words].join(' ');
  };
  const inWords = (language: string, line: string): string => {
    const { command, terms } = termsInWords(line) ?? { command: line, terms: [] };
    const written = spelled(language, command);
    const game = ROBOT_GAME.test(command) ? written.split(' ').at(-1) : undefined;
    const request = game && told(language, say('play-in-words', { game }));
    const said = terms.map((term) => (typeof term === 'string' ? term : told(language, term)));
    return [request ?? written, ...said].join(', ');
  };
  const sides = new Map<string, string>();
  const nameOf = (language: string, side: string): string => {
    const key = `${language} ${side}`;
    const name = sides.get(key) ?? told(language, { code: `name-${side}`, facts: {} });
    // Named sides are few; one without a name is of an older version, and not cached.
    if (name !== undefined) sides.set(key, name);
    return name ?? side;
  };
  return {
    /** Renders `<language>/<name>.txt.eta`. */
    text: (language: string, name: string, data: object): string =>
      text.render(place(language, `${name}.txt.eta`), data),
    /** Whether a text exists, in the language or in English. */
    hasText: (language: string, name: string): boolean =>
      find(language, `${name}.txt.eta`) !== undefined,
    /**
     * Renders `<language>/<name>.html.eta`; values are escaped. Markup holds no words, so all languages may
     * use that of `en/`.
     */
    html: (language: string, name: string, data: object): string =>
      html.render(place(language, `${name}.html.eta`), data),
    /** The beginning of the answer to a command's example; empty if missing, without fallback to English. */
    example: (language: string, command: string): string =>
      examples.get(`${language} ${command}`) ?? '',
    /** The names of a command in another language than ours, the main one first; may be empty. */
    names: (language: string, command: string): readonly string[] =>
      (language === ENGLISH ? undefined : names.get(`${language} ${command}`)) ?? [],
    /** A command in our own spelling, as the vocabulary of a language spells it; any other line as it is. */
    spelled,
    /** The same as its reader might write it, with the terms of a match in words: `play chess, level 2, I begin`. */
    inWords,
    /**
     * Translates a sentence. A letter may be of an older version: for an unknown sentence or a missing fact
     * it says that words are missing, and is sent.
     *
     * @param reader the userid of `you`; without it the sentence names everybody
     */
    sentence(language: string, sentence: UncheckedSentence, reader?: string): string {
      const words = told(language, sentence, reader) ?? told(language, LOST);
      if (words === undefined) throw new Error(`no words for ${sentence.code}`);
      return words;
    },
    /**
     * The translated description of a command, such as `summary-move`, or a game, such as `rules-forms`;
     * undefined if missing.
     */
    description(
      language: string,
      code: `${'usage' | 'summary' | 'example' | 'rules'}-${string}`,
    ): string | undefined {
      return sentences.get(`${language} ${code}`)?.()({}, (side) => nameOf(language, side));
    },
  };
}

/** An option of a command, and its value; in brackets where a usage names it. */
const OPTION = /^(\[?)-([a-z]+)(?:=([^\]]*))?(\]?)$/;

/** A match against the robot, without terms. */
const ROBOT_GAME = /^play [a-z-]+$/;

const ENGLISH = 'en';

/** Facts of sentences that are commands or options, and what stands between several. */
const BETWEEN: ReadonlyMap<string, string> = new Map([
  ...['command', 'commands', 'line', 'near', 'next', 'other'].map((fact) => [fact, ' | '] as const),
  ['known', ', '],
]);

function withSpelled(facts: Facts, spell: (line: string) => string): Facts {
  const pairs = Object.entries(facts).map(([name, fact]): [string, string | number] => {
    if (typeof fact !== 'string') return [name, fact];
    if (name === 'option') return [name, spell(`-${fact}`).slice(1)];
    const between = BETWEEN.get(name);
    return [name, between ? fact.split(between).map(spell).join(between) : fact];
  });
  return Object.fromEntries(pairs);
}

/** Compiles a file completely. @throws Error when the file, a template or a sentence is invalid */
export function compileTemplates(path: string, source: string): void {
  if (path.endsWith('.txt.eta')) textEngine().compile(source);
  else if (path.endsWith('.html.eta')) htmlEngine().compile(source);
  else if (path.endsWith('/sentences.json')) {
    for (const [, format] of readSentences(path, source)) format();
  } else if (path.endsWith('/examples.json')) readJson(path, source);
}

/** Does the work, and adds a name to its syntax errors. */
function withNameInErrors<T>(name: string, work: () => T): T {
  try {
    return work();
  } catch (error) {
    throw error instanceof SyntaxError ? new SyntaxError(`${name}: ${error.message}`) : error;
  }
}

const readJson = <T>(path: string, source: string): Readonly<Record<string, T>> =>
  withNameInErrors(path, () => JSON.parse(source));

const once = <T>(make: () => T): (() => T) => {
  let made: T | undefined;
  return () => {
    made ??= make();
    return made;
  };
};

function atFirstUse(eta: Eta, source: string): TemplateFunction {
  const compiled = once(() => eta.compile(source));
  return (data, options) => compiled().call(eta, data, options);
}

/** ICU messages by code: `{lost, plural, one {one stone} other {# stones}}`. */
function readSentences(
  path: string,
  source: string,
): readonly [string, () => ReturnType<typeof readMessage>][] {
  const [language = ''] = path.split('/');
  return Object.entries(readJson<string>(path, source)).map(([code, message]) => [
    code,
    once(() => withNameInErrors(code, () => readMessage(message, language))),
  ]);
}

/** Pairs of a name and what it stands for: a command, a value (`=…`), an option (`-…`) or a word of a move (`@…`). */
const namesIn = ({ commands = {}, values = {}, options = {}, moveWords = {} }: Vocabulary) => [
  ...Object.entries(commands),
  ...Object.entries(values).map(([name, word]) => [name, `=${word}`] as const),
  ...Object.entries(options).map(([name, word]) => [name, `-${word}`] as const),
  ...Object.entries(moveWords).map(([name, word]) => [name, `@${word}`] as const),
];

type Vocabulary = Readonly<Record<string, Readonly<Record<string, string>>>>;
