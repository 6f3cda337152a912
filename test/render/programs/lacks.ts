import { readFileSync } from 'node:fs';
import { PACKAGE_ROOT } from '../../../src/package-root.ts';

/**
 * What mail programs take out of a letter, from the tables of caniemail. `test/fixtures/caniemail.json`
 * has of each feature the programs that lack it: `no`, or `partly` and the notes that say how.
 */
interface Facts {
  readonly programs: Readonly<Record<string, string>>;
  readonly features: Readonly<Record<string, Readonly<Record<string, string>>>>;
}

export const FACTS: Facts = JSON.parse(
  readFileSync(`${PACKAGE_ROOT}test/fixtures/caniemail.json`, 'utf8'),
);

/** Something that is taken out of a letter before it is looked at. */
export type Lack =
  /** Of the elements that a selector names, or of all; of the values that a pattern names, or of all. */
  | {
      readonly what: 'property';
      readonly name: string;
      readonly of?: string;
      readonly values?: string;
    }
  | { readonly what: 'attribute'; readonly name: string; readonly of?: string }
  | { readonly what: 'sheets' }
  /** What the style sheets say for some screens alone, or for a dark one. */
  | { readonly what: 'media rules' }
  | { readonly what: 'dark rules' }
  /** The body is a box in the program's own page; or what it says of itself is lost. */
  | { readonly what: 'body'; readonly staysAsBox: boolean }
  /** What is wider than its box is cut off. */
  | { readonly what: 'scrolling' }
  | { readonly what: 'pictures' }
  /** It is laid out as pages were before there were standards. */
  | { readonly what: 'doctype' }
  /** Cells inherit no font and no width of their column, and what comments hold for Word is there. */
  | { readonly what: 'as Word' };

/** What is lost with a feature that is neither a property nor an attribute. */
const OTHER_FEATURES: Readonly<Record<string, readonly Lack[]>> = {
  'html-style': [{ what: 'sheets' }],
  'html-body': [{ what: 'body', staysAsBox: false }],
  'html-doctype': [{ what: 'doctype' }],
  'html-meta-color-scheme': [],
  'css-at-media': [{ what: 'media rules' }],
  'css-at-media-prefers-color-scheme': [{ what: 'dark rules' }],
  'css-important': [{ what: 'dark rules' }],
  'css-selector-type': [],
};

type Note = readonly [wording: string, lacks: (name: string) => Lack];

/** The notes that mean something for letters like ours. The others tell of values that we do not use. */
const NOTES: readonly Note[] = [
  ['Only supported on table cells', (name) => property(name, ':not(td, th)')],
  ['Only works on `<table>` elements', (name) => property(name, ':not(table)')],
  ['Only works on the `<table>` tag', (name) => attribute(name, ':not(table)')],
  [
    'on `<body>`, `<span>`, `<div>`, `<p>` or `<img>`',
    (name) => property(name, 'body, span, div, p, img'),
  ],
  ['on `<body>`, `<span>`, `<div>` or `<p>`', (name) => property(name, 'body, span, div, p')],
  ['on `<span>` and `<body>`', (name) => property(name, 'body, span')],
  ['Unreliable if used on a `<p>` or a `<div>`', (name) => property(name, 'p, div')],
  ['`auto` value is not supported', (name) => ({ ...property(name), values: 'auto' })],
  ['Only supports `display:none`', (name) => ({ ...property(name), values: '^(?!none)' })],
  ['`pre` value is not supported', (name) => ({ ...property(name), values: '^pre$' })],
  ['Only supports color keywords', (name) => ({ ...property(name), values: '#|rgb' })],
  ['Cannot scroll through to hidden content', () => ({ what: 'scrolling' })],
  ['Replaced by a `<div>`', () => ({ what: 'body', staysAsBox: true })],
];

const property = (name: string, of?: string): Lack & { what: 'property' } => ({
  what: 'property',
  name,
  ...(of && { of }),
});
const attribute = (name: string, of?: string): Lack => ({
  what: 'attribute',
  name,
  ...(of && { of }),
});

/** What a program lacks, by the name that the facts know it by. */
export const limitProblems = (program: string): readonly Lack[] =>
  Object.entries(FACTS.features).flatMap(([feature, lacking]) => {
    const said = lacking[program];
    if (said === undefined) return [];
    const [, kind, name = ''] = /^(css|html)-(.*)/.exec(feature) ?? [];
    if (said !== 'no') {
      return NOTES.flatMap(([wording, lacks]) => (said.includes(wording) ? [lacks(name)] : []));
    }
    return OTHER_FEATURES[feature] ?? [kind === 'css' ? property(name) : attribute(name)];
  });
