import type { View } from '../../engine/shape/view.ts';

/** Where the spots of a board are in a picture, and what lies below the things. */

export interface Point {
  readonly x: number;
  readonly y: number;
}

/** Where the spots of a board are, in CSS pixels from its top left corner, without coordinates. */
export interface Ground {
  readonly width: number;
  readonly height: number;
  /** The middle of a spot. */
  spot(line: number, file: number): Point;
  /** The outline of a spot of some width around a point: an SVG element that is still open. */
  frame(middle: Point, width: number): string;
  /** What is drawn below the things, as SVG. */
  readonly shapes: readonly string[];
}

/**
 * @param cell the width of a spot
 * @param edge how far the board is from the left and the upper rim of the picture
 */
export const squareGround = (view: View, cell: number, edge: number): Ground =>
  view.grid === 'hexes' ? hexes(view, cell, edge) : squares(view, cell, edge);

/** How many spots stand beside each other at most, half ones counted. */
export const widthOf = ({ lines }: View): number =>
  Math.max(...lines.map(({ spots, shift }) => spots.length + shift / 2));

/** How many spots there are in the longest row or column. */
export const longestSide = ({ lines }: View): number =>
  Math.max(lines.length, ...lines.map(({ spots }) => spots.length));

function squares(view: View, cell: number, edge: number): Ground {
  const { lines, grid } = view;
  const [cols, rows] = [widthOf(view), lines.length];
  const [width, height] = [cell * cols, cell * rows];
  const spot = (line: number, file: number): Point => ({
    x: edge + cell * (file + (lines[line]?.shift ?? 0) / 2 + 0.5),
    y: edge + cell * (line + 0.5),
  });
  const tones = lines.flatMap(({ spots }, line) =>
    spots.flatMap((each, file) => (each?.tone ? [tone(each.tone, spot(line, file), cell)] : [])),
  );
  // Points are where lines cross: the outer ones run through the middle of the outer spots.
  const inset = grid === 'points' ? cell / 2 : 0;
  const [across, down] = [width - 2 * inset, height - 2 * inset];
  const from = edge + inset;
  const count = (many: number) => (grid === 'points' ? many : many + 1);
  const path = [
    ...Array.from({ length: count(cols) }, (_, at) => `M${from + at * cell} ${from}v${down}`),
    ...Array.from({ length: count(rows) }, (_, at) => `M${from} ${from + at * cell}h${across}`),
  ].join('');
  const frame = ({ x, y }: Point, side: number) =>
    `<rect x="${x - side / 2}" y="${y - side / 2}" width="${side}" height="${side}"`;
  const field = `<rect x="${edge}" y="${edge}" width="${width}" height="${height}" fill="${INKS.field}"/>`;
  const grille = `<path d="${path}" stroke="${INKS.line}"/>`;
  // A dot lies on the lines, a dark square below them.
  const shapes = grid === 'points' ? [field, grille, ...tones] : [field, ...tones, grille];
  return { width, height, spot, frame, shapes };
}

function tone(each: 'dark' | 'dot', { x, y }: Point, cell: number): string {
  return each === 'dot'
    ? `<circle cx="${x}" cy="${y}" r="${round(cell / 10)}" fill="${INKS.line}"/>`
    : `<rect x="${x - cell / 2}" y="${y - cell / 2}" width="${cell}" height="${cell}" fill="${INKS.dark}"/>`;
}

/** How far the lines of a board of hexes are apart, and how high a hex is, as parts of its width. */
const HEX_PITCH = Math.sqrt(3) / 2;
const HEX_HEIGHT = 2 / Math.sqrt(3);

function hexes(view: View, cell: number, edge: number): Ground {
  const { lines } = view;
  const width = cell * widthOf(view);
  const height = cell * (HEX_PITCH * (lines.length - 1) + HEX_HEIGHT);
  const spot = (line: number, file: number): Point => ({
    x: round(edge + cell * (file + (lines[line]?.shift ?? 0) / 2 + 0.5)),
    y: round(edge + cell * (HEX_PITCH * line + HEX_HEIGHT / 2)),
  });
  const path = lines
    .flatMap(({ spots }, line) =>
      spots.flatMap((each, file) => (each ? [outline(cornersOf(spot(line, file), cell))] : [])),
    )
    .join('');
  const field = `<path d="${path}" fill="${INKS.field}" stroke="${INKS.line}"/>`;
  const frame = (middle: Point, wide: number) => `<path d="${outline(cornersOf(middle, wide))}"`;
  return { width, height, spot, frame, shapes: [field, ...edgesOf(view, cell, spot)] };
}

/** The corners of a hex, from the upper one clockwise. */
const cornersOf = ({ x, y }: Point, cell: number): readonly Point[] =>
  [0, 1, 2, 3, 4, 5].map((corner) => {
    const angle = (corner / 3 - 0.5) * Math.PI;
    const radius = (cell * HEX_HEIGHT) / 2;
    return { x: round(x + radius * Math.cos(angle)), y: round(y + radius * Math.sin(angle)) };
  });

const outline = (points: readonly Point[], close = 'z'): string =>
  `M${points.map(({ x, y }) => `${x} ${y}`).join('L')}${close}`;

/**
 * Which corners of its outer hexes an edge runs along. Each line stands to the right of the one above,
 * so it goes on to the left where that one ends below. The edge of a line also has the last stretch of
 * that of the ranks, and so is drawn over it.
 */
const ALONG = {
  left: [5, 4, 3],
  right: [0, 1, 2],
  top: [5, 0, 1],
  bottom: [4, 3, 2],
} as const;

/** The edges that belong to a side, in its colour. */
function edgesOf(
  { edges = {}, lines }: View,
  cell: number,
  spot: Ground['spot'],
): readonly string[] {
  const last = lines.length - 1;
  const files = (line: number) => Array.from(lines[line]?.spots ?? [], (_, file) => file);
  const outer = {
    top: files(0).map((file) => spot(0, file)),
    bottom: files(last).map((file) => spot(last, file)),
    left: lines.map((_, line) => spot(line, 0)),
    right: lines.map(({ spots }, line) => spot(line, spots.length - 1)),
  };
  return (['left', 'right', 'top', 'bottom'] as const).flatMap((edge) => {
    const owner = edges[edge];
    if (!owner) return [];
    const points = outer[edge].flatMap((middle) => {
      const corners = cornersOf(middle, cell);
      return ALONG[edge].flatMap((corner) => corners[corner] ?? []);
    });
    const line = (wide: number, colour: string) =>
      `<path d="${outline(points, '')}" fill="none" stroke="${colour}" stroke-width="${round(wide)}"/>`;
    const black = line(cell / 6, INKS.black);
    return owner === 'black' ? [black] : [black, line(cell / 9, INKS.white)];
  });
}

export const round = (number: number): number => Math.round(number * 100) / 100;

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
