import { Parser } from 'htmlparser2';
import { htmlLimits } from '../../limits.ts';
import { addTo, type Declarations, parseSheet, parseStyle } from './css.ts';
import { isShown, type Look, lookIn, PAGE, separatesWords } from './look.ts';

type Step = Begin | { readonly is: 'text'; readonly text: string } | { readonly is: 'end' };

interface Begin {
  readonly is: 'begin';
  readonly name: string;
  readonly attributes: Attributes;
}
type Attributes = Readonly<Record<string, string>>;

interface Open {
  readonly name: string;
  readonly look: Look;
  /** Hidden, with all its content. */
  readonly isHidden: boolean;
  /** Shows only its summary. */
  readonly folded: boolean;
}

/**
 * Reduces HTML to what a person sees: text and its elements, without attributes. Removes what elements,
 * attributes and styles hide, and deleted text. One pass over the elements, with style lookup by name:
 * linear time.
 */
export function seenHtml(html: string): string {
  const { steps, css } = stepsOf(html);
  const sheet = parseSheet(css);
  const pieces: string[] = [];
  const open: Open[] = [{ name: '', look: PAGE, isHidden: false, folded: false }];
  /** Number of open elements written; one without visible text of its own waits, as a child may have some. */
  let written = 1;
  const show = (piece: string): void => {
    for (; written < open.length; written++) {
      const { name } = open[written] as Open;
      if (!EMPTY.has(name)) pieces.push(`<${name}>`);
    }
    pieces.push(piece);
  };
  for (const step of steps) {
    const around = open.at(-1) as Open;
    if (step.is === 'begin') {
      const isDeep = open.length > htmlLimits.depth;
      const inside = isDeep ? { ...around, isHidden: true } : openIn(around, step, sheet);
      open.push(inside);
      if (isSeen(inside) || breaksLine(inside))
        show(EMPTY.has(inside.name) ? `<${inside.name}>` : '');
    } else if (step.is === 'text') {
      const isSpace = step.text.trim() === '' && isThere(around) && separatesWords(around.look);
      if (isSpace || isSeen(around)) show(step.text.replace(/[&<>]/g, (sign) => SIGNS[sign] ?? ''));
    } else {
      open.pop();
      if (written <= open.length) continue;
      written = open.length;
      if (!EMPTY.has(around.name)) pieces.push(`</${around.name}>`);
    }
  }
  return pieces.join('');
}

const isThere = ({ isHidden, folded }: Open): boolean => !isHidden && !folded;
const isSeen = (open: Open): boolean => isThere(open) && isShown(open.look);

/** Hidden text still breaks its line, so that words do not run together. */
const breaksLine = (open: Open): boolean => isThere(open) && !RUNS_ON.has(open.name);
/** `hr` too must be visible: as a line of hyphens it would end the new text. */
const RUNS_ON = new Set(['a', 'hr', 'span', 'wbr']);

const SIGNS: Readonly<Record<string, string>> = { '&': '&amp;', '<': '&lt;', '>': '&gt;' };

/** Void elements (HTML, section 13.1.2) that show in text. */
const EMPTY = new Set(['br', 'hr', 'wbr']);

/** Elements not shown in a letter, or not typed text; and deleted text. */
const NOT_SHOWN = new Set(
  (
    'applet audio canvas datalist del embed iframe img input link math meta noembed noframes ' +
    'noscript object rp s script select strike style svg template title video'
  ).split(' '),
);

/** Elements that affect layout, with the name to write; any other is inline. */
const LAID_OUT: ReadonlyMap<string, string> = new Map([
  ...'a article aside blockquote br div footer form h1 h2 h3 h4 h5 h6 header hr li main nav ol p pre section table ul wbr'
    .split(' ')
    .map((name) => [name, name] as const),
  ...['body', 'head', 'html'].map((name) => [name, 'div'] as const),
  ...['plaintext', 'textarea', 'xmp'].map((name) => [name, 'pre'] as const),
]);

const TABLE_PARTS = new Set(['table', 'tbody', 'td', 'tfoot', 'th', 'thead', 'tr']);

function openIn(
  around: Open,
  { name, attributes }: Begin,
  sheet: ReadonlyMap<string, Declarations>,
): Open {
  const isFolded = around.folded && name !== 'summary';
  const gone =
    around.isHidden || isFolded || NOT_SHOWN.has(name) || isHiddenByAttribute(name, attributes);
  const look = gone
    ? undefined
    : lookIn(around.look, declarationsFor(name, attributes, sheet), TABLE_PARTS.has(name));
  return {
    name: LAID_OUT.get(name) ?? 'span',
    look: look ?? around.look,
    isHidden: look === undefined,
    folded: name === 'details' && attributes['open'] === undefined,
  };
}

const isHiddenByAttribute = (name: string, attributes: Attributes): boolean =>
  attributes['hidden'] !== undefined ||
  attributes['popover'] !== undefined ||
  (name === 'dialog' && attributes['open'] === undefined);

/** Presentational attributes, by their property; styles override them. */
const PRESENTING: Readonly<Record<string, string>> = {
  background: 'background-image',
  bgcolor: 'background',
  color: 'color',
  text: 'color',
};

function declarationsFor(
  name: string,
  attributes: Attributes,
  sheet: ReadonlyMap<string, Declarations>,
): Declarations {
  const declarations: Declarations = new Map();
  for (const [attribute, property] of Object.entries(PRESENTING)) {
    const value = attributes[attribute]?.trim().toLowerCase();
    if (value)
      declarations.set(property, {
        value: property === 'background-image' ? 'url' : value,
        weight: -1,
      });
  }
  if (sheet.size > 0) {
    const id = attributes['id']?.trim().toLowerCase();
    const classes = new Set((attributes['class'] ?? '').toLowerCase().split(/\s+/));
    const names = [...[...classes].map((each) => `.${each}`), ...(id ? [`#${id}`] : [])];
    for (const key of ['*', name, ...names, ...names.map((each) => name + each)]) {
      addTo(declarations, sheet.get(key));
    }
  }
  if (attributes['style']) addTo(declarations, parseStyle(attributes['style']));
  return declarations;
}

/** The parser events of a letter, up to a maximum depth, and its style sheets. */
function stepsOf(html: string): { readonly steps: readonly Step[]; readonly css: string } {
  const steps: Step[] = [];
  const sheets: string[] = [];
  let isSheet = false;
  let depth = 0;
  const parser = new Parser({
    onopentag(name, attributes) {
      steps.push({ is: 'begin', name, attributes });
      if (++depth > htmlLimits.open) parser.pause();
      isSheet = name === 'style' && !/\bprint\b/i.test(attributes['media'] ?? '');
    },
    ontext(text) {
      if (isSheet) sheets.push(text);
      else steps.push({ is: 'text', text });
    },
    onclosetag() {
      steps.push({ is: 'end' });
      depth--;
      isSheet = false;
    },
  });
  parser.end(html);
  return { steps, css: sheets.join('') };
}
