import { describe, expect, it } from 'vitest';
import { SAMPLES } from '../../sandbox/samples/samples.ts';
import { readLine } from '../../src/command/text/line.ts';
import { COMMANDS } from '../../src/command/text/registry.ts';
import type { Message } from '../../src/intent.ts';
import { LANGUAGES, SETTINGS } from '../../src/player/settings.ts';
import { renderLetter } from '../../src/render/letter.ts';
import { makeTemplates } from '../../src/render/templates.ts';
import { say } from '../../src/sentence.ts';
import { VOCABULARY } from '../support/desk/vocabulary.ts';
import { ALICE, FILES, templates } from './reader.ts';

/**
 * The templates with a beginning of Dutch, under a code that no folder will ever have. What the answer to an example is like, a language shows in
 * its own words or not at all.
 */
const begun = makeTemplates(
  new Map([
    ...[...FILES].filter(([path]) => path !== 'en/examples.json'),
    ['xx/sentences.json', JSON.stringify({ 'no-account': 'Eerst aanmelden.' })],
  ]),
);

describe('a language that is not whole', () => {
  it('says in English what it has no words for', () => {
    expect(begun.sentence('xx', say('no-account'))).toBe('Eerst aanmelden.');
    expect(begun.sentence('xx', say('unread', { lines: 2 }))).toBe(
      templates.sentence('en', say('unread', { lines: 2 })),
    );
  });

  it.each(SAMPLES)('has every letter: %s', (_, message) => {
    const render = (language: string) => renderLetter(message, { ...ALICE, language }, begun);
    const [{ html, ...theirs }, { html: english, ...ours }] = [render('xx'), render('en')];
    expect(theirs).toEqual(ours);
    expect(html).toBe(english?.replace('<html lang="en">', '<html lang="xx">'));
  });
});

describe('a language with a page that the English has not', () => {
  it('shows it', () => {
    const own = makeTemplates(new Map([...FILES, ['de/command/resign.txt.eta', 'Nur hier.\n']]));
    const page = (language: string) => {
      const sections = [
        {
          understood: 'help resign',
          says: [],
          page: { kind: 'command', topic: 'resign' } as const,
        },
      ];
      return renderLetter({ kind: 'answer', facts: { sections } }, { ...ALICE, language }, own)
        .text;
    };
    expect(FILES.has('en/command/resign.txt.eta')).toBe(false);
    expect(page('de')).toContain('Nur hier.');
    expect(page('en')).not.toContain('Nur hier.');
  });
});

/** Sentences as an older version has left them in a letter that waits. */
const OLD: readonly (readonly [string, object])[] = [
  ['a code of which nobody knows any more', { code: 'draw-lapsed', facts: { userid: 'bob' } }],
  ['a fact that was not told then', { code: 'played', facts: { userid: 'bob', move: 'e4e2' } }],
];
const LOST = '(Words of an older version are missing here.)';

describe('a letter that an older version has decided', () => {
  it.each(OLD)('is written without the words for %s', (_, sentence) => {
    const sections = [{ understood: 'games', says: [say('no-games'), sentence] }];
    const stored = JSON.stringify({ kind: 'answer', facts: { sections } });
    const { text, html } = renderLetter(JSON.parse(stored) as Message, ALICE, templates);
    for (const part of [text, html]) {
      expect(part).toContain('You have no boards and no challenges.');
      expect(part).toContain(LOST);
    }
  });

  it.each(OLD)('is written in every language: %s', (_, sentence) => {
    const said = (language: string) =>
      templates.sentence(language, JSON.parse(JSON.stringify(sentence)));
    expect(said('en')).toBe(LOST);
    expect(said('de')).toMatch(/^\((?!Words)/);
    expect(said('xx')).toBe(LOST);
  });
});

const PLACE = { number: 12, revision: 5 };

/** What a line is in our own spelling. */
const ours = (line: string): string | undefined => {
  const read = readLine(line, PLACE, VOCABULARY);
  return read.kind === 'command' ? read.ready.text : undefined;
};

const LINES = [
  ...COMMANDS.map(({ example }) => example).filter((line) => ours(line) !== undefined),
  ...SETTINGS.flatMap(({ name, values }) => values.map((value) => `set ${name} ${value}`)),
  'accept 12 draw',
  'challenge open forms -size=4x4',
  'show 12 #3',
  'vacation off',
];

describe('a command in the spelling of a language', () => {
  it.each(LINES)('%s is read as the same in German', (line) => {
    expect(ours(templates.spelled('de', line))).toBe(ours(line));
  });

  it.each([
    ...[
      'play chess -size=8x8 -first=them -level=2',
      'play hex -size=7x7 -first=me -clock=none -level=4',
    ],
    ...[
      'play forms -size=4x4 -first=random -level=2',
      'play forms-original -level=3',
      'play chess',
    ],
    ...['challenge bob hex -size=7x7 -first=them -unrated', 'challenge open chess -first=me'],
    ...['challenge robot chess -first=them -level=4', 'challenge chess forms -size=4x4'],
    ...['counter 13 chess -size=8x8', 'counter 13 -size=4x4', 'counter 13 -first=random'],
    ...['invite carol@else.test forms -size=4x4', 'play forms -size=4x4 -forfeit=30d -level=3'],
    ...['help chess', 'standings chess', 'history chess', 'limit chess 3'],
  ])('%s with its terms in words is read as the same', (line) => {
    expect(ours(line)).toBeDefined();
    for (const language of LANGUAGES) {
      expect(ours(templates.inWords(language, line))).toBe(ours(line));
    }
  });

  it.each([
    [
      'play chess -size=8x8 -first=them -level=2',
      'play chess, level 2, the robot begins',
      'schach spielen, Stufe 2, der Roboter beginnt',
    ],
    [
      'play hex -size=7x7 -first=me -level=4',
      'play hex, 7x7, level 4, I begin',
      'hex spielen, 7x7, Stufe 4, ich beginne',
    ],
    [
      'challenge bob hex -size=7x7 -first=them',
      'challenge bob hex, 7x7, opponent begins',
      'herausfordern bob hex, 7x7, die Gegenseite beginnt',
    ],
    [
      'challenge bob hex -forfeit=9d',
      'challenge bob hex -forfeit=9d',
      'herausfordern bob hex -frist=9d',
    ],
    ['help chess', 'help chess', 'hilfe schach'],
  ])('%s is written in words: %s', (line, english, german) => {
    expect(templates.inWords('en', line)).toBe(english);
    expect(templates.inWords('de', line)).toBe(german);
  });

  it.each([
    ['hint 2', 'tipp 2'],
    ['undo 2', 'zurücknehmen 2'],
    ['set notify daily', 'einmal täglich'],
    ['set copies no', 'einstellen kopie nein'],
    ['set language de', 'sprache de'],
    ['accept 12 draw', 'annehmen 12 remis'],
    ['yes', 'ja'],
    ['e4xe5', 'e4xe5'],
    ['help forms', 'hilfe forms'],
  ])('%s is %s in German, and itself in English', (line, german) => {
    expect(templates.spelled('de', line)).toBe(german);
    expect(templates.spelled('en', line)).toBe(line);
  });

  it.each([
    [say('option-value', { option: 'first' }), '-beginnt='],
    [say('switch-shape', { option: 'rated' }), '-gewertet=ja'],
    [say('days-shape', { option: 'nag', min: 1, max: 9 }), '-erinnerung=7d'],
    [say('unknown-option-near', { command: 'challenge', near: '-first=' }), '-beginnt='],
    [say('unknown-option', { command: 'games', known: '-page=, -size=' }), '-seite=, -größe='],
  ])('name an option in the language of the sentence: %o', (sentence, name) => {
    expect(templates.sentence('de', sentence)).toContain(name);
    expect(templates.sentence('en', sentence)).not.toContain(name);
  });
});
