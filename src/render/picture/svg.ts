import type { View } from '../../engine/shape/view.ts';
import { type Marks, markAt } from '../ascii.ts';
import { type Ground, INKS, squareGround, widthOf } from './ground.ts';
import { drawSpot, drawWord } from './spot.ts';

/** A picture of a board. */
interface BoardPicture {
  readonly svg: string;
  /** In CSS pixels. */
  readonly width: number;
  readonly height: number;
}

/** An inline picture by `cid:` (RFC 2392), not yet rasterized. */
export interface InlinePicture {
  /** The file name without extension. */
  readonly name: string;
  readonly cid: string;
  readonly svg: string;
  /** In points. */
  readonly width: number;
  /** Equal in all letters. */
  readonly isShared: boolean;
  /** Estimated bytes in a letter. */
  readonly bytes: number;
}

/** A board of 8 columns fills a phone, one of 26 the width of a letter. */
const CELL_PX_MAX = 44;
const CELL_PX_MIN = 20;
const FIELD_PX = 560;
/** Room for coordinates, or the rim without them. */
const EDGE_PX = 28;
const RIM_PX = 6;
/** Height of a letter or digit. */
const SIGN_PX = 10;

/**
 * Draws a board as SVG 1.1 without text, scripts or external resources.
 *
 * @param sidePx maximum width and height in CSS pixels; undefined for a board to play on. A cell is an
 *   integer number of pixels, to make all stones equal
 */
export function drawSvg(
  view: View,
  marks: Marks,
  coordinates = true,
  sidePx?: number,
): BoardPicture {
  const edge = coordinates ? EDGE_PX : RIM_PX;
  const cell =
    sidePx === undefined
      ? Math.min(Math.max(Math.floor(FIELD_PX / widthOf(view)), CELL_PX_MIN), CELL_PX_MAX)
      : Math.floor((sidePx - 2 * edge) / Math.max(widthOf(view), view.lines.length));
  const ground = squareGround(view, cell, edge);
  const width = Math.ceil(ground.width + 2 * edge);
  const height = Math.ceil(ground.height + 2 * edge);
  const shapes = view.lines.flatMap(({ spots }, line) =>
    spots.flatMap((spot, file) => {
      if (!spot) return [];
      const at = ground.spot(line, file);
      const { name, thing } = spot;
      return drawSpot({ thing, mark: markAt(marks, name), at, cell }, ground.frame);
    }),
  );
  const svg = [
    `<svg xmlns="http://www.w3.org/2000/svg" width="${width}" height="${height}">`,
    `<rect width="${width}" height="${height}" fill="${INKS.frame}"/>`,
    ...ground.shapes,
    ...shapes,
    ...(coordinates ? [drawCoordinates(view, ground, { width, height }, cell, edge)] : []),
    '</svg>',
  ].join('');
  return { svg, width, height };
}

/** Files above and below, ranks left and right; on hexes slanted. */
function drawCoordinates(
  { grid, files, lines }: View,
  ground: Ground,
  { width, height }: Omit<BoardPicture, 'svg'>,
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
  return `<g fill="none" stroke="${INKS.black}" stroke-width=".8" stroke-linecap="round">${words}</g>`;
}
