import { cellOf } from '../engine/cell.ts';
import type { Cell, Colour, View } from '../engine/types.ts';
import type { Marks } from './ascii.ts';
import { SIGN, strokesOf } from './strokes.ts';

/** A picture of a board. */
export interface Picture {
  readonly svg: string;
  /** In CSS pixels. */
  readonly width: number;
  readonly height: number;
}

/** The colours of wood and stones, the same as in the tables of an HTML part. */
const FRAME = '#dcc08e';
const FIELD = '#f6e8cb';
const LINE = '#c9a76a';
const INK = '#16130f';
const MARKED = '#ffc94d';
const MARK = '#8f2d12';
const WHITE = '#ffffff';

/** A board of eight fills a telephone, one of 26 the width of a letter. */
const CELL_PX_MAX = 44;
const CELL_PX_MIN = 20;
const FIELD_PX = 560;
/** Room for coordinates, or the rim of a board without them. */
const EDGE_PX = 28;
const RIM_PX = 6;
/** Height of a letter or digit. */
const SIGN_PX = 10;

/** Draws a board as SVG 1.1 without text, scripts or anything from elsewhere. */
export function drawSvg({ size, ranks }: View, marks: Marks, coordinates = true): Picture {
  const cell = Math.min(Math.max(Math.floor(FIELD_PX / size.cols), CELL_PX_MIN), CELL_PX_MAX);
  const edge = coordinates ? EDGE_PX : RIM_PX;
  const field = { width: cell * size.cols, height: cell * size.rows };
  const width = field.width + 2 * edge;
  const height = field.height + 2 * edge;
  const middle = (index: number) => edge + cell * (index + 0.5);
  const shapes = ranks.flatMap((stones, index) =>
    stones.flatMap((side, file) => {
      const at = { x: middle(file), y: middle(index) };
      const id = cellOf(file, size.rows - 1 - index);
      return [...drawMark(id, marks, at, cell), ...(side ? [drawStone(side, at, cell)] : [])];
    }),
  );
  const svg = [
    `<svg xmlns="http://www.w3.org/2000/svg" width="${width}" height="${height}">`,
    `<rect width="${width}" height="${height}" fill="${FRAME}"/>`,
    `<rect x="${edge}" y="${edge}" width="${field.width}" height="${field.height}" fill="${FIELD}"/>`,
    `<path d="${grid(size, edge, cell)}" stroke="${LINE}"/>`,
    ...shapes,
    ...(coordinates ? drawCoordinates(size, middle, { width, height }, edge) : []),
    '</svg>',
  ].join('');
  return { svg, width, height };
}

interface Point {
  readonly x: number;
  readonly y: number;
}

function grid({ cols, rows }: View['size'], edge: number, cell: number): string {
  const down = Array.from(
    { length: cols + 1 },
    (_, at) => `M${edge + at * cell} ${edge}v${rows * cell}`,
  );
  const across = Array.from(
    { length: rows + 1 },
    (_, at) => `M${edge} ${edge + at * cell}h${cols * cell}`,
  );
  return [...down, ...across].join('');
}

/** A white stone is a disc on a black one: to fill twice takes half the time of a stroke. */
function drawStone(side: Colour, { x, y }: Point, cell: number): string {
  const disc = (radius: number, colour: string) =>
    `<circle cx="${x}" cy="${y}" r="${round(radius)}" fill="${colour}"/>`;
  const black = disc(cell * 0.4, INK);
  return side === 'black' ? black : black + disc(cell * 0.355, WHITE);
}

/** The cell that the last ply has reached is framed; those that it has emptied show a plus. */
function drawMark(id: Cell, { moved, vacated }: Marks, { x, y }: Point, cell: number): string[] {
  if (id === moved) {
    const line = cell / 15;
    const inset = (cell - line) / 2;
    return [
      `<rect x="${x - inset}" y="${y - inset}" width="${2 * inset}" height="${2 * inset}" fill="${MARKED}" stroke="${MARK}" stroke-width="${line}"/>`,
    ];
  }
  if (!vacated.has(id)) return [];
  const arm = cell / 6;
  return [
    `<path d="M${x - arm} ${y}h${2 * arm}M${x} ${y - arm}v${2 * arm}" stroke="${MARK}" stroke-width="2"/>`,
  ];
}

function drawCoordinates(
  { cols, rows }: View['size'],
  middle: (index: number) => number,
  { width, height }: Omit<Picture, 'svg'>,
  edge: number,
): readonly string[] {
  const files = Array.from({ length: cols }, (_, file) => {
    const word = String.fromCharCode(97 + file);
    return [edge / 2, height - edge / 2].map((y) => drawWord(word, { x: middle(file), y }));
  });
  const numbers = Array.from({ length: rows }, (_, index) => {
    const word = String(rows - index);
    return [edge / 2, width - edge / 2].map((x) => drawWord(word, { x, y: middle(index) }));
  });
  const words = [...files, ...numbers].flat(2).join('');
  return [`<g fill="none" stroke="${INK}" stroke-width=".8" stroke-linecap="round">${words}</g>`];
}

/** A word with its middle at a point. */
function drawWord(word: string, { x, y }: Point): readonly string[] {
  const scale = SIGN_PX / SIGN.height;
  const signs = strokesOf(word);
  const wordWidth = (signs.length - 1) * SIGN.pitch + SIGN.width;
  const left = x - (wordWidth / 2) * scale;
  const top = y - (SIGN.height / 2) * scale;
  return signs.map((strokes, at) => {
    const offset = left + at * SIGN.pitch * scale;
    return `<path transform="translate(${round(offset)} ${round(top)}) scale(${round(scale)})" d="${strokes}"/>`;
  });
}

const round = (number: number): number => Math.round(number * 100) / 100;
