/** A declared value. The one with the greatest weight applies. */
interface Said {
  readonly value: string;
  readonly weight: number;
}

/** By property; shorthands under their relevant property. */
export type Declarations = Map<string, Said>;

/** Declarations by selector: `*`, `p`, `.x`, `p.x`, `#x`, `p#x`, in lower case. */
export type StyleSheet = ReadonlyMap<string, Declarations>;

/** Values are truncated to this length. */
const VALUE_CHARS_MAX = 200;

/** Properties that count as another one. */
const SHORTHANDS: Readonly<Record<string, string>> = {
  '-webkit-text-fill-color': 'color',
  'background-color': 'background',
  font: 'font-size',
  'margin-left': 'margin',
  'overflow-x': 'overflow',
  'overflow-y': 'overflow',
  'text-decoration-line': 'text-decoration',
};

/** The properties that may hide text, by the one as which they count. */
const PROPERTIES: ReadonlyMap<string, string> = new Map([
  ...(
    'background background-image bottom color display font-size height left line-height margin ' +
    'max-height max-width mso-hide opacity overflow right text-decoration text-indent top visibility width'
  )
    .split(' ')
    .map((name) => [name, name] as const),
  ...Object.entries(SHORTHANDS),
]);

/** The weights of the cascade (CSS Cascading, section 6), in ascending order. */
const STEP = 2 ** 20;
const KINDS: readonly string[] = ['*', 'p', '.', 'p.', '#', 'p#'];
const INLINE = KINDS.length;
const IMPORTANT = STEP * (INLINE + 2);

export function parseStyle(text: string): Declarations {
  const declarations: Declarations = new Map();
  for (const declaration of plainCss(text).split(';')) declare(declarations, declaration, 0);
  return weighed(declarations, INLINE * STEP);
}

/** Adds a declaration, unless one of greater weight exists. */
function declare(declarations: Declarations, declaration: string, order: number): void {
  const colon = declaration.indexOf(':');
  if (colon < 0) return;
  const property = PROPERTIES.get(declaration.slice(0, colon).trim());
  if (property === undefined) return;
  const written = declaration.slice(colon + 1, colon + 1 + VALUE_CHARS_MAX).trim();
  const value = written.replace(/! ?important$/, '').trimEnd();
  put(declarations, property, { value, weight: order + (value === written ? 0 : IMPORTANT) });
}

function put(declarations: Declarations, property: string, said: Said): void {
  const before = declarations.get(property);
  if (!before || before.weight <= said.weight) declarations.set(property, said);
}

const weighed = (declarations: Declarations, more: number): Declarations =>
  new Map(
    [...declarations].map(([property, { value, weight }]) => [
      property,
      { value, weight: weight + more },
    ]),
  );

export function addTo(all: Declarations, more: Declarations | undefined): void {
  for (const [property, said] of more ?? []) put(all, property, said);
}

interface Block {
  /** The selectors of a rule; empty for an @-rule. */
  readonly keys: readonly string[];
  readonly declarations: Declarations;
  /** Conditional: only its hiding declarations apply. */
  readonly loose: boolean;
  /** Does not concern text on a screen. */
  readonly skipped: boolean;
}

/**
 * Parses a style sheet in one pass, as far as its selectors are simple. From conditional blocks and
 * compound selectors, only hiding declarations for classes and ids apply: text that some readers may not
 * see is not executed.
 *
 * @param hides whether a declaration alone hides text
 */
export function parseSheet(
  css: string,
  hides: (property: string, value: string) => boolean,
): StyleSheet {
  const sheet = new Map<string, Declarations>();
  const blocks: Block[] = [];
  let order = 0;
  for (const [, written = '', sign] of plainCss(css).matchAll(/([^{};]*)([{};]|$)/g)) {
    const around = blocks.at(-1);
    if (sign === '{') {
      blocks.push(openBlock(written.trim(), around));
      continue;
    }
    if (around && around.keys.length > 0) declare(around.declarations, written, order++);
    if (sign === ';') continue;
    const block = blocks.pop();
    if (block) closeBlock(sheet, block, hides);
  }
  for (const block of blocks) closeBlock(sheet, block, hides);
  return sheet;
}

const GROUP = /^@(?:media|supports|layer|container|scope|document|starting-style)\b/;
/** Queries that are true for every mail program on a screen. */
const ALWAYS = /^@(?:layer\b|media ?(?:only )?(?:all|screen)?$)/;
const ON_PAPER = /^@media ?(?:only )?(?:print|speech)\b[^,]*$/;

function openBlock(written: string, around: Block | undefined): Block {
  const isRule = !written.startsWith('@');
  const inRule = (around?.keys.length ?? 0) > 0;
  const loose = (around?.loose ?? false) || inRule || (!isRule && !ALWAYS.test(written));
  const skipped =
    (around?.skipped ?? false) || (!isRule && (!GROUP.test(written) || ON_PAPER.test(written)));
  const keys = isRule && !skipped ? written.split(',').flatMap((one) => keyOf(one, loose)) : [];
  return { keys, declarations: new Map(), loose, skipped };
}

/** Marks a key of which only hiding declarations apply. */
const LOOSE = '~';
const SIMPLE = /^(\*|[^\s*.#:>+~[\]()&]+)?([.#][^\s*.#:>+~[\]()&]+)?$/;

/** The key of a simple selector; of a compound one that of its last part, if not just a tag. */
function keyOf(selector: string, loose: boolean): readonly string[] {
  const words = selector.trim().split(/[\s>+~]+/);
  const [, tag = '', name = ''] = SIMPLE.exec(words.at(-1) ?? '') ?? [];
  if (tag === '' && name === '') return [];
  const key = name === '' ? tag : (tag === '*' ? '' : tag) + name;
  if (!loose && words.length === 1) return [key];
  return name === '' ? [] : [LOOSE + key];
}

function closeBlock(
  sheet: Map<string, Declarations>,
  { keys, declarations }: Block,
  hides: (property: string, value: string) => boolean,
): void {
  const hiding: Declarations = new Map(
    [...declarations].filter(([property, { value }]) => hides(property, value)),
  );
  for (const each of keys) {
    const isLoose = each.startsWith(LOOSE);
    const key = isLoose ? each.slice(LOOSE.length) : each;
    const kind = key.replace(/^[^*.#]+/, 'p').replace(/(?<=[.#]).*$/s, '');
    const more = STEP * KINDS.indexOf(kind);
    const before = sheet.get(key) ?? new Map();
    addTo(before, weighed(isLoose ? hiding : declarations, more));
    sheet.set(key, before);
  }
}

/** Normalizes CSS: lower case, no comments or strings, escapes decoded, blanks collapsed. */
function plainCss(css: string): string {
  const pieces: string[] = [];
  const begins = /\/\*|["']|\\./gs;
  let at = 0;
  while (at < css.length) {
    begins.lastIndex = at;
    const found = begins.exec(css);
    pieces.push(css.slice(at, found?.index));
    if (!found) break;
    const [begun] = found;
    const isEscape = begun.startsWith('\\');
    at = isEscape ? found.index + begun.length : endOf(css, found.index, begun);
    if (begun !== '"' && begun !== "'") pieces.push(isEscape ? begun : ' ');
  }
  return pieces
    .join('')
    .replace(/<!--|-->/g, ' ')
    .replace(/\\(?:([0-9a-f]{1,6})\s?|([^\n]))/gi, (_, hex?: string, char = '') =>
      hex === undefined ? char : characterOf(Number.parseInt(hex, 16)),
    )
    .replace(/\s+/g, ' ')
    .toLowerCase();
}

const characterOf = (code: number): string =>
  code > 0 && code <= 0x10ffff ? String.fromCodePoint(code) : '\ufffd';

/** The end of a comment or a string: its quote, or the line's end. */
function endOf(css: string, from: number, begun: string): number {
  if (begun === '/*') {
    const end = css.indexOf('*/', from + 2);
    return end < 0 ? css.length : end + 2;
  }
  for (let at = from + 1; at < css.length; at++) {
    if (css[at] === '\\') at++;
    else if (css[at] === begun || css[at] === '\n') return at + 1;
  }
  return css.length;
}
