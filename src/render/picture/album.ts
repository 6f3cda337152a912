import type { Spot, Thing, View } from '../../engine/shape/view.ts';
import { type BoardDrawing, type Mark, type Marks, markAt } from '../ascii.ts';
import { boardGround, type Ground, hexTile, INKS, longestSide, widthOf } from './ground.ts';
import { drawSpot, drawWord } from './spot.ts';

/** The pictures of one letter. */
export type Album = ReturnType<typeof makeAlbum>;

/** A picture placed in an HTML part, in CSS pixels. */
export interface PlacedPicture {
  readonly cid: string;
  readonly width: number;
  readonly height: number;
  readonly alt: string;
}

/** Boards with longer rows are wider than a phone: they are one picture, which shrinks. */
const TILED_ROW_MAX = 18;

/**
 * Phones have two or three device pixels per CSS pixel. With an integer ratio equal stones compress well: the
 * largest board takes 20 KB instead of 40.
 */
const DEVICE_PIXELS_PER_CSS_PIXEL = 2;

/** Upper bound of a board in a letter. */
const BOARD_BYTES = 30_000;
/** Upper bound of a sketch. */
const SKETCH_BYTES = 2_000;

/**
 * @param id suffix of the Content-IDs of complete boards, globally unique; undefined: the album stays empty
 */
export function makeAlbum(id: string | undefined) {
  /** Each picture once, however often it is shown. */
  const pictures = new Set<InlinePicture>();
  let boards = 0;
  const placed = (
    { view, marks, coordinates }: BoardDrawing,
    alt: string,
    bytes: number,
    sidePx?: number,
  ): PlacedPicture => {
    const { svg, width, height } = drawSvg(view, marks, coordinates, sidePx);
    const name = `board-${++boards}`;
    const cid = `${name}.${id}`;
    const devicePixels = width * DEVICE_PIXELS_PER_CSS_PIXEL;
    pictures.add({ name, cid, svg, width: devicePixels, isShared: false, bytes });
    return { cid, width, height, alt };
  };
  return {
    pictures,
    hasPictures: id !== undefined,
    /** The complete board; undefined if composed of tiles, or without pictures. */
    place(drawing: BoardDrawing, alt: () => string): PlacedPicture | undefined {
      const isOne = drawing.isWhole || longestSide(drawing.view) > TILED_ROW_MAX;
      return id !== undefined && isOne ? placed(drawing, alt(), BOARD_BYTES) : undefined;
    },
    /**
     * A board to look at, not to play on; undefined without pictures. Not composed of tiles, which would be
     * too small for alternative texts.
     */
    sketch(drawing: BoardDrawing, sidePx: number, alt: () => string): PlacedPicture | undefined {
      return id === undefined ? undefined : placed(drawing, alt(), SKETCH_BYTES, sidePx);
    },
    /** A spot of a board, and the edges on which it lies; undefined without pictures. */
    tile(
      grid: View['grid'],
      spot: Spot,
      mark: Mark | undefined,
      edges?: View['edges'],
    ): InlinePicture | undefined {
      if (id === undefined) return undefined;
      const tile = tileOf(grid, spot, mark, edges);
      pictures.add(tile);
      return tile;
    },
  };
}

/** Side of a tile in device pixels; phones show a cell of 34 CSS pixels with two or three of them each. */
const SIDE = 64;
/** Upper bound of a tile in a letter, with its header. */
const TILE_BYTES = 1_200;

/** Version of the pictures, changed with them: mail programs may cache by Content-ID. */
const PICTURES_VERSION = 2;

/** The picture of a spot with its ground, shared by all equal spots in all letters. */
function tileOf(
  grid: View['grid'],
  spot: Spot,
  mark: Mark | undefined,
  edges: View['edges'] = {},
): InlinePicture {
  const { thing, tone } = spot;
  const along = Object.entries(edges).flat().join('-');
  const key = [grid, tone, mark, thing?.owner, thing?.kind, thing?.sign, along].join();
  const known = tiles.get(key);
  if (known) return known;
  const name = [nameOf(grid, tone, mark, thing), along].filter(Boolean).join('-');
  const cid = `${name}.${PICTURES_VERSION}@turnpost`;
  const tile = {
    name,
    cid,
    svg: draw(grid, spot, mark, edges),
    width: SIDE,
    isShared: true,
    bytes: TILE_BYTES,
  };
  tiles.set(key, tile);
  return tile;
}

/** Few: the things of the games, times the marks. */
const tiles = new Map<string, InlinePicture>();

/** The name in a file name and an id: `white`, `black-reached`, `dark-white-k`. */
const nameOf = (
  grid: View['grid'],
  tone: Spot['tone'],
  mark: Mark | undefined,
  thing: Thing | undefined,
): string => {
  const owner = thing && (thing.owner ?? 'nobody');
  // A sign may be any printable one, and `k` differs from `K`.
  const piece = thing && (thing.owner === undefined || thing.kind !== 'stone') ? thing : undefined;
  const sign = piece?.sign.replace(/[^a-z]/, (each) => `x${each.charCodeAt(0).toString(16)}`);
  const ground = grid === 'squares' ? undefined : grid;
  const parts = [ground, tone, owner, piece?.kind, sign, mark].filter((part) => part !== undefined);
  return parts.join('-') || 'empty';
};

function draw(
  grid: View['grid'],
  { thing, tone }: Spot,
  mark: Mark | undefined,
  edges: NonNullable<View['edges']>,
): string {
  const middle = SIDE / 2;
  const at = { x: middle, y: middle };
  const hex = grid === 'hexes' ? hexTile(SIDE, edges) : undefined;
  const field = tone === 'dark' ? INKS.dark : INKS.field;
  const lines =
    grid === 'points'
      ? `M${edges.left ? middle : 0} ${middle}H${edges.right ? middle : SIDE}M${middle} ${edges.top ? middle : 0}V${edges.bottom ? middle : SIDE}`
      : `M0 0h${SIDE}v${SIDE}h-${SIDE}z`;
  const dot =
    tone === 'dot' ? `<circle cx="${middle}" cy="${middle}" r="6" fill="${INKS.line}"/>` : '';
  const frame = ({ x, y }: typeof at, side: number) =>
    `<rect x="${x - side / 2}" y="${y - side / 2}" width="${side}" height="${side}"`;
  return [
    `<svg xmlns="http://www.w3.org/2000/svg" width="${SIDE}" height="${SIDE}">`,
    ...(hex?.shapes ?? [
      `<rect width="${SIDE}" height="${SIDE}" fill="${field}"/>`,
      `<path d="${lines}" fill="none" stroke="${INKS.line}" stroke-width="2.5"/>`,
      dot,
    ]),
    ...drawSpot({ thing, mark, at, cell: SIDE }, hex?.frame ?? frame),
    '</svg>',
  ].join('');
}

/** An inline picture by `cid:` (RFC 2392), not yet rasterized. */
export interface InlinePicture {
  /** The file name without extension. */
  readonly name: string;
  readonly cid: string;
  readonly svg: string;
  /** In device pixels. */
  readonly width: number;
  /** The same picture in every letter. */
  readonly isShared: boolean;
  /** Estimated bytes in a letter. */
  readonly bytes: number;
}

/** The limits of a cell, and the width that all cells may fill: 8 columns fill a phone, 26 a letter. */
const CELL_PX_MAX = 44;
const CELL_PX_MIN = 20;
const CELLS_WIDTH_PX = 560;
/** Room for coordinates, or the rim without them. */
const EDGE_PX = 28;
const RIM_PX = 6;
/** Height of a letter or digit. */
const LABEL_PX = 10;

/**
 * Draws a board as SVG 1.1 without text, scripts or external resources.
 *
 * @param sidePx maximum width and height in CSS pixels; undefined for a board to play on, which has the limits of a
 *   cell. A cell is a whole number of pixels, so that all stones have the same size
 */
export function drawSvg(view: View, marks: Marks, coordinates = true, sidePx?: number) {
  const edge = coordinates ? EDGE_PX : RIM_PX;
  const cell =
    sidePx === undefined
      ? Math.min(Math.max(Math.floor(CELLS_WIDTH_PX / widthOf(view)), CELL_PX_MIN), CELL_PX_MAX)
      : Math.floor((sidePx - 2 * edge) / Math.max(widthOf(view), view.lines.length));
  const ground = boardGround(view, cell, edge);
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
  { width, height }: { readonly width: number; readonly height: number },
  cell: number,
  edge: number,
): string {
  const slant = grid === 'hexes' ? cell / 4 : 0;
  const last = lines.length - 1;
  const above = files.map((word, file) =>
    drawWord(word, { x: ground.spot(0, file).x - slant, y: edge / 2 }, LABEL_PX).concat(
      drawWord(word, { x: ground.spot(last, file).x + slant, y: height - edge / 2 }, LABEL_PX),
    ),
  );
  const beside = lines.map(({ label, spots }, line) => {
    const left = ground.spot(line, 0);
    const right = ground.spot(line, spots.length - 1);
    const far = (cell + edge) / 2;
    const [first, other] =
      grid === 'hexes' ? [left.x - far, right.x + far] : [edge / 2, width - edge / 2];
    return [first, other].flatMap((x) => drawWord(label, { x, y: left.y }, LABEL_PX));
  });
  const words = [...above, ...beside].flat().join('');
  return `<g fill="none" stroke="${INKS.black}" stroke-width=".8" stroke-linecap="round">${words}</g>`;
}
