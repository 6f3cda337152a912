import { Eta } from 'eta';
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

/**
 * Compiles templates.
 *
 * @param files contents by path within the folder of templates, such as `en/player.board.txt.eta`
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
      return String(format.format(facts));
    },
    hasSentence: (language, code) => sentences.has(`${language} ${code}`),
  };
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
