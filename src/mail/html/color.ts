/** Red, green and blue of 0 to 255, and opacity of 0 to 1, by default 1; or the name of an unknown color. */
export type Color = readonly [number, number, number, number?] | string;

/** Fully or nearly transparent. */
export const CLEAR = 'transparent';
/** Opacity below which nothing is visible. */
export const OPACITY_MIN = 0.1;
/** Channel difference below which colors look equal. */
const NEAR = 16;

/** The sixteen colors of HTML, and near-white ones. */
const NAMES: ReadonlyMap<string, string> = new Map(
  Object.entries({
    aliceblue: '#f0f8ff',
    aqua: '#00ffff',
    azure: '#f0ffff',
    black: '#000000',
    blue: '#0000ff',
    cyan: '#00ffff',
    floralwhite: '#fffaf0',
    fuchsia: '#ff00ff',
    ghostwhite: '#f8f8ff',
    gray: '#808080',
    green: '#008000',
    grey: '#808080',
    ivory: '#fffff0',
    lime: '#00ff00',
    magenta: '#ff00ff',
    maroon: '#800000',
    mintcream: '#f5fffa',
    navy: '#000080',
    olive: '#808000',
    purple: '#800080',
    red: '#ff0000',
    silver: '#c0c0c0',
    snow: '#fffafa',
    teal: '#008080',
    white: '#ffffff',
    whitesmoke: '#f5f5f5',
    yellow: '#ffff00',
  }),
);

/**
 * Parses a color of a declaration or an attribute, in lower case.
 *
 * @returns undefined if unknown: a variable, a keyword such as `inherit`
 */
export function parseColor(text: string): Color | undefined {
  const value = text.trim();
  if (value === CLEAR) return CLEAR;
  const hex = /^#?([0-9a-f]{3,4}|[0-9a-f]{6}|[0-9a-f]{8})$/.exec(NAMES.get(value) ?? value)?.[1];
  if (hex !== undefined) return fromHex(hex);
  const [, kind, inside = ''] = /^(rgb|hsl)a?\(([^()]*)\)$/.exec(value) ?? [];
  if (kind !== undefined) return fromFunction(kind, inside);
  return /^[a-z]+$/.test(value) && !NO_COLORS.has(value) ? value : undefined;
}

const NO_COLORS = new Set([
  'currentcolor',
  'inherit',
  'initial',
  'none',
  'revert',
  'unset',
  'windowtext',
]);

function fromHex(hex: string): Color {
  const digits = hex.length < 6 ? [...hex].map((digit) => digit + digit) : (hex.match(/../g) ?? []);
  const [red = 0, green = 0, blue = 0, alpha = 255] = digits.map((two) => Number.parseInt(two, 16));
  return alpha < OPACITY_MIN * 255 ? CLEAR : [red, green, blue, alpha / 255];
}

/** `rgb(255, 255, 255, 50%)`, `hsl(0deg 0% 100% / 1)`. */
function fromFunction(kind: string, inside: string): Color | undefined {
  const words = inside.split(/[\s,/]+/).filter((word) => word !== '');
  const numbers = words.map(Number.parseFloat);
  if (numbers.length < 3 || numbers.some(Number.isNaN)) return undefined;
  const share = (at: number) => ((words[at] ?? '').endsWith('%') ? 0.01 : 1) * (numbers[at] ?? 1);
  const alpha = words.length > 3 ? Math.min(share(3), 1) : 1;
  if (alpha < OPACITY_MIN) return CLEAR;
  const [one = 0, two = 0, three = 0] = numbers;
  if (kind === 'hsl') return [...fromHsl(one, two / 100, three / 100), alpha];
  const level = (at: number) => ((words[at] ?? '').endsWith('%') ? 255 * share(at) : share(at));
  return [level(0), level(1), level(2), alpha];
}

function fromHsl(
  hue: number,
  saturation: number,
  lightness: number,
): readonly [number, number, number] {
  const strength = saturation * Math.min(lightness, 1 - lightness);
  const level = (turn: number) => {
    const at = (((turn + hue / 30) % 12) + 12) % 12;
    return 255 * (lightness - strength * Math.max(-1, Math.min(at - 3, 9 - at, 1)));
  };
  return [level(0), level(8), level(4)];
}

/** Whether text of one color is unreadable on a ground of the other. */
export function areAlike(one: Color, other: Color): boolean {
  if (typeof one === 'string' || typeof other === 'string') return one === other;
  return [0, 1, 2].every((at) => Math.abs((one[at] ?? 0) - (other[at] ?? 0)) < NEAR);
}

/** A color blended with its ground; undefined if translucent on an unknown ground. */
export function blendOver(color: Color | undefined, ground: Color | undefined): Color | undefined {
  if (color === undefined || typeof color === 'string') return color;
  const [red, green, blue, alpha = 1] = color;
  if (alpha >= 1) return [red, green, blue];
  if (ground === undefined || typeof ground === 'string') return undefined;
  const level = (at: 0 | 1 | 2) => color[at] * alpha + ground[at] * (1 - alpha);
  return [level(0), level(1), level(2)];
}
