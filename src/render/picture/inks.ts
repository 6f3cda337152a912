/** The colours of wood and stones, the same in pictures and in tables of an HTML part. */
export const INKS = {
  frame: '#dcc08e',
  field: '#f6e8cb',
  dark: '#e3cb9b',
  line: '#c9a76a',
  black: '#16130f',
  white: '#ffffff',
  /** The ground of a spot that the last ply has touched, and the line around it. */
  marked: '#ffc94d',
  mark: '#8f2d12',
} as const;

type Rgb = readonly [number, number, number];

const rgb = (ink: string): Rgb => [
  Number.parseInt(ink.slice(1, 3), 16),
  Number.parseInt(ink.slice(3, 5), 16),
  Number.parseInt(ink.slice(5, 7), 16),
];

const between = (one: string, other: string, share: number): Rgb => {
  const [from, to] = [rgb(one), rgb(other)];
  const mix = (at: 0 | 1 | 2) => Math.round(from[at] + (to[at] - from[at]) * share);
  return [mix(0), mix(1), mix(2)];
};

const { frame, field, black, white, marked, mark } = INKS;

/**
 * The sixteen colours that a picture consists of: the inks, and what lies between two of them at the
 * rim of a stone or a stroke. Half a byte a point is a quarter of what all colours take.
 */
export const PALETTE: readonly Rgb[] = [
  ...Object.values(INKS).map(rgb),
  between(black, white, 1 / 3),
  between(black, white, 2 / 3),
  between(black, field, 1 / 3),
  between(black, field, 2 / 3),
  between(black, marked, 1 / 2),
  between(black, frame, 1 / 2),
  between(mark, field, 1 / 2),
  between(mark, marked, 1 / 2),
];
