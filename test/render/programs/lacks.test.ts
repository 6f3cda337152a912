import { describe, expect, it } from 'vitest';
import { SAMPLES } from '../../../sandbox/samples/samples.ts';
import { throwDice } from '../../support/run/seed.ts';
import { COLUMNS } from './columns.ts';
import { FACTS, type Lack, limitProblems } from './lacks.ts';
import { shownLetters } from './letters.ts';

/** What the tables say nothing of, or only under another name. */
const UNLISTED = new Set(
  [
    // Properties that are as old as CSS, and what only Word knows.
    'css: color font-family text-indent mso-hide supported-color-schemes',
    'html: a b br col colgroup h1 h2 html head li meta td tbody th title tr ul',
    // Attributes as old as HTML, and what only a person at a keyboard or with a screen reader has of it.
    'html: bgcolor border charset class clear colspan content href link name scope src alt tabindex vlink',
  ].flatMap((line) => {
    const [kind, names = ''] = line.split(': ');
    return names.split(' ').map((name) => `${kind}-${name}`);
  }),
);
/** Under which name the tables have what they have under another. */
const LISTED_AS: Readonly<Record<string, string>> = {
  'html-h1': 'html-h1-h6',
  'html-h2': 'html-h1-h6',
  'html-b': 'html-strong',
  'html-ul': 'html-lists',
  'html-li': 'html-lists',
};
const isPartOf = (name: string, whole: string): boolean =>
  name === whole || name.startsWith(`${whole}-`);

const dice = throwDice('what letters are made of');

describe('the tables of what mail programs lack', () => {
  it('know everything that letters are made of', async () => {
    const used = new Set<string>();
    for (const { html } of await shownLetters(dice.sample(SAMPLES, 30))) {
      const seen = html.replace(/<!--.*?-->/gs, '');
      for (const [, name = '', attributes = ''] of seen.matchAll(/<([a-z][a-z0-9]*)([^>]*)>/g)) {
        used.add(`html-${name}`);
        for (const [, attribute = '', value = ''] of attributes.matchAll(/ ([a-z-]+)="([^"]*)"/g)) {
          if (attribute !== 'style') used.add(`html-${attribute}`);
          else for (const each of value.split(';')) used.add(`css-${each.split(':')[0]}`);
        }
      }
    }
    const listed = Object.keys(FACTS.features);
    const unknown = [...used].filter((name) => {
      const known = LISTED_AS[name] ?? name;
      return !UNLISTED.has(name) && !listed.some((feature) => isPartOf(known, feature));
    });
    expect(unknown, 'look them up, and add them to test/fixtures/caniemail.json').toEqual([]);
    expect(used.size).toBeGreaterThan(25);
  });

  it('are made into what is taken out, of all elements or of some', () => {
    const word = limitProblems('outlook-word');
    const wants: readonly Lack[] = [
      { what: 'property', name: 'padding', of: ':not(td, th)' },
      { what: 'property', name: 'max-width', of: ':not(table)' },
      { what: 'property', name: 'white-space' },
      { what: 'property', name: 'margin', values: 'auto' },
      { what: 'doctype' },
    ];
    for (const lack of wants) expect(word).toContainEqual(lack);
    expect(limitProblems('gmx')).toContainEqual({ what: 'sheets' });
    expect(limitProblems('gmail-phone')).toContainEqual({ what: 'scrolling' });
    expect(limitProblems('gmail-web')).toContainEqual({ what: 'body', staysAsBox: true });
  });

  it('are looked at for every program in them', () => {
    const looked = COLUMNS.map(({ lacks }) => JSON.stringify(lacks));
    for (const program of Object.keys(FACTS.programs)) {
      const lacks = JSON.stringify(limitProblems(program)).slice(1, -1);
      expect(
        looked.some((each) => each.includes(lacks)),
        program,
      ).toBe(true);
    }
  });
});
