import type { Declarations } from './css.ts';

/** The style of an element's text, as far as it may hide it. */
export interface Look {
  readonly visible: boolean;
  readonly fontPx: number;
  /** Lines have a visible height. */
  readonly tall: boolean;
  /** Lines begin on screen. */
  readonly near: boolean;
  /** The color of the text; undefined if unknown. */
  readonly ink: Color | undefined;
  /** The color behind it; undefined if unknown. */
  readonly paper: Color | undefined;
}

export const PAGE: Look = {
  visible: true,
  fontPx: 16,
  tall: true,
  near: true,
  ink: [0, 0, 0],
  paper: [255, 255, 255],
};

/** Size below which text is hidden: zero, and one pixel or point. */
const SEEN_PX_MIN = 2;
/** Offset to the left or up beyond which text is hidden; Word's hanging lists use 24. */
const AWAY_PX = 100;
/** Offset to the right or down beyond which text is hidden. */
const FAR_PX = 2_000;

export const isShown = ({ visible, fontPx, tall, near, ink, paper }: Look): boolean =>
  visible &&
  tall &&
  near &&
  fontPx >= SEEN_PX_MIN &&
  ink !== CLEAR &&
  !(ink !== undefined && paper !== undefined && areAlike(ink, paper));

/** Whether a blank in this look separates words, even if its text is hidden. */
export const separatesWords = ({ tall, fontPx }: Look): boolean => tall && fontPx >= SEEN_PX_MIN;

/**
 * The look of a nested element.
 *
 * @param isTable a part of a table, where height and width are minimums
 * @returns undefined when the element and its content are hidden
 */
export function lookIn(around: Look, style: Declarations, isTable: boolean): Look | undefined {
  const value = (property: string): string => style.get(property)?.value ?? '';
  const fontPx = fontIn(around.fontPx, value('font-size'));
  const isCut = /hidden|clip/.test(value('overflow'));
  for (const [property, { value: text }] of style) {
    if (property === 'margin' || property === 'text-indent') continue;
    if (SIZES.has(property) && isTable && !isCut) continue;
    if (removes(property, text, fontPx)) return undefined;
  }
  if (isAway(value('margin'), fontPx)) return undefined;
  const paper = paperOf(value('background'), value('background-image'), around);
  const indent = style.get('text-indent');
  const line = style.get('line-height')?.value ?? lineOfFont(value('font-size'));
  return {
    visible: style.has('visibility') ? isVisible(value('visibility'), around) : around.visible,
    fontPx,
    tall: line === undefined ? around.tall : isTall(line, fontPx, around),
    near: indent ? !isAway(indent.value, fontPx) : around.near,
    ink: style.has('color') ? inkOf(value('color'), around) : around.ink,
    paper,
  };
}

const SIZES = new Set(['height', 'max-height', 'max-width', 'width']);
const OFFSETS = new Set(['bottom', 'left', 'right', 'top']);

function removes(property: string, value: string, fontPx: number): boolean {
  if (SIZES.has(property)) return (px(value, fontPx, PERCENT_PX) ?? FAR_PX) < SEEN_PX_MIN;
  if (OFFSETS.has(property)) return isAway(value, fontPx);
  switch (property) {
    case 'display':
      return value === 'none';
    case 'mso-hide':
      return value === 'all' || value === 'screen';
    case 'text-decoration':
      return value.includes('line-through');
    case 'opacity':
      return Number.parseFloat(value) * (value.endsWith('%') ? 0.01 : 1) < OPACITY_MIN;
    default:
      return false;
  }
}

/** Whether a length moves text out of sight. */
const isAway = (value: string, fontPx: number): boolean =>
  value.split(' ').some((word) => {
    const length = px(word, fontPx, PERCENT_PX) ?? 0;
    return length <= -AWAY_PX || length >= FAR_PX;
  });

const isVisible = (value: string, around: Look): boolean =>
  value === 'inherit' ? around.visible : value !== 'hidden' && value !== 'collapse';

const SIZE_NAMES: ReadonlyMap<string, number> = new Map(
  Object.entries({
    'xx-small': 9,
    'x-small': 10,
    small: 13,
    medium: 16,
    large: 18,
    'x-large': 24,
    'xx-large': 32,
    'xxx-large': 48,
    initial: 16,
  }),
);

/** Parses a font size, also in the shorthand: in `700 12px/1.2 sans-serif` a bare number is a weight. */
function fontIn(aroundPx: number, value: string): number {
  const words = value.split(' ');
  for (const word of words) {
    const [size = ''] = word.split('/');
    if (words.length > 1 && /^[1-9]\d*$/.test(size)) continue;
    const sizePx = SIZE_NAMES.get(size) ?? px(size, aroundPx, aroundPx / 100);
    if (sizePx !== undefined) return sizePx;
  }
  return aroundPx;
}

const lineOfFont = (value: string): string | undefined => /\/ ?(\S+)/.exec(value)?.[1];

/** A height without a unit is a multiple of the font size. */
function isTall(value: string, fontPx: number, around: Look): boolean {
  if (value === 'inherit') return around.tall;
  const length = /^[\d.]+$/.test(value) ? Number(value) * fontPx : px(value, fontPx, fontPx / 100);
  return length === undefined || fontPx < SEEN_PX_MIN || length >= SEEN_PX_MIN;
}

function inkOf(value: string, around: Look): Color | undefined {
  if (['currentcolor', 'inherit', 'revert', 'unset'].includes(value)) return around.ink;
  return parseColor(value);
}

/** The color behind the text; undefined for a picture. */
function paperOf(value: string, image: string, around: Look): Color | undefined {
  if (/url|gradient/.test(value) || /url|gradient/.test(image)) return undefined;
  if (value === '') return around.paper;
  const found = (value.match(/#[0-9a-f]+|[\w-]+\([^()]*\)|[\w-]+/g) ?? [])
    .filter((word) => !BACKGROUND_WORDS.has(word))
    .map(parseColor)
    .find((color) => color !== undefined);
  // An unknown function, such as `var()` or `oklch()`: unknown color.
  if (found === undefined) return /\w\(/.test(value) ? undefined : around.paper;
  return found === CLEAR ? around.paper : found;
}

/** Keywords of a background that are no colors (CSS Backgrounds, section 2.10). */
const BACKGROUND_WORDS = new Set(
  (
    'auto border-box bottom center contain content-box cover fixed left local no-repeat none ' +
    'padding-box repeat repeat-x repeat-y right round scroll space top'
  ).split(' '),
);

/** One percent of a window of 800 pixels. */
const PERCENT_PX = 8;
const UNITS_PX: ReadonlyMap<string, number> = new Map(
  Object.entries({
    px: 1,
    pt: 4 / 3,
    pc: 16,
    in: 96,
    cm: 96 / 2.54,
    mm: 9.6 / 2.54,
    q: 2.4 / 2.54,
    rem: 16,
    vw: PERCENT_PX,
    vh: PERCENT_PX,
    vmin: PERCENT_PX,
    vmax: PERCENT_PX,
  }),
);

/** A length in pixels; undefined if it is none or must be computed. */
function px(text: string, fontPx: number, percentPx: number): number | undefined {
  const [, written, unit = ''] =
    /^([+-]?(?:\d+(?:\.\d*)?|\.\d+)(?:e[+-]?\d+)?)([a-z]+|%)?$/.exec(text.trim()) ?? [];
  if (written === undefined) return undefined;
  const number = Number(written);
  if (unit === '%') return number * percentPx;
  if (unit === '') return number;
  const each =
    unit === 'em' ? fontPx : unit === 'ex' || unit === 'ch' ? fontPx / 2 : UNITS_PX.get(unit);
  return each === undefined ? undefined : number * each;
}

/** Red, green and blue of 0 to 255; or what is written for an unknown or translucent color. */
type Color = readonly [number, number, number] | string;

/** Fully or nearly transparent. */
const CLEAR = 'transparent';
/** Opacity below which nothing is visible. */
const OPACITY_MIN = 0.1;
/** Channel difference below which colors look equal. */
const NEAR = 16;

/** The sixteen colors of HTML, and near-white ones. */
const NAMES: ReadonlyMap<string, string> = new Map(
  `aliceblue #f0f8ff, aqua #0ff, azure #f0ffff, black #000, blue #00f, cyan #0ff, floralwhite #fffaf0,
  fuchsia #f0f, ghostwhite #f8f8ff, gray #808080, green #008000, grey #808080, ivory #fffff0, lime #0f0,
  magenta #f0f, maroon #800000, mintcream #f5fffa, navy #000080, olive #808000, purple #800080, red #f00,
  silver #c0c0c0, snow #fffafa, teal #008080, white #fff, whitesmoke #f5f5f5, yellow #ff0`
    .split(/,\s+/)
    .map((each) => each.split(' ') as [string, string]),
);

/**
 * Parses a color of a declaration or an attribute, in lower case.
 *
 * @returns undefined if unknown: a variable, a keyword such as `inherit`
 */
function parseColor(text: string): Color | undefined {
  const value = text.trim();
  if (value === CLEAR) return CLEAR;
  const hex = /^#?([0-9a-f]{3,4}|[0-9a-f]{6}|[0-9a-f]{8})$/.exec(NAMES.get(value) ?? value)?.[1];
  if (hex !== undefined) return fromHex(hex);
  const [, inside] = /^rgba?\(([^()]*)\)$/.exec(value) ?? [];
  if (inside !== undefined) return fromRgb(inside);
  return /^[a-z]+$/.test(value) && !NO_COLORS.has(value) ? value : undefined;
}

const NO_COLORS = new Set('currentcolor inherit initial none revert unset windowtext'.split(' '));

function fromHex(hex: string): Color {
  const digits = hex.length < 6 ? [...hex].map((digit) => digit + digit) : (hex.match(/../g) ?? []);
  const [red = 0, green = 0, blue = 0, alpha = 255] = digits.map((two) => Number.parseInt(two, 16));
  return withAlpha([red, green, blue], alpha / 255, hex);
}

const withAlpha = (color: Color, alpha: number, written: string): Color =>
  alpha < OPACITY_MIN ? CLEAR : alpha < 1 ? written : color;

/** `255, 255, 255, 50%` */
function fromRgb(inside: string): Color | undefined {
  const words = inside.split(/[\s,/]+/).filter((word) => word !== '');
  const [red, green, blue, alpha = 1] = words.map((word, at) => {
    const whole = at < 3 ? 255 : 1;
    return Number.parseFloat(word) * (word.endsWith('%') ? whole / 100 : 1);
  });
  if (red === undefined || green === undefined || blue === undefined) return undefined;
  if ([red, green, blue, alpha].some(Number.isNaN)) return undefined;
  return withAlpha([red, green, blue], alpha, inside);
}

/** Whether text of one color is unreadable on a background of the other. */
function areAlike(one: Color, other: Color): boolean {
  if (typeof one === 'string' || typeof other === 'string') return one === other;
  return [0, 1, 2].every((at) => Math.abs((one[at] ?? 0) - (other[at] ?? 0)) < NEAR);
}
