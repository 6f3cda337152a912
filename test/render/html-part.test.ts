import { HtmlValidate } from 'html-validate';
import { describe, expect, it } from 'vitest';
import { board } from '../../sandbox/samples/sample-boards.ts';
import { SAMPLES } from '../../sandbox/samples/samples.ts';
import { COMMANDS } from '../../src/command/text/registry.ts';
import { gameOf, makePosition } from '../../src/engine/registry.ts';
import type { Choices } from '../../src/intent.ts';
import { LANGUAGES } from '../../src/player/settings.ts';
import { renderLetter } from '../../src/render/letter.ts';
import { throwDice } from '../support/run/seed.ts';
import { ALICE, templates } from './reader.ts';

const validator = new HtmlValidate({
  extends: ['html-validate:recommended'],
  rules: {
    // Mail programs drop style sheets, and Word lays tables out by attributes.
    'no-inline-style': 'off',
    'no-deprecated-attr': 'off',
    // And it reads what conditional comments hold.
    'no-conditional-comment': 'off',
  },
});
/** Gmail cuts a letter off beyond this size. */
const GMAIL_BYTES = 100 * 1024;

const parts = SAMPLES.flatMap(([name, message]): [string, string][] => {
  const { html } = renderLetter(message, ALICE, templates);
  return html === undefined ? [] : [[name, html]];
});

const dice = throwDice('HTML parts');

/** In which column of its table each cell with something in it begins. */
function startsOf(row: string): readonly number[] {
  let column = 0;
  return [...row.matchAll(/<(?:td|th)\b([^>]*)>([\s\S]*?)<\/(?:td|th)>/g)].flatMap(
    ([, tag = '', inside]) => {
      const at = column;
      column += Number(/colspan="(\d+)"/.exec(tag)?.[1] ?? 1);
      return inside === '' ? [] : [at];
    },
  );
}

describe('an HTML part', () => {
  it.each(dice.sample(parts, parts.length / 2))(
    'is valid, and small enough: %s',
    async (_, html) => {
      const { results } = await validator.validateString(html);
      const complaints = results.flatMap(({ messages }) =>
        messages.map(({ ruleId, message, line }) => `line ${line}: ${message} (${ruleId})`),
      );
      expect(complaints).toEqual([]);
      expect(Buffer.byteLength(html)).toBeLessThan(GMAIL_BYTES);
      expect(html).not.toContain('undefined');
    },
  );

  it.each(parts)('asks nobody for anything: %s', (_, html) => {
    expect(html).not.toMatch(/https?:|<script|@import|url\(/i);
    const addresses = [...html.matchAll(/(?:src|href)="([^"]*)"/g)].map(([, each]) => each ?? '');
    expect(addresses.filter((each) => !/^(?:mailto|cid):/.test(each))).toEqual([]);
  });

  it('has the letters of columns over the hexes of the first line, and below those of the last', () => {
    const [, html = ''] = parts.find(([name]) => name === 'board-hex') ?? [];
    const table = html.slice(html.indexOf('class="half"'));
    const rows = (table.match(/<tr[\s\S]*?<\/tr>/g) ?? []).map(startsOf);
    const [head = [], first = []] = rows;
    const foot = rows.findIndex(({ length }, at) => at > 1 && length === head.length);
    expect(head).toEqual(first.slice(1, -1));
    expect(rows[foot]).toEqual(rows[foot - 1]?.slice(1, -1));
  });

  it('stays small enough with the record of a very long match on the largest board', () => {
    const start = gameOf('minefield').start({ cols: 26, rows: 26 });
    if (!start.ok) throw new Error(start.error.code);
    // The same stone again and again: no line ever fills.
    const moves = Array.from({ length: 1_501 }, () => 'm13');
    const facts = {
      ...board,
      start: makePosition(start.value),
      moves,
      rules: 'minefield',
    } as const;
    const render = (whole: boolean) =>
      renderLetter({ kind: 'show', facts: { ...facts, whole } }, ALICE, templates);
    const { html = '', text } = render(true);
    expect(Buffer.byteLength(html)).toBeLessThan(GMAIL_BYTES);
    expect(html).toMatch(/The \d{3,4} rounds before these are in the text part of this e-mail\./);
    expect(text.match(/m13/g)?.length).toBeGreaterThanOrEqual(1_501);
    expect(render(false).html).not.toContain('moves before these');
  });

  it('reads aloud what stands on each cell', () => {
    const { html = '' } = renderLetter({ kind: 'board', facts: board }, ALICE, templates);
    const labels = [...html.matchAll(/<img [^>]*alt="([^"]*)"[^>]* aria-label="([^"]*)"/g)].map(
      ([, sign, label]) => ['', label, sign],
    );
    expect(labels.map(([, label]) => label).slice(0, 2)).toEqual([
      'a8 black stone',
      'b8 white stone',
    ]);
    expect(labels.map(([, label]) => label)).toContain('d5 white stone, the last move');
    expect(labels.map(([, label]) => label)).toContain('d4 left empty by the last move');
    // 62 stones after two captures, and the cell that the last one left.
    expect(labels).toHaveLength(61);
    const signs = labels.map(([, label, sign]) => `${label?.split(' ')[1]} ${sign}`);
    expect(new Set(signs)).toEqual(new Set(['black #', 'white O', 'left +']));
  });

  it.each<[Choices, boolean, boolean, boolean]>([
    [{}, true, true, false],
    [{ coordinates: 'no' }, true, false, false],
    [{ board: 'words' }, false, false, true],
    [{ board: 'both' }, true, true, true],
    [{ board: 'picture' }, true, false, false],
  ])('shows the board as its reader has set it: %j', (choices, drawn, around, inWords) => {
    const message = { kind: 'board', facts: { ...board, choices } } as const;
    const { html = '' } = renderLetter(message, ALICE, templates);
    expect(html.includes('<img ')).toBe(drawn);
    expect(/<th scope="col"[^>]*>a<\/th>/.test(html)).toBe(around);
    expect(html.includes('Rank 8: a\u00a0Black, b\u00a0White')).toBe(inWords);
  });

  it('leaves the direction of what players write to their words, line by line', () => {
    const text = '\u05e9\u05dc\u05d5\u05dd\n\n<i>e4</i> & "co"';
    const message = { kind: 'board', facts: { ...board, comment: { by: 'bob', text } } } as const;
    const { html = '' } = renderLetter(message, ALICE, templates);
    const lines = [...html.matchAll(/<div dir="auto"[^>]*>(.*)<\/div>/g)].map(([, line]) => line);
    expect(lines).toEqual([
      '\u05e9\u05dc\u05d5\u05dd',
      '<br>',
      '&lt;i&gt;e4&lt;/i&gt; &amp; &quot;co&quot;',
    ]);
  });

  it('has an arrow where the text has one of two signs', () => {
    const [, over] = SAMPLES.find(([name]) => name === 'board-over') ?? [];
    if (!over) throw new Error('no such kind');
    const { text, html = '' } = renderLetter(over, ALICE, templates);
    expect(text).toMatch(/alice \d+ -> \d+/);
    expect(html).toMatch(/alice \d+ &#8594; \d+/);
    expect(html).not.toContain('-&gt;');
  });

  it('says every word of the text part', () => {
    const words = (text: string) => text.match(/[\p{L}\p{N}]{2,}/gu) ?? [];
    const seen = (html: string) =>
      html
        .replace(/<style>.*?<\/style>/gs, '')
        .replace(/<[^>]*>/g, ' ')
        .replace(/&[a-z0-9#]+;/g, ' ');
    for (const [name, message] of dice.sample(SAMPLES, SAMPLES.length / 2)) {
      const { text, html } = renderLetter(message, ALICE, templates);
      if (html === undefined || name === 'first' || name.startsWith('board')) continue;
      const missing = words(text).filter((word) => !seen(html).includes(word));
      expect({ name, missing }).toEqual({ name, missing: [] });
    }
    expect(COMMANDS.length).toBeGreaterThan(40);
  });
});

describe('what is typed', () => {
  it.each(LANGUAGES)('is not broken behind its hyphen: %s', (language) => {
    const bare = /(?:[\s([]|^)-[a-z]+(?:=|\b)|forms-original|\d{4}-\d\d-|[\s(][a-z]\d+-[a-z]\d/;
    for (const [name, message] of SAMPLES) {
      const { html = '' } = renderLetter(message, { ...ALICE, language }, templates);
      expect(html, name).not.toContain('nowrap"><span');
      const body = html
        .slice(html.indexOf('<div class="page"'))
        .replace(/<span style="white-space:nowrap">[^<]*<\/span>/g, '');
      for (const [words] of body.matchAll(/(?<=>)[^<]+(?=<)/g))
        expect(words, name).not.toMatch(bare);
    }
  });

  it('keeps its words as they are', () => {
    const section = {
      understood: 'challenge bob forms-original -size=6x6 [-nag=7d] a1-b1',
      says: [],
    };
    const { html } = renderLetter(
      { kind: 'answer', facts: { sections: [section] } },
      ALICE,
      templates,
    );
    const kept = (option: string) => `<span style="white-space:nowrap">${option}</span>`;
    const [rules, size, nag, move] = ['-original', '-size=6x6', '-nag=7d]', '-b1'].map(kept);
    expect(html).toContain(`bob forms${rules} ${size} [${nag} a1${move}</p>`);
  });
});

describe('the moves below a board', () => {
  it('stand in lines that begin with a move, and end with one', () => {
    const small = { ...board, start: 'forms 4x4 xwxw/wxwx/xwxw/wxwx x', moves: [] };
    const { html = '' } = renderLetter({ kind: 'board', facts: small }, ALICE, templates);
    const rows = [
      ...html.matchAll(
        /<td[^>]*>\n(<a href="[^"]*" style="color:#7c4305[^"]*">[a-h][\s\S]*?)<\/td>/g,
      ),
    ];
    expect(rows).toHaveLength(8);
    for (const [, row = ''] of rows) {
      const between = row.trimEnd().split(/<a [^>]*>[^<]*<\/a>/);
      // Hard blanks go with the move before them, and the line may break behind them.
      expect(new Set(between.slice(1, -1))).toEqual(new Set(['&#160;&#160;\n']));
      expect([between[0], between.at(-1)]).toEqual(['', '']);
    }
  });
});
