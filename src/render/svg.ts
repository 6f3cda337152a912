import type { Thing, View } from '../engine/shape/view.ts';
import type { Marks } from './ascii.ts';
import { type Ground, groundOf, INK, type Point, round, WHITE, widthOf } from './ground.ts';
import { SIGN, strokesOf } from './strokes.ts';

/** A picture of a board. */
export interface Picture {
  readonly svg: string;
  /** In CSS pixels. */
  readonly width: number;
  readonly height: number;
}

const FRAME = '#dcc08e';
const MARKED = '#ffc94d';
const MARK = '#8f2d12';

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
export function drawSvg(view: View, marks: Marks, coordinates = true): Picture {
  const cell = Math.min(Math.max(Math.floor(FIELD_PX / widthOf(view)), CELL_PX_MIN), CELL_PX_MAX);
  const edge = coordinates ? EDGE_PX : RIM_PX;
  const ground = groundOf(view, cell, edge);
  const width = Math.ceil(ground.width + 2 * edge);
  const height = Math.ceil(ground.height + 2 * edge);
  const shapes = view.lines.flatMap(({ spots }, line) =>
    spots.flatMap((spot, file) => {
      if (!spot) return [];
      const at = ground.spot(line, file);
      const { name, thing } = spot;
      return [
        ...drawMark(name, marks, at, cell, ground),
        ...(thing ? drawThing(thing, at, cell) : []),
      ];
    }),
  );
  const svg = [
    `<svg xmlns="http://www.w3.org/2000/svg" width="${width}" height="${height}">`,
    `<rect width="${width}" height="${height}" fill="${FRAME}"/>`,
    ...ground.shapes,
    ...shapes,
    ...(coordinates ? [drawCoordinates(view, ground, { width, height }, cell, edge)] : []),
    '</svg>',
  ].join('');
  return { svg, width, height };
}

/**
 * A white stone is a disc on a black one: to fill twice takes half the time of a stroke. Anything else
 * is a stone with its letter, or the letter alone where it is nobody's.
 */
function drawThing({ owner, kind, sign }: Thing, { x, y }: Point, cell: number): readonly string[] {
  const disc = (radius: number, colour: string) =>
    `<circle cx="${x}" cy="${y}" r="${round(radius)}" fill="${colour}"/>`;
  const black = disc(cell * 0.4, INK);
  const stone = owner === 'white' ? black + disc(cell * 0.355, WHITE) : owner ? black : '';
  if (owner && kind === 'stone') return [stone];
  const letter = drawWord(sign, { x, y }, cell / 3).join('');
  const ink = owner === 'black' ? WHITE : owner ? INK : MARK;
  return [stone, `<g fill="none" stroke="${ink}" stroke-linecap="round">${letter}</g>`];
}

/** A spot that the last ply has reached is framed; those that it has emptied show a plus. */
function drawMark(
  name: string,
  { reached, vacated }: Marks,
  { x, y }: Point,
  cell: number,
  ground: Ground,
): string[] {
  if (reached.has(name)) {
    const line = cell / 15;
    const frame = ground.frame({ x, y }, cell - line);
    return [`${frame} fill="${MARKED}" stroke="${MARK}" stroke-width="${line}"/>`];
  }
  if (!vacated.has(name)) return [];
  const arm = cell / 6;
  return [
    `<path d="M${x - arm} ${y}h${2 * arm}M${x} ${y - arm}v${2 * arm}" stroke="${MARK}" stroke-width="2"/>`,
  ];
}

/** Files above and below, ranks left and right; on hexes both follow the slant. */
function drawCoordinates(
  { grid, files, lines }: View,
  ground: Ground,
  { width, height }: Omit<Picture, 'svg'>,
  cell: number,
  edge: number,
): string {
  const slant = grid === 'hexes' ? cell / 4 : 0;
  const last = lines.length - 1;
  const above = files.map((word, file) =>
    drawWord(word, { x: ground.spot(0, file).x - slant, y: edge / 2 }, SIGN_PX).concat(
      drawWord(word, { x: ground.spot(last, file).x + slant, y: height - edge / 2 }, SIGN_PX),
    ),
  );
  const beside = lines.map(({ label, spots }, line) => {
    const left = ground.spot(line, 0);
    const right = ground.spot(line, spots.length - 1);
    const far = (cell + edge) / 2;
    const [first, other] =
      grid === 'hexes' ? [left.x - far, right.x + far] : [edge / 2, width - edge / 2];
    return [first, other].flatMap((x) => drawWord(label, { x, y: left.y }, SIGN_PX));
  });
  const words = [...above, ...beside].flat().join('');
  return `<g fill="none" stroke="${INK}" stroke-width=".8" stroke-linecap="round">${words}</g>`;
}

/** A word with its middle at a point, its letters of a height. */
function drawWord(word: string, { x, y }: Point, high: number): readonly string[] {
  const scale = high / SIGN.height;
  const signs = strokesOf(word);
  const wordWidth = (signs.length - 1) * SIGN.pitch + SIGN.width;
  const left = x - (wordWidth / 2) * scale;
  const top = y - (SIGN.height / 2) * scale;
  return signs.map((strokes, at) => {
    const offset = left + at * SIGN.pitch * scale;
    return `<path transform="translate(${round(offset)} ${round(top)}) scale(${round(scale)})" d="${strokes}"/>`;
  });
}
