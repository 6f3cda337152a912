import { readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { readLine } from '../../src/command/text/line.ts';
import { NO_CONTEXT } from '../../src/command/text/subject.ts';
import { makeVocabularies } from '../../src/command/text/vocabulary.ts';
import { OUTCOME_REASONS } from '../../src/engine/shape/refusal.ts';
import { LANGUAGES, SETTINGS } from '../../src/player/settings.ts';
import { compileTemplates } from '../../src/render/templates.ts';
import { say } from '../../src/sentence.ts';
import { readWords } from '../../src/service/process/languages.ts';
import { FILES, templates } from './reader.ts';

const sentences = JSON.parse(
  readFileSync(new URL('../../templates/en/sentences.json', import.meta.url), 'utf8'),
) as Record<string, string>;

const VOCABULARIES = makeVocabularies(readWords({ builtIn: FILES, fromOperator: new Map() }).words);
const understood = (line: string, language: string): string | undefined => {
  const read = readLine(line, NO_CONTEXT, VOCABULARIES(language));
  return read.kind === 'command' ? read.ready.text : undefined;
};

describe('the sentences', () => {
  it('have one for every outcome of the engines', () => {
    const codes = OUTCOME_REASONS.map((reason) => `ending-${reason}`);
    expect(codes.filter((code) => sentences[code] === undefined)).toEqual([]);
  });

  const wrongs = SETTINGS.flatMap((setting) =>
    LANGUAGES.map((language) => ({ ...setting, language })),
  );

  it.each(wrongs)(
    'tell what set $name takes: $language',
    ({ name, values, defaultValue, language }) => {
      const said = templates.sentence(language, say(`setting-${name}-values`));
      const [, set = '', written = ''] = /^((?:set|einstellen) \S+) .+: (.*)$/.exec(said) ?? [];
      expect(understood(written, language)).toBe(`set ${name} ${defaultValue}`);
      const taken = said.split(/[ ,.:]+/).map((word) => understood(`${set} ${word}`, language));
      for (const value of values) expect(taken).toContain(`set ${name} ${value}`);
    },
  );

  it.each(wrongs.filter(({ near }) => near === undefined))(
    'tell what $name is with each of its values: $language',
    ({ name, values, language }) => {
      const set = language === 'en' ? 'set' : 'einstellen';
      const told = (value: string) =>
        templates.sentence(language, say(`setting-${name}`, { value }));
      for (const value of values) {
        const [, setting = '', now = '', all = ''] =
          /^(\S+) (\S+): .*\((.*)\)$/.exec(told(value)) ?? [];
        expect(understood(`${set} ${setting} ${now}`, language)).toBe(`set ${name} ${value}`);
        const taken = all
          .split(', ')
          .map((each) => understood(`${set} ${setting} ${each}`, language));
        expect(taken).toEqual(values.map((each) => `set ${name} ${each}`));
      }
      // A value that no `select` knows is told as any other; one of them may be.
      const effect = (value: string) => told(value).replace(/^\S+ \S+:/, '');
      const alike = values.filter((value) => effect(value) === effect('other'));
      expect(alike.slice(1), 'no words of their own').toEqual([]);
    },
  );

  it('shout at nobody', () => {
    expect(Object.values(sentences).filter((text) => text.includes('!'))).toEqual([]);
  });
});

describe('the templates', () => {
  it.each([...FILES])('of %s can be compiled', (path, source) => {
    expect(() => compileTemplates(path, source)).not.toThrow();
  });

  it.each([
    ['en/player/board.txt.eta', '<%= it.userid .'],
    ['en/page.html.eta', '<% if (it.a) { %>'],
    ['de/sentences.json', '{ "a": "{count, plural, one {x}" }'],
    ['de/sentences.json', '[}'],
    ['en/examples.json', ''],
  ])('of %s that cannot are known: %s', (path, source) => {
    expect(() => compileTemplates(path, source)).toThrow();
  });
});
