import { Eta, type TemplateFunction } from 'eta';
import { IntlMessageFormat } from 'intl-messageformat';
import type { Sentence } from '../sentence.ts';

/** Everything that people read, in every language there is. */
export interface Templates {
  /** Renders `<language>/<name>.txt.eta`. */
  text(language: string, name: string, data: object): string;
  /** Whether there is a `<language>/<name>.txt.eta`. */
  hasText(language: string, name: string): boolean;
  /**
   * Renders `<language>/<name>.html.eta`; values are escaped. Markup holds no words of its own, so a
   * language without such a file is set in the markup of `en/`.
   */
  html(language: string, name: string, data: object): string;
  /** How the answer to a command's example begins, from `<language>/examples.json`, or nothing. */
  example(language: string, command: string): string;
  /** The words for a sentence, from `<language>/sentences.json`. */
  sentence(language: string, sentence: Sentence): string;
  /** Whether `<language>/sentences.json` has words for this code. */
  hasSentence(language: string, code: string): boolean;
}

const textEngine = () => new Eta({ autoEscape: false, autoTrim: false });
const htmlEngine = () => new Eta({ autoEscape: true, autoTrim: false });

/**
 * Gets templates ready, each to be compiled when it is first used: a process needs few of them, and
 * compiling all is most of the work of its start. `proveTemplates` finds those that cannot be.
 *
 * @param files contents by path within the folder of templates, such as `en/player.board.txt.eta`
 * @throws Error when the sentences or examples of a language are no JSON
 */
export function makeTemplates(files: ReadonlyMap<string, string>): Templates {
  const text = textEngine();
  const html = htmlEngine();
  const sentences = new Map<string, () => IntlMessageFormat>();
  const examples = new Map<string, string>();
  for (const [path, source] of files) {
    if (path.endsWith('.txt.eta')) text.loadTemplate(`@${path}`, atFirstUse(text, source));
    else if (path.endsWith('.html.eta')) html.loadTemplate(`@${path}`, atFirstUse(html, source));
    else if (path.endsWith('/sentences.json')) {
      for (const [code, format] of readSentences(path, source)) sentences.set(code, format);
    } else if (path.endsWith('/examples.json')) readExamples(path, source, examples);
  }
  return {
    text: (language, name, data) => text.render(`@${language}/${name}.txt.eta`, data),
    hasText: (language, name) => files.has(`${language}/${name}.txt.eta`),
    html(language, name, data) {
      const own = `${language}/${name}.html.eta`;
      return html.render(`@${files.has(own) ? own : `en/${name}.html.eta`}`, data);
    },
    example: (language, command) => examples.get(`${language} ${command}`) ?? '',
    sentence(language, { code, facts }) {
      const format = sentences.get(`${language} ${code}`);
      if (!format) throw new Error(`${language} has no sentence for ${code}`);
      return String(format().format(facts));
    },
    hasSentence: (language, code) => sentences.has(`${language} ${code}`),
  };
}

/**
 * Compiles all that is in a file.
 *
 * @throws Error when a template, a sentence or the file cannot be read
 */
export function proveTemplates(path: string, source: string): void {
  if (path.endsWith('.txt.eta')) textEngine().compile(source);
  else if (path.endsWith('.html.eta')) htmlEngine().compile(source);
  else if (path.endsWith('/sentences.json')) {
    for (const [, format] of readSentences(path, source)) format();
  } else if (path.endsWith('/examples.json')) readExamples(path, source, new Map());
}

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

/** ICU messages by language and code: `{lost, plural, one {one stone} other {# stones}}`. */
function readSentences(
  path: string,
  source: string,
): readonly (readonly [string, () => IntlMessageFormat])[] {
  const language = path.split('/')[0] ?? '';
  const messages = Object.entries(JSON.parse(source) as Record<string, string>);
  return messages.map(([code, message]) => [
    `${language} ${code}`,
    // Letters hold no markup, so `<` in a sentence is just a sign.
    once(() => new IntlMessageFormat(message, language, undefined, { ignoreTag: true })),
  ]);
}

function readExamples(path: string, source: string, examples: Map<string, string>): void {
  const language = path.split('/')[0] ?? '';
  for (const [name, text] of Object.entries(JSON.parse(source) as Record<string, string>)) {
    examples.set(`${language} ${name}`, text);
  }
}
