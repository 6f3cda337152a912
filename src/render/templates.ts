import { Eta } from 'eta';
import { ErrorCode, FormatError, IntlMessageFormat } from 'intl-messageformat';
import { type Facts, type Sentence, say, type UncheckedSentence } from '../sentence.ts';

/** Everything that people read, in every language. What a language lacks is said in English. */
export interface Templates {
  /** Renders `<language>/<name>.txt.eta`. */
  text(language: string, name: string, data: object): string;
  /** Whether there is such a text, in the language or in English. */
  hasText(language: string, name: string): boolean;
  /**
   * Renders `<language>/<name>.html.eta`; values are escaped. Markup holds no words of its own, so
   * all languages may be set in that of `en/`.
   */
  html(language: string, name: string, data: object): string;
  /**
   * How the answer to a command's example begins, from `<language>/examples.json`. It is never in
   * English instead: where a language has none, it is empty.
   */
  example(language: string, command: string): string;
  /**
   * The words for a sentence, from `<language>/sentences.json`. A letter may wait from an older
   * version: where a sentence is not known any more, or names what was not told then, the letter
   * says that words are missing, and goes out.
   */
  sentence(language: string, sentence: UncheckedSentence): string;
  /**
   * What a language says of a command, such as `summary-move`, in the place of the command's own
   * English words. Undefined where it says nothing.
   */
  description(
    language: string,
    code: `${'usage' | 'summary' | 'example'}-${string}`,
  ): string | undefined;
}

const LOST: Sentence = say('lost-words');

/**
 * Compiles templates.
 *
 * @param files contents by path within the folder of templates, such as `en/player/board.txt.eta`
 * @throws Error when a template or the sentences of a language cannot be read
 */
export function makeTemplates(files: ReadonlyMap<string, string>): Templates {
  const text = new Eta({ autoEscape: false, autoTrim: false });
  const html = new Eta({ autoEscape: true, autoTrim: false });
  const sentences = new Map<string, IntlMessageFormat>();
  const examples = new Map<string, string>();
  for (const [path, source] of files) {
    if (path.endsWith('.txt.eta')) text.loadTemplate(`@${path}`, source);
    else if (path.endsWith('.html.eta')) html.loadTemplate(`@${path}`, source);
    else if (path.endsWith('/sentences.json')) readSentences(path, source, sentences);
    else if (path.endsWith('/examples.json')) readExamples(path, source, examples);
  }
  const find = (language: string, file: string) =>
    [`${language}/${file}`, `en/${file}`].find((path) => files.has(path));
  const place = (language: string, file: string) => `@${find(language, file) ?? `en/${file}`}`;
  const told = (language: string, { code, facts }: UncheckedSentence) => {
    const format = sentences.get(`${language} ${code}`) ?? sentences.get(`en ${code}`);
    return format && fill(format, facts);
  };
  return {
    text: (language, name, data) => text.render(place(language, `${name}.txt.eta`), data),
    hasText: (language, name) => find(language, `${name}.txt.eta`) !== undefined,
    html: (language, name, data) => html.render(place(language, `${name}.html.eta`), data),
    example: (language, command) => examples.get(`${language} ${command}`) ?? '',
    sentence(language, sentence) {
      const words = told(language, sentence) ?? told(language, LOST);
      if (words === undefined) throw new Error(`no words for ${sentence.code}`);
      return words;
    },
    description(language, code) {
      const format = sentences.get(`${language} ${code}`);
      return format && fill(format, {});
    },
  };
}

/** A sentence with its facts in it; undefined when it names one that is not there. */
function fill(format: IntlMessageFormat, facts: Facts): string | undefined {
  try {
    return String(format.format(facts));
  } catch (error) {
    // This is how the library tells it.
    if (error instanceof FormatError && error.code === ErrorCode.MISSING_VALUE) return undefined;
    throw error;
  }
}

/** ICU messages: `{lost, plural, one {one stone} other {# stones}}`. */
function readSentences(
  path: string,
  source: string,
  sentences: Map<string, IntlMessageFormat>,
): void {
  const language = path.split('/')[0] ?? '';
  for (const [code, message] of Object.entries(JSON.parse(source) as Record<string, string>)) {
    // Letters hold no markup, so `<` in a sentence is just a sign.
    const format = new IntlMessageFormat(message, language, undefined, { ignoreTag: true });
    sentences.set(`${language} ${code}`, format);
  }
}

function readExamples(path: string, source: string, examples: Map<string, string>): void {
  const language = path.split('/')[0] ?? '';
  for (const [name, text] of Object.entries(JSON.parse(source) as Record<string, string>)) {
    examples.set(`${language} ${name}`, text);
  }
}
