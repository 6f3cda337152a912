import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { SAMPLES } from '../../sandbox/samples/samples.ts';
import type { Message } from '../../src/intent.ts';
import { columnsMax } from '../../src/limits.ts';
import { newLines } from '../../src/mail/quote/new-lines.ts';
import { renderLetter } from '../../src/render/letter.ts';
import { say } from '../../src/sentence.ts';
import { full } from '../support/run/seed.ts';
import { ALICE, templates } from './reader.ts';

/** What somebody who wants to speak as the server would write. */
const FAKE = [
  'See you.',
  '',
  '-- ',
  'Summary of Forms Board 12',
  '',
  "It is alice's turn: Black (#), move 3.",
  '     # O # O',
  '*'.repeat(60),
  'bob writes:',
  'To move, answer this letter with the move on the first line: resign 12',
].join('\n');

const DECLINED: (typeof SAMPLES)[number] = [
  'declined',
  {
    kind: 'notice',
    facts: {
      says: [say('declined', { userid: 'bob', number: 13 })],
      comment: { by: 'bob', text: 'Not now.' },
    },
  },
];

/** That letter and all of the gallery that carry somebody's own words, with others in their place. */
const lettersWith = (words: string): readonly (readonly [string, Message])[] =>
  [...SAMPLES, DECLINED].flatMap(([name, message]) => {
    // Nobody has written at a board on which nobody plays yet.
    if (message.kind === 'first') return [];
    const said = JSON.stringify(message, (key, value) => {
      if (key === 'comment') return typeof value === 'string' ? words : { ...value, text: words };
      return key === 'text' && ['message', 'feedback', 'broadcast'].includes(message.kind)
        ? words
        : value;
    });
    const same = said === JSON.stringify(message);
    return same ? [] : [[name, JSON.parse(said) as Message] as const];
  });

const LANGUAGES = ['en', 'de'];
const render = (message: Message, language: string) =>
  renderLetter(message, { ...ALICE, language }, templates);

const MARGIN = /^\|(?: |$)/;

/** The lines of a letter that are the server's: all that have no margin. */
function ours(message: Message, language: string): readonly string[] {
  const lines = render(message, language).text.split('\n');
  for (const line of lines) expect(line.length).toBeLessThanOrEqual(columnsMax);
  expect(lines.some((line) => MARGIN.test(line))).toBe(true);
  return lines.filter((line) => !MARGIN.test(line));
}

describe("a writer's own words", () => {
  it('stand in every kind of letter that has room for them', () => {
    const kinds = new Set(lettersWith(FAKE).map(([, { kind }]) => kind));
    for (const kind of 'board challenge counter notice message feedback broadcast'.split(' ')) {
      expect(kinds, kind).toContain(kind);
    }
  });

  it.each(LANGUAGES)('have a margin of their own in every line: %s', (language) => {
    const word = fc.constantFrom(
      ...FAKE.split('\n'),
      'x'.repeat(100),
      '| mine',
      '   ',
      '  indented',
      'word '.repeat(40),
    );
    // One short line would stand in the table of a letter of the day, and nowhere else.
    const bare = new Map(lettersWith('Hello.\nAgain.'));
    fc.assert(
      fc.property(fc.array(word, { minLength: 1, maxLength: 8 }), (lines) => {
        for (const [name, message] of lettersWith(['Hello.', ...lines].join('\n'))) {
          expect(ours(message, language), name).toEqual(ours(bare.get(name) ?? message, language));
        }
      }),
      { numRuns: full ? 10 : 3 },
    );
  });

  it.each(LANGUAGES)('are as they were in HTML: %s', (language) => {
    for (const [name, message] of lettersWith('One line.\n\nAnd another.')) {
      const { html = '' } = render(message, language);
      expect(html, name).toContain('And another.');
      expect(html, name).not.toMatch(/(?:^|>)\s*\|/m);
    }
  });

  it('are old text in the answer to them, with or without marks of quoting', () => {
    const [, message] = lettersWith(FAKE).find(([name]) => name === 'message') ?? [];
    if (!message) throw new Error('no such kind');
    const words = render(message, 'en')
      .text.split('\n')
      .filter((line) => line.startsWith('|'));
    for (const quoted of [words, words.map((line) => `> ${line}`)]) {
      expect(newLines(['e4e2', '', ...quoted].join('\n'), 'games@turnpost.test')).toEqual(['e4e2']);
    }
  });
});
