/** A declared value. The one with the greatest weight applies. */
interface DeclaredValue {
  readonly value: string;
  readonly weight: number;
}

/** By property; shorthands under their relevant property. */
export type Declarations = Map<string, DeclaredValue>;

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

/** The properties that may hide text, each with the property as which it counts. */
const PROPERTIES: ReadonlyMap<string, string> = new Map([
  ...(
    'background background-image bottom color display font-size height left line-height margin ' +
    'max-height max-width mso-hide opacity overflow right text-decoration text-indent top visibility width'
  )
    .split(' ')
    .map((name) => [name, name] as const),
  ...Object.entries(SHORTHANDS),
]);

/**
 * A weight in the cascade (CSS Cascading, section 6) is the index of the selector's kind times `STEP`, plus the order
 * of the declaration, plus `IMPORTANT` if it is important.
 */
const STEP = 2 ** 20;
const SELECTOR_KINDS: readonly string[] = ['*', 'p', '.', 'p.', '#', 'p#'];
const INLINE = SELECTOR_KINDS.length;
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

function put(declarations: Declarations, property: string, declared: DeclaredValue): void {
  const before = declarations.get(property);
  if (!before || before.weight <= declared.weight) declarations.set(property, declared);
}

const weighed = (declarations: Declarations, more: number): Declarations =>
  new Map(
    [...declarations].map(([property, { value, weight }]) => [
      property,
      { value, weight: weight + more },
    ]),
  );

export function addTo(all: Declarations, more: Declarations | undefined): void {
  for (const [property, declared] of more ?? []) put(all, property, declared);
}

interface Block {
  /** The selectors of a rule that counts; else none. */
  readonly keys: readonly string[];
  readonly declarations: Declarations;
  /** Rules within it count. */
  readonly rulesApply: boolean;
}

/**
 * Parses a style sheet in one pass: its rules with simple selectors, without those for some media or mail programs
 * only.
 *
 * @returns declarations by selector: `*`, `p`, `.x`, `p.x`, `#x`, `p#x`, in lower case
 */
export function parseSheet(css: string): ReadonlyMap<string, Declarations> {
  const sheet = new Map<string, Declarations>();
  const blocks: Block[] = [];
  let order = 0;
  for (const [, written = '', sign] of plainCss(css).matchAll(/([^{};]*)([{};]|$)/g)) {
    if (sign === '{') {
      blocks.push(openBlock(written.trim(), blocks.at(-1)?.rulesApply ?? true));
      continue;
    }
    const around = blocks.at(-1);
    if (around && around.keys.length > 0) declare(around.declarations, written, order++);
    if (sign === ';') continue;
    blocks.pop();
    if (around) closeBlock(sheet, around);
  }
  for (const block of blocks) closeBlock(sheet, block);
  return sheet;
}

/** Blocks whose rules count for every mail program on a screen. */
const ALWAYS = /^@(?:layer\b|media ?(?:only )?(?:all|screen)?$)/;

function openBlock(written: string, counts: boolean): Block {
  const keys = counts && !written.startsWith('@') ? written.split(',').flatMap(keyOf) : [];
  return { keys, declarations: new Map(), rulesApply: counts && ALWAYS.test(written) };
}

const SIMPLE = /^(\*|[^\s*.#:>+~[\]()&]+)?([.#][^\s*.#:>+~[\]()&]+)?$/;

function keyOf(selector: string): readonly string[] {
  const [, tag = '', name = ''] = SIMPLE.exec(selector.trim()) ?? [];
  const key = name === '' ? tag : (tag === '*' ? '' : tag) + name;
  return key === '' ? [] : [key];
}

function closeBlock(sheet: Map<string, Declarations>, { keys, declarations }: Block): void {
  for (const key of keys) {
    const kind = key.replace(/^[^*.#]+/, 'p').replace(/(?<=[.#]).*$/s, '');
    const before = sheet.get(key) ?? new Map();
    addTo(before, weighed(declarations, STEP * SELECTOR_KINDS.indexOf(kind)));
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
