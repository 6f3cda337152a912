import { readdirSync, readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { readLine } from '../../src/command/text/line.ts';
import { COMMANDS } from '../../src/command/text/registry.ts';
import { NO_CONTEXT } from '../../src/command/text/subject.ts';
import { makeVocabularies } from '../../src/command/text/vocabulary.ts';
import { GAMES } from '../../src/engine/registry.ts';
import type { HelpPage } from '../../src/intent.ts';
import { LANGUAGES } from '../../src/player/settings.ts';
import { drawBoard, marksOf } from '../../src/render/ascii.ts';
import { renderLetter } from '../../src/render/letter.ts';
import { readWords } from '../../src/service/process/languages.ts';
import { factsOf } from '../engine/facts.ts';
import { value } from '../engine/given.ts';
import { ALICE, FILES, templates } from './reader.ts';

const VOCABULARIES = makeVocabularies(readWords({ builtIn: FILES, fromOperator: new Map() }).words);

const page = (rules: string, language = 'en'): string =>
  readFileSync(
    new URL(`../../templates/${language}/game/${rules}.txt.eta`, import.meta.url),
    'utf8',
  );

/** What each page shows: positions, and a move in each. */
const SHOWN = await Promise.all(
  GAMES.map(async (game) => ({ game, shown: (await factsOf(game.rules)).shown })),
);
const EXAMPLES = SHOWN.flatMap(({ game, shown }) =>
  shown.map(([text, written]) => ({ game, text, written })),
);

describe('the page of a game', () => {
  it('names the author and the year, and is there for every game', () => {
    for (const { rules, author = '', year = '' } of GAMES) {
      expect(page(rules)).toContain(author);
      expect(page(rules)).toContain(String(year));
    }
  });

  it.each(LANGUAGES)('shows no board that is not played here: %s', (language) => {
    for (const { game, shown } of SHOWN) {
      expect(shown.length, `shown in test/engine/facts/${game.rules}.ts`).toBeGreaterThan(0);
      // The files stand above and below each of the two boards of an example.
      const files = page(game.rules, language).match(/(?<= {5})a b(?: [c-z])*(?= {3}|$)/gm);
      expect([game.rules, files?.length]).toEqual([game.rules, shown.length * 4]);
    }
  });

  it.each(EXAMPLES)('shows a real example: $game.rules $text, $written', (example) => {
    const { game, text, written } = example;
    const position = value(game.parsePosition(text));
    const after = game.play(position, value(game.parseMove(position, written)));
    const draw = (at: typeof position, marks = marksOf()) =>
      drawBoard({ view: game.view(at), marks, coordinates: true });
    const left = draw(position);
    const right = draw(after.position, marksOf(after.effects()));
    for (const [index, line] of left.entries()) {
      const [before, next] = [line, right[index] ?? ''].map((each) => each.trim());
      for (const language of LANGUAGES) {
        expect(page(game.rules, language)).toMatch(
          new RegExp(`^ *${literally(before)} {3,}${literally(next)}$`, 'm'),
        );
      }
    }
  });
});

describe('a game', () => {
  it.each(LANGUAGES)(
    'has its rules in two sentences, for who is asked to play it: %s',
    (language) => {
      for (const { rules } of GAMES) {
        const said = templates.description(language, `rules-${rules}`);
        const where = `rules-${rules}, two sentences in templates/${language}/sentences.json`;
        expect(said?.match(/[.?!](?= |$)/g), where).toHaveLength(2);
        expect(said?.length, where).toBeLessThanOrEqual(280);
      }
    },
  );
});

describe('the HTML part of a page', () => {
  const html = (kind: 'game' | 'display' | 'text', topic: string, language = 'en'): string => {
    const page = { kind, topic } as HelpPage;
    const sections = [{ understood: `help ${topic}`, says: [], page }];
    const message = { kind: 'answer', facts: { sections } } as const;
    return renderLetter(message, { ...ALICE, language }, templates).html ?? '';
  };
  const boardsIn = (markup: string) =>
    markup.match(/<table aria-label="[^"]*"[^>]* style="border-collapse:collapse/g)?.length;

  it.each(LANGUAGES)('draws the boards of a game as letters do: %s', (language) => {
    for (const { game, shown } of SHOWN) {
      const markup = html('game', game.rules, language);
      expect([game.rules, boardsIn(markup)]).toEqual([game.rules, shown.length * 2]);
      expect(markup).not.toContain('<pre');
      for (const { sign } of game.sides) expect(markup).not.toContain(`(${sign})`);
    }
  });

  it.each(LANGUAGES)(
    'draws the boards of the tutorial, and has its prose as prose: %s',
    (language) => {
      const markup = html('text', 'tutorial', language);
      expect(boardsIn(markup)).toBe(2);
      expect(markup).not.toContain('<pre');
      const numbers = [
        ...markup.matchAll(/<th scope="row"[^>]*>(\d+)<\/th>\n<td[^>]*>\n<p[^>]*><b>([^<]*)/g),
      ];
      expect(numbers.map(([, number]) => Number(number))).toEqual([1, 2, 3, 4, 5, 6]);
      expect(numbers[0]?.[2]).toBe(templates.spelled(language, 'play'));
    },
  );

  it('leaves the signs where it is about them', () => {
    const markup = html('display', 'forms');
    expect(boardsIn(markup)).toBeUndefined();
    expect(markup).toContain('1 [#]+ O');
  });
});

describe('the page of a command', () => {
  const linesOf = (kind: HelpPage['kind'], topic: string, language = 'en'): readonly string[] => {
    const sections = [{ understood: `help ${topic}`, says: [], page: { kind, topic } as HelpPage }];
    const reader = { ...ALICE, language };
    const { text } = renderLetter({ kind: 'answer', facts: { sections } }, reader, templates);
    return text.trimEnd().split('\n');
  };

  it('has a text of its own only where there is such a command', () => {
    const named = readdirSync(new URL('../../templates/en/command', import.meta.url)).map(nameOf);
    const commands = COMMANDS.map(({ name }) => name.replaceAll(' ', '-'));
    expect(named).toContain('move');
    expect(named.filter((name) => !commands.includes(name))).toEqual([]);
  });

  it('shows that text below what the command says of itself', () => {
    const page = linesOf('command', 'move').join('\n');
    const own = readFileSync(
      new URL('../../templates/en/command/move.txt.eta', import.meta.url),
      'utf8',
    );
    expect(page).toContain(`     Also      board\n\n${own.trimEnd()}`);
  });

  it('ends with the answer to its example, and fits on one screen', () => {
    const pages = COMMANDS.filter(({ name }) => name !== 'help').map(({ name }) =>
      linesOf('command', name),
    );
    const bare = pages.filter((page) => !page.at(-1)?.startsWith('  |'));
    expect(bare).toEqual([]);
    expect(pages.filter(({ length }) => length > 38).map(([asked]) => asked)).toEqual([]);
  });

  it.each(LANGUAGES)('writes nothing that is not read as it is meant: %s', (language) => {
    const folder = new URL(`../../templates/${language}/command/`, import.meta.url);
    const examples = readdirSync(folder).flatMap((path) => {
      const name = nameOf(path).replaceAll('-', ' ');
      const lines = readFileSync(new URL(path, folder), 'utf8').split('\n');
      const called = [name, ...templates.names(language, name)];
      return lines
        .filter((line) =>
          called.some((each) => /^(?: {2}| {5})$/.test(line.split(`${each} `)[0] ?? '')),
        )
        .map((line) => ({ name, example: line.trim().split(/ {2,}/)[0] ?? '' }));
    });
    expect(examples.length, `examples in templates/${language}/command/`).toBeGreaterThan(10);
    const misread = examples.filter(({ name, example }) => {
      const line = readLine(example, NO_CONTEXT, VOCABULARIES(language));
      return line.kind !== 'command' || line.command.name !== name;
    });
    expect(misread).toEqual([]);
  });

  it.each([
    ['en', 'All commands'],
    ['de', 'Alle Befehle (die englischen Namen gelten auch)'],
  ])('is named on the first page, which fits on one screen: %s', (language, intro) => {
    const [, , ...lines] = linesOf('help', '', language);
    expect(lines.length).toBeLessThanOrEqual(24);
    const shown = COMMANDS.filter(({ audience }) => audience !== 'admin');
    const names = shown.map(({ name }) => templates.names(language, name)[0] ?? name);
    const all = lines.join(' ').replace(/\s+/g, ' ');
    expect(all).toContain(`${intro}: ${names.join(', ')}`);
  });

  it.each(LANGUAGES)('has a link for what it lists that can be sent as it is: %s', (language) => {
    const page = { kind: 'help', topic: '' } as const;
    const sections = [{ understood: 'help', says: [], page }];
    const reader = { ...ALICE, language };
    const { html = '' } = renderLetter({ kind: 'answer', facts: { sections } }, reader, templates);
    const links = [...html.matchAll(/<a href="mailto:[^"]*body=([^"&]*)"[^>]*>([^<]*)<\/a>/g)];
    expect(links.length).toBeGreaterThan(4);
    for (const [, body = '', label = ''] of links) {
      expect(decodeURIComponent(body)).toBe(`${label}\r\n`);
      expect(linesOf('help', '', language).join('\n')).toContain(`\n  ${label}  `);
    }
  });
});

const nameOf = (path: string): string => path.slice(0, -'.txt.eta'.length);
const literally = (text = ''): string => text.replace(/[.*+?^${}()|[\]\\]/g, '\\$&');
