import type { View } from '../../engine/shape/view.ts';

/** The positions of a board's spots in a picture, and the ground below the things. */

export interface Point {
  readonly x: number;
  readonly y: number;
}

/** The geometry of a board in CSS pixels, from its top left corner, without coordinates. */
export interface Ground {
  readonly width: number;
  readonly height: number;
  spot(line: number, file: number): Point;
  /** The outline of a spot around a point: an SVG element, still open. */
  frame(middle: Point, width: number): string;
  /** SVG below the things. */
  readonly shapes: readonly string[];
}

/**
 * @param cell width of a spot
 * @param edge distance of the board from the left and upper rim
 */
export const boardGround = (view: View, cell: number, edge: number): Ground =>
  view.grid === 'hexes' ? hexes(view, cell, edge) : squares(view, cell, edge);

/** Width of the board in spots, half ones included. */
export const widthOf = ({ lines }: View): number =>
  Math.max(...lines.map(({ spots, shift }) => spots.length + shift / 2));

/** Number of spots in the longest row or column. */
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
  // Points are crossings: outer lines run through the middle of outer spots.
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
  // Dots are above the lines, dark squares below.
  const shapes = grid === 'points' ? [field, grille, ...tones] : [field, ...tones, grille];
  return { width, height, spot, frame, shapes };
}

function tone(each: 'dark' | 'dot', { x, y }: Point, cell: number): string {
  return each === 'dot'
    ? `<circle cx="${x}" cy="${y}" r="${round(cell / 10)}" fill="${INKS.line}"/>`
    : `<rect x="${x - cell / 2}" y="${y - cell / 2}" width="${cell}" height="${cell}" fill="${INKS.dark}"/>`;
}

/** Distance of the lines of hexes, and height of a hex, relative to its width. */
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

/**
 * The tile of one hex. Rows of a table are as far apart as its columns, so the hex is taller; the corners
 * of the tile show its neighbours, or an edge of the board.
 */
export function hexTile(side: number, edges: View['edges'] = {}): Pick<Ground, 'frame' | 'shapes'> {
  const half = side / 2;
  const cornersAt = (middle: Point, wide: number) => cornersOf(middle, wide, 1 / HEX_PITCH);
  const corners = cornersAt({ x: half, y: half }, side);
  const { top, bottom, left, right } = edges;
  const quarters = [top, top ?? right, bottom ?? left, bottom].map((owner, at) => {
    const ink = owner ? INKS.frame : INKS.field;
    return `<rect x="${(at % 2) * half}" y="${at < 2 ? 0 : half}" width="${half}" height="${half}" fill="${ink}"/>`;
  });
  const hex = `<path d="${outline(corners)}" fill="${INKS.field}" stroke="${INKS.line}" stroke-width="2.5"/>`;
  return {
    frame: (middle, wide) => `<path d="${outline(cornersAt(middle, wide))}"`,
    // The lines of edges are inside the hex: outside is the page, which may be as dark or as bright as they
    // are.
    shapes: [...quarters, hex, ...edgeLines(edges, side, () => [corners], side / 4)],
  };
}

const cornersOf = ({ x, y }: Point, cell: number, tall = 1): readonly Point[] =>
  [0, 1, 2, 3, 4, 5].map((corner) => {
    const angle = (corner / 3 - 0.5) * Math.PI;
    const radius = (cell * HEX_HEIGHT) / 2;
    return {
      x: round(x + radius * Math.cos(angle)),
      y: round(y + tall * radius * Math.sin(angle)),
    };
  });

const outline = (points: readonly Point[], close = 'z'): string =>
  `M${points.map(({ x, y }) => `${x} ${y}`).join('L')}${close}`;

/**
 * The corners of outer hexes along each edge. Each line is offset to the right, so on the left it starts
 * where the one above ends. Top and bottom share the last stretch with left and right, and are drawn over
 * them.
 */
const ALONG = {
  left: [5, 4, 3],
  right: [0, 1, 2],
  top: [5, 0, 1],
  bottom: [4, 3, 2],
} as const;

/** The edges of the sides, in their colours. */
function edgesOf({ edges, lines }: View, cell: number, spot: Ground['spot']): readonly string[] {
  const last = lines.length - 1;
  const files = (line: number) => Array.from(lines[line]?.spots ?? [], (_, file) => file);
  const outer = {
    top: files(0).map((file) => spot(0, file)),
    bottom: files(last).map((file) => spot(last, file)),
    left: lines.map((_, line) => spot(line, 0)),
    right: lines.map(({ spots }, line) => spot(line, spots.length - 1)),
  };
  return edgeLines(edges, cell, (edge) => outer[edge].map((middle) => cornersOf(middle, cell)));
}

/** The direction from each edge into the board: right, and down. */
const INWARD = { left: [1, 0], right: [-1, 0], top: [0, 1], bottom: [0, -1] } as const;

/**
 * @param hexesAt the corners of the hexes along an edge
 * @param inset how far inward the lines are
 */
function edgeLines(
  edges: View['edges'] = {},
  cell: number,
  hexesAt: (edge: keyof typeof ALONG) => readonly (readonly Point[])[],
  inset = 0,
): readonly string[] {
  return (['left', 'right', 'top', 'bottom'] as const).flatMap((edge) => {
    const owner = edges[edge];
    if (!owner || owner === 'nobody') return [];
    const points = hexesAt(edge).flatMap((corners) =>
      ALONG[edge].flatMap((corner) => corners[corner] ?? []),
    );
    const [right, down] = INWARD[edge].map((way) => way * inset);
    const move = inset === 0 ? '' : ` transform="translate(${right} ${down})"`;
    const line = (wide: number, colour: string) =>
      `<path d="${outline(points, '')}" fill="none" stroke="${colour}" stroke-width="${round(wide)}"${move}/>`;
    return owner === 'black'
      ? [line(cell / 6, INKS.black)]
      : [line(cell / 4, INKS.black), line(cell / 8, INKS.white)];
  });
}

export const round = (number: number): number => Math.round(number * 100) / 100;

/** The colours of wood and stones, in pictures and HTML tables. */
export const INKS = {
  frame: '#dcc08e',
  field: '#f6e8cb',
  dark: '#e3cb9b',
  line: '#c9a76a',
  /** A brown: Chromium's forced dark inverts a picture of which half is grey. */
  black: '#1d1206',
  white: '#ffffff',
  /** Ground and outline of a spot changed by the last ply. */
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
 * The sixteen colours of a picture: the inks, and blends for the rims of stones and strokes. Half a byte
 * per point is a quarter of the size with all colours.
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
