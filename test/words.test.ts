import { readdirSync, readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { describe, expect, it } from 'vitest';

/** One word for one thing: the table of words in ARCHITECTURE.md, held against the names in src/. */

const ROOT = fileURLToPath(new URL('..', import.meta.url));
const PAGE = readFileSync(`${ROOT}ARCHITECTURE.md`, 'utf8');
const SOURCES = new Map(
  readdirSync(`${ROOT}src`, { recursive: true, encoding: 'utf8' })
    .filter((path) => path.endsWith('.ts'))
    .map((path) => [path, readFileSync(`${ROOT}src/${path}`, 'utf8')] as const),
);

interface Word {
  readonly word: string;
  /** What is not said in its place. */
  readonly not: readonly string[];
  /** Where not: beginnings of paths; everywhere when there are none. */
  readonly where: readonly string[];
}

const WORDS: readonly Word[] = tableOf(PAGE).map(([word = '', , last = '']) => {
  const [not = '', where = ''] = last.split(' in ');
  return { word, not: quoted(not), where: quoted(where) };
});

describe('the table of words', () => {
  it('has no word twice, and forbids none that it has for the same place', () => {
    const words = WORDS.flatMap(({ word }) => word.split(', '));
    expect(new Set(words).size).toBe(words.length);
    expect(words.length).toBeGreaterThan(20);
    expect(
      WORDS.filter(
        ({ not, where }) => where.length === 0 && not.some((each) => words.includes(each)),
      ),
    ).toEqual([]);
  });

  it('speaks of places that there are', () => {
    const places = WORDS.flatMap(({ where }) => where);
    expect(places.filter((place) => inPlace(place).length === 0)).toEqual([]);
  });

  it.each(WORDS.filter(({ not }) => not.length > 0))(
    'is kept: $word, not $not',
    ({ not, where }) => {
      const places = where.length > 0 ? where : [''];
      const wrong = places.flatMap(inPlace).flatMap(([path, source]) =>
        namesIn(source)
          .filter((name) => wordsOf(name).some((word) => not.includes(word)))
          .map((name) => `${path}: ${name}`),
      );
      expect(wrong).toEqual([]);
    },
  );
});

describe('the names of a source', () => {
  it('are found outside of texts, comments and the paths of imports', () => {
    const source = [
      "import { readOffer } from './offers.ts'; // an offer",
      '/** Offers. */',
      // biome-ignore lint/suspicious/noTemplateCurlyInString: it is a source
      'const a = `an offer ${oldOffer} here` + \'judge\' + "rule" + /clock/;',
    ];
    expect(namesIn(source.join('\n'))).toEqual(expect.arrayContaining(['readOffer', 'oldOffer']));
    expect(namesIn(source.join('\n')).flatMap(wordsOf).sort().join(' ')).not.toMatch(
      /judge|rule|offers/,
    );
  });

  it('consist of words', () => {
    expect(wordsOf('offersPerBoardMax')).toEqual(['offers', 'per', 'board', 'max']);
    expect(wordsOf('OFFER_KINDS')).toEqual(['offer', 'kinds']);
  });
});

/** The rows of the table under the heading "Words", cell by cell. */
function tableOf(page: string): readonly (readonly string[])[] {
  const [, section = ''] = page.split('\n## Words\n');
  const rows = (section.split('\n## ')[0] ?? '')
    .split('\n')
    .filter((line) => line.startsWith('| '));
  return rows
    .slice(1)
    .filter((row) => !row.startsWith('|-'))
    .map((row) =>
      row
        .split('|')
        .slice(1, -1)
        .map((cell) => cell.trim()),
    );
}

function quoted(text: string): readonly string[] {
  return [...text.matchAll(/`([^`]+)`/g)].map(([, word = '']) => word);
}

const inPlace = (place: string) => [...SOURCES].filter(([path]) => path.startsWith(place));

/** Identifiers, without those that stand in comments and in texts. */
function namesIn(source: string): readonly string[] {
  const code = source
    .replace(/\/\*[\s\S]*?\*\/|(?<![:'"`\\])\/\/[^\n]*/g, ' ')
    .replace(/'(?:[^'\\\n]|\\.)*'|"(?:[^"\\\n]|\\.)*"/g, ' ')
    // Of a template, what it is filled with.
    .replace(/`(?:[^`\\]|\\.)*`/g, (text) =>
      [...text.matchAll(/\$\{([^}]*)\}/g)].map(([, filled]) => filled).join(' '),
    );
  return [...new Set(code.match(/[A-Za-z_$][\w$]*/g) ?? [])];
}

/** `offersPerBoard` is `offers`, `per`, `board`. */
function wordsOf(name: string): readonly string[] {
  return (name.match(/[A-Z]+(?![a-z])|[A-Z]?[a-z]+/g) ?? []).map((word) => word.toLowerCase());
}
