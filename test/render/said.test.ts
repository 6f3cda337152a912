import { readdirSync, readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { describe, expect, it } from 'vitest';
import { takenBy } from './messages.ts';
import { FILES } from './reader.ts';

/** Who says which of the English sentences, outside of what the compiler sees. */

const SOURCES = ['src', 'sandbox'].flatMap((name) => {
  const folder = fileURLToPath(new URL(`../../${name}`, import.meta.url));
  return readdirSync(folder, { recursive: true, encoding: 'utf8' })
    .filter((path) => path.endsWith('.ts'))
    .map((path) => readFileSync(`${folder}/${path}`, 'utf8'))
    .map((source) => source.replace(/^\s*(?:\/\/|\/?\*).*$/gm, ''));
});
const MARKUP = [...FILES].filter(([path]) => path.endsWith('.eta'));
const ENGLISH = JSON.parse(FILES.get('en/sentences.json') ?? '{}') as Record<string, string>;

/** The texts in quotation marks, and those with a place for another, as `ending-${ending}`. */
const TEXT = /'([^'\\\n]*)'|`([\w-]*\$\{[^`]*)`/g;

/** What games may tell of a quiet move; in those that are offered, each has more to tell. */
const OF_ADDED_GAMES = ['moved', 'passed'];

describe('a sentence', () => {
  it('is said somewhere', () => {
    const texts = [...SOURCES, ...MARKUP.map(([, text]) => text)].flatMap((source) => [
      ...source.matchAll(TEXT),
    ]);
    const words = new Set([...texts.flatMap(([, text]) => text ?? []), ...OF_ADDED_GAMES]);
    const patterns = [...new Set(texts.flatMap(([, , pattern]) => pattern ?? []))]
      .map((pattern) => pattern.split(/\$\{[^{}]*\}/))
      .filter(
        (parts) => parts.every((part) => /^[a-z-]*$/.test(part)) && /[a-z]/.test(parts.join()),
      )
      .map((parts) => new RegExp(`^${parts.join('(.+)')}$`));
    // What stands in the place of another text is itself a text somewhere.
    const isSaid = (code: string) =>
      words.has(code) ||
      patterns.some((pattern) =>
        pattern
          .exec(code)
          ?.slice(1)
          .every((part) => words.has(part)),
      );
    expect(patterns.length).toBeGreaterThan(10);
    expect(Object.keys(ENGLISH).filter((code) => !isSaid(code))).toEqual([]);
  });
});

describe('markup', () => {
  it('says sentences that there are, with the facts that they name', () => {
    const said = MARKUP.flatMap(([path, text]) =>
      [...text.matchAll(/\btell\((?:'([\w-]+)'(?:, \{([^{}]*)\})?\))?/g)].map(
        ([call, code = '', facts = '']) => ({
          call: `${path}: ${call}`,
          code,
          facts: [...facts.matchAll(/(\w+):/g)].map(([, name = '']) => name).sort(),
        }),
      ),
    );
    expect(said.length).toBeGreaterThan(10);
    const wrong = said.filter(
      ({ code, facts }) =>
        ENGLISH[code] === undefined || takenBy(ENGLISH[code]).names.join() !== facts.join(),
    );
    expect(wrong.map(({ call }) => call)).toEqual([]);
  });
});
