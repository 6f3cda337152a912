import { describe, expect, it } from 'vitest';
import { GAMES, gameOf } from '../../src/engine/registry.ts';
import type { Game } from '../../src/engine/shape/game.ts';
import type { Choices, Message } from '../../src/intent.ts';
import { LANGUAGES } from '../../src/player/settings.ts';
import { type Reader, renderLetter } from '../../src/render/letter.ts';
import { makeTemplates } from '../../src/render/templates.ts';
import { ALICE, FILES, templates } from './reader.ts';

/** What is shown to somebody who may begin a match. */

type Kind = 'challenge' | 'counter' | 'invitation';

function letterOf(
  kind: Kind,
  { rules, defaultSize }: Game,
  { size = defaultSize, choices = {} }: { size?: Game['defaultSize']; choices?: Choices } = {},
): Message {
  const terms = { rules, ...size, first: 'them' } as const;
  if (kind === 'invitation') return { kind, facts: { ...terms, inviter: 'bob', choices } };
  const facts = { ...terms, number: 14, challenger: 'bob', comment: '', choices };
  if (kind === 'challenge') return { kind, facts };
  return { kind, facts: { ...facts, before: { ...terms, number: 13 } } };
}

const render = (message: Message, reader: Partial<Reader> = {}) =>
  renderLetter(message, { ...ALICE, ...reader }, templates);
/** The bodies that the links below a letter fill in, in their order. */
const filledIn = (html = ''): readonly string[] =>
  [
    ...new Set(
      [...html.matchAll(/body=([^"]*)"/g)].map(([, body = '']) => decodeURIComponent(body)),
    ),
  ].map((body) => body.trim());
const boardsIn = (html = ''): number =>
  html.match(/<table aria-label="[^"]*"[^>]* style="border-collapse:collapse/g)?.length ?? 0;

/** Sizes and words of the boards that are drawn to be looked at. */
const sketchesIn = (html = '') =>
  [...html.matchAll(/<img src="cid:board-[^>]* width="(\d+)" height="(\d+)" alt="([^"]*)"/g)].map(
    ([, width, height, alt]) => ({ width: Number(width), height: Number(height), alt }),
  );

const KINDS: readonly Kind[] = ['challenge', 'counter', 'invitation'];
const ALL = GAMES.flatMap((game) =>
  KINDS.flatMap((kind) =>
    LANGUAGES.map((language) => ({ game, kind, language, name: game.rules })),
  ),
);

/** Whether a game is played on boards of more than one size, as chess is not. */
const hasSizes = (game: Game): boolean =>
  [6, 10].some((side) => game.start({ cols: side, rows: side }).ok);

describe('a match that is proposed', () => {
  it.each(ALL)('shows its board and its rules: $name, $kind, $language', (each) => {
    const { game, kind, language } = each;
    const { text, html } = render(letterOf(kind, game), { language });
    const brief =
      templates.description(language, `rules-${game.rules}`) ?? 'no rules in two sentences';
    expect(text.replace(/\s+/g, ' ')).toContain(brief);
    const ranks = text.split('\n').filter((line) => /^ +(\d+) {2}\S .* {2}\1$/.test(line));
    expect(ranks).toHaveLength(game.defaultSize.rows);
    expect(sketchesIn(html)).toHaveLength(1);
    expect(boardsIn(html)).toBe(0);
    const inSigns = render(letterOf(kind, game), { language, pictures: undefined }).html;
    expect(sketchesIn(inSigns)).toHaveLength(0);
    expect(boardsIn(inSigns)).toBe(1);
    expect(html).not.toContain('<pre');
  });

  it.each(GAMES)('is answered by links, what most want first: $rules', (game) => {
    const bodies = filledIn(render(letterOf('challenge', game)).html);
    expect(bodies).toEqual([
      'accept 14',
      'decline 14',
      expect.stringMatching(
        hasSizes(game)
          ? /^counter 14, \d+x\d+$/
          : /^counter 14, (?:I begin|opponent begins|a coin decides)$/,
      ),
      `help ${game.rules}`,
      'set accept none',
    ]);
    expect(filledIn(render(letterOf('invitation', game)).html)).toEqual([
      'signup NAME',
      'no',
      `help ${game.rules}`,
    ]);
  });

  it.each([
    ['challenge', 'Accept', 'Decline'],
    ['counter', 'Accept', 'Decline'],
    ['invitation', 'signup NAME', 'No'],
  ] as const)('has a button for a yes and one for a no: %s', (kind, ...labels) => {
    const { html = '' } = render(letterOf(kind, gameOf('forms')));
    const buttons = [...html.matchAll(/class="button".*?<a [^>]*>([^<]*)</gs)];
    expect(buttons.slice(0, 2).map(([, label]) => label)).toEqual(labels);
  });

  it.each(ALL)('is taken with one tap before its rules: $name, $kind, $language', (each) => {
    const { html = '' } = render(letterOf(each.kind, each.game), { language: each.language });
    const button = html.indexOf('class="button"');
    expect(button).toBeGreaterThan(0);
    const [first] = filledIn(html);
    expect(filledIn(html.slice(button))[0]).toBe(first);
    expect(button).toBeLessThan(html.lastIndexOf('class="button"'));
    const rules = templates.description(each.language, `rules-${each.game.rules}`);
    if (rules) expect(html.slice(0, button)).not.toContain(rules.slice(0, 20));
  });

  it.each(GAMES.filter(hasSizes))('is never countered on its own terms: $rules', (game) => {
    for (const side of [6, 8]) {
      const size = { cols: side, rows: side };
      for (const kind of ['challenge', 'counter'] as const) {
        const { text, html } = render(letterOf(kind, game, { size }));
        expect(filledIn(html).find((body) => body.startsWith('counter'))).toMatch(/, \dx\d/);
        expect(text).not.toMatch(new RegExp(`counter \\d+, ${side}x${side}`));
      }
    }
  });

  it('shows a smaller board where its own is too large to look at, and says so', () => {
    for (const game of GAMES) {
      if (!game.start({ cols: 26, rows: 26 }).ok) continue;
      const large = letterOf('challenge', game, { size: { cols: 26, rows: 26 } });
      const { text, html = '' } = render(large);
      expect(text).toContain('Board  26x26');
      expect(text).toContain('So that it fits, a board of 6x6 is drawn here.');
      const alt = expect.stringMatching(/^6x6 board: Black (?:8|1[28]), White (?:8|1[28])$/);
      expect(sketchesIn(html)).toEqual([{ width: 150, height: 150, alt }]);
      for (const size of [game.defaultSize, { cols: 10, rows: 10 }]) {
        const { text: own } = render(letterOf('challenge', game, { size }));
        expect(own).not.toContain('So that it fits');
      }
    }
  });

  it('has a board that leaves room beside it, however high', () => {
    for (const game of GAMES) {
      for (const [cols, rows] of [
        [2, 10],
        [10, 2],
        [10, 10],
      ] as const) {
        const start = game.start({ cols, rows });
        if (!start.ok || game.view(start.value).grid !== 'squares') continue;
        const { html } = render(letterOf('challenge', game, { size: { cols, rows } }));
        const [{ width = 0, height = 0, alt } = {}] = sketchesIn(html);
        const [short, long] = [Math.min(width, height), Math.max(width, height)];
        expect(long).toBeLessThanOrEqual(150);
        expect(long).toBeGreaterThan(130);
        // But for the rim.
        const rim = 12;
        const ratio = Math.min(cols, rows) / Math.max(cols, rows);
        expect((short - rim) / (long - rim)).toBeCloseTo(ratio);
        expect(alt).toMatch(new RegExp(`^${cols}x${rows} board: `));
      }
    }
  });

  const [forms] = GAMES;
  it.each<[Choices, boolean, boolean]>([
    [{}, true, false],
    [{ coordinates: 'no' }, true, false],
    [{ board: 'words' }, false, true],
    [{ board: 'both' }, true, true],
  ])('comes as its reader has set boards: %j', (choices, drawn, inWords) => {
    if (!forms) throw new Error('there is no game');
    for (const kind of ['challenge', 'counter'] as const) {
      const { text, html } = render(letterOf(kind, forms, { choices }));
      expect(sketchesIn(html)).toHaveLength(drawn ? 1 : 0);
      expect(/# O # O/.test(text)).toBe(drawn);
      expect(html).not.toMatch(/# O # O/);
      for (const part of [text, html]) expect(/Rank 8: a Black, b/.test(part ?? '')).toBe(inWords);
      expect(/^ +8 {2}#/m.test(text)).toBe(drawn && choices['coordinates'] !== 'no');
      expect(render(letterOf(kind, forms, { choices: { ...choices, mail: 'text' } })).html).toBe(
        undefined,
      );
    }
  });

  it('stands below the position that it begins from, when that is one of its own', () => {
    const from = { start: 'forms 4x4 .xxw/wxwx/xwxw/wxwx w', board: 12, ply: 1 };
    const facts = { number: 14, challenger: 'bob', comment: '', from } as const;
    const { text, html = '' } = render({
      kind: 'challenge',
      facts: { ...facts, rules: 'forms', cols: 4, rows: 4, first: 'them' },
    });
    expect(text).toContain('  4  . # # O  4\n');
    expect(html.match(/<img [^>]*aria-label=/g)).toHaveLength(15);
    expect(filledIn(html)).toEqual(['accept 14', 'decline 14', 'help forms', 'set accept none']);
  });

  it('leads to the rules where a game has none in two sentences', () => {
    const files = new Map(FILES);
    for (const language of LANGUAGES) {
      const path = `${language}/sentences.json`;
      files.set(path, (FILES.get(path) ?? '').replaceAll('"rules-forms"', '"rules-of-nothing"'));
    }
    const without = makeTemplates(files);
    for (const kind of KINDS) {
      if (!forms) throw new Error('there is no game');
      const { text, html } = renderLetter(letterOf(kind, forms), ALICE, without);
      expect(text).not.toContain('Words of an older version');
      expect(text).toContain('help forms');
      expect(sketchesIn(html)).toHaveLength(1);
    }
  });
});

describe('a letter to a newcomer', () => {
  it.each(LANGUAGES)('shows what comes, and has its first tap at its head: %s', (language) => {
    const { text, html = '' } = render(
      { kind: 'welcome', facts: { userid: 'alice' } },
      { language },
    );
    expect(boardsIn(html)).toBe(1);
    expect(filledIn(html)[0]).toBe('b1xa1');
    expect(filledIn(html)).toContain(templates.inWords(language, 'challenges'));
    // It stands above the board, where it is seen without a search.
    expect(html.indexOf('mailto:')).toBeLessThan(html.indexOf('<table aria-label'));
    expect(text.indexOf('b1xa1')).toBeLessThan(text.indexOf('a b c d'));
  });

  it.each(LANGUAGES)(
    'has a board whose stones are tapped, with and without pictures: %s',
    (language) => {
      const welcome: Message = { kind: 'welcome', facts: { userid: 'alice' } };
      for (const pictures of [ALICE.pictures, undefined]) {
        const { html = '' } = render(welcome, { language, pictures });
        const [board = ''] = /<table aria-label[\s\S]*?<\/table>/.exec(html) ?? [];
        const heads = filledIn(board).map((body) => /^\[(..)\]/.exec(body)?.[1]);
        expect(heads).toEqual(['a4', 'c4', 'b3', 'd3', 'a2', 'c2', 'b1', 'd1']);
        expect(html.slice(html.indexOf(board) + board.length)).toMatch(
          /^\s*<\/div>\s*<p class="soft"[^>]*>(?:Tap one|Tipp auf)/,
        );
      }
      expect(render(welcome, { language, links: false }).html).not.toMatch(
        /body=%5Ba4|Tap one|Tipp auf/,
      );
    },
  );

  it('is offered the match that waits', () => {
    const waiting = { number: 7, challenger: 'bob', rules: 'forms', cols: 6, rows: 6 } as const;
    const letter = (invited: boolean) =>
      render({ kind: 'welcome', facts: { userid: 'alice', waiting: { ...waiting, invited } } });
    expect(filledIn(letter(false).html)[0]).toBe('accept 7');
    expect(letter(false).text).toContain('bob is looking for an opponent: Forms on 6x6.');
    expect(letter(true).text).toContain('bob, who invited you, waits for you: Forms on 6x6.');
  });

  it('shows a stranger a board, and the way in', () => {
    const { text, html = '' } = render({ kind: 'introduction', facts: { userid: 'carol' } });
    expect(boardsIn(html)).toBe(1);
    expect(html).toContain('subject=signup%20carol"');
    expect(html).not.toContain('<pre');
    expect(text).toContain('[#]+');
  });
});
