import { describe, expect, it } from 'vitest';
import { languageOf } from '../../../src/command/text/subject.ts';

const WORDS = new Map([
  ['en', new Set(['the', 'how', 'do', 'i', 'play', 'hello', 'so'])],
  ['de', new Set(['ich', 'moechte', 'spielen', 'hallo', 'wie', 'so'])],
]);

const toldBy = (text: string, ...contentLanguage: string[]) => {
  const [subject = '', ...lines] = text.split('\n');
  return languageOf({ subject, lines, contentLanguage }, WORDS);
};

describe('the language of a letter', () => {
  it.each([
    ['Hello\nhow do I play?', 'en'],
    ['Hallo\nIch möchte spielen', 'de'],
    ['HALLO!', 'de'],
    ['mo\u0308chte', 'de'],
    // Who greets in English is no Englishman yet.
    ['Hello\nich möchte spielen.', 'de'],
  ])('is that of its words: %j', (text, language) => {
    expect(toldBy(text)).toBe(language);
  });

  it.each([['signup carol'], [''], ['so'], ['hello, ich'], ['ich ich ich, the']])(
    'is not known from %j',
    (text) => {
      expect(toldBy(text)).toBeUndefined();
    },
  );

  it.each([
    ['de', 'de'],
    ['de-DE', 'de'],
    ['DE-at', 'de'],
    [' en-US ', 'en'],
    ['fr, de', 'de'],
    ['den', undefined],
    ['de, en', undefined],
    ['', undefined],
    ['nonsense;;q=1,,', undefined],
  ])('is what Content-Language says, where the words tell nothing: %j', (field, language) => {
    expect(toldBy('signup carol', field)).toBe(language);
  });

  it('is that of the words, where a program that is set to another says otherwise', () => {
    expect(toldBy('Hallo\nich möchte spielen', 'en-US')).toBe('de');
    expect(toldBy('signup carol so', 'en-US')).toBe('en');
  });

  it('is not that of a subject which is an answer', () => {
    expect(toldBy('Re: hello, how do i play\nhallo')).toBe('de');
  });

  it('is none that is not installed', () => {
    expect(toldBy('signup carol', 'fr')).toBeUndefined();
  });

  it('is looked for in the first words only', () => {
    const row = 'hello '.repeat(500);
    expect(toldBy(`${row}\nich möchte spielen`)).toBe('en');
  });
});
