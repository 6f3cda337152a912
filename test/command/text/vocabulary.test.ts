import { describe, expect, it } from 'vitest';
import { fold } from '../../../src/command/shape/words.ts';
import {
  type LanguageWords,
  makeVocabularies,
  NO_WORDS,
} from '../../../src/command/text/vocabulary.ts';
import { readWords } from '../../../src/service/process/languages.ts';
import { FILES } from '../../render/reader.ts';
import { VOCABULARY } from '../../support/desk/vocabulary.ts';

const wordsOf = (files: Readonly<Record<string, unknown>>) =>
  new Map(Object.entries(files).map(([place, text]) => [place, JSON.stringify(text)]));
const NONE = new Map<string, string>();

describe('a vocabulary', () => {
  it('has one spelling for what people write in many', () => {
    expect(['Bestätigt', 'BESTAETIGT', ' besta\u0308tigt'].map(fold)).toEqual([
      'bestaetigt',
      'bestaetigt',
      'bestaetigt',
    ]);
    expect(fold('I\u2019ll  PLAY')).toBe("i'll play");
    expect(fold('S\u00ed')).toBe('si');
  });

  it("has the words of all languages, and the reader's own first", () => {
    const { words } = readWords({
      builtIn: wordsOf({
        'en/vocabulary.json': { commands: { gift: 'help' }, certainYes: ['yes'], no: ['na'] },
        'de/vocabulary.json': { commands: { Gift: 'games' }, yes: ['yes', 'na'] },
      }),
      fromOperator: NONE,
    });
    const of = makeVocabularies(words);
    expect(of('en').commands.get('gift')).toBe('help');
    expect(of('de').commands.get('gift')).toBe('games');
    expect(of('nl').commands.get('gift')).toBe('help');
    expect([of('en').verdicts.get('na'), of('de').verdicts.get('na')]).toEqual(['no', 'yes']);
    expect(of('de')).toBe(of('de'));
    expect(NO_WORDS.commands.size + NO_WORDS.moves.size).toBe(0);
  });

  it("takes an operator's own words along, and leaves out what cannot be read", () => {
    const fromOperator = wordsOf({
      'en/vocabulary.json': { greetings: ['ahoy'] },
      'nl/vocabulary.json': { commands: { spellen: 'games' }, yes: ['ja hoor'] },
      'fr/vocabulary.json': { moves: ['je joue'], yess: [] },
    });
    fromOperator.set('it/vocabulary.json', '{,}');
    const { words, troubles } = readWords({
      builtIn: wordsOf({ 'en/vocabulary.json': { greetings: ['hello'] } }),
      fromOperator,
    });
    const vocabulary = makeVocabularies(words)('en');
    expect([...vocabulary.greetings]).toEqual(['hello', 'ahoy']);
    expect(vocabulary.commands.get('spellen')).toBe('games');
    expect(vocabulary.verdicts.get('ja hoor')).toBe('yes');
    expect(troubles.map(({ place }) => place)).toEqual([
      'fr/vocabulary.json',
      'it/vocabulary.json',
    ]);
    expect(troubles[0]?.error).toContain('moves.0: each line names {move} once');
    expect(troubles[1]?.error).toContain('SyntaxError');
    expect(() => readWords({ builtIn: fromOperator, fromOperator: NONE })).toThrow();
  });

  it('says yes and no in each of our languages, and never both', () => {
    const all = readWords({ builtIn: FILES, fromOperator: NONE }).words;
    for (const [language, words] of all) {
      expect(words.flatMap(({ certainYes }) => certainYes).length, language).toBeGreaterThan(1);
      for (const one of words) expectNoneTwice(one);
    }
    expect(VOCABULARY.verdicts.get('ja')).toBe('certain-yes');
    expect(VOCABULARY.verdicts.get('nein danke')).toBeUndefined();
    expect(VOCABULARY.verdicts.get('draw: no draw')).toBe('no');
  });
});

function expectNoneTwice({ certainYes, yes, no }: LanguageWords): void {
  const all = [...certainYes, ...yes, ...no].map(fold);
  expect(all.filter((line, index) => all.indexOf(line) !== index)).toEqual([]);
}
