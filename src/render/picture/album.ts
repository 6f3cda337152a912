import type { Spot, Thing, View } from '../../engine/shape/view.ts';
import type { BoardDrawing, Mark } from '../ascii.ts';
import { hexTile, INKS, longestSide } from './ground.ts';
import { drawSpot } from './spot.ts';
import { drawSvg, type InlinePicture } from './svg.ts';

/** A picture placed in an HTML part. */
export interface PlacedPicture {
  readonly cid: string;
  /** In CSS pixels. */
  readonly width: number;
  readonly height: number;
  /** Alternative text. */
  readonly alt: string;
}

/** The pictures of one letter. */
export interface Album {
  readonly hasPictures: boolean;
  /** Each picture once, however often it is shown. */
  readonly pictures: ReadonlySet<InlinePicture>;
  /** The complete board; undefined if composed of tiles, or without pictures. */
  place(sight: BoardDrawing, alt: () => string): PlacedPicture | undefined;
  /**
   * A board to look at, not to play on; undefined without pictures. Not composed of tiles, which would be
   * too small for alternative texts.
   *
   * @param sidePx maximum width and height, in CSS pixels
   */
  sketch(sight: BoardDrawing, sidePx: number, alt: () => string): PlacedPicture | undefined;
  /**
   * A spot of a board; undefined without pictures.
   *
   * @param edges those on which it lies
   */
  tile(
    grid: View['grid'],
    spot: Spot,
    mark: Mark | undefined,
    edges?: View['edges'],
  ): InlinePicture | undefined;
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
export function makeAlbum(id: string | undefined): Album {
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
    place(sight, alt) {
      const isOne = sight.isWhole || longestSide(sight.view) > TILED_ROW_MAX;
      return id !== undefined && isOne ? placed(sight, alt(), BOARD_BYTES) : undefined;
    },
    sketch(sight, sidePx, alt) {
      return id === undefined ? undefined : placed(sight, alt(), SKETCH_BYTES, sidePx);
    },
    tile(grid, spot, mark, edges) {
      if (id === undefined) return undefined;
      const tile = tileOf(grid, spot, mark, edges);
      pictures.add(tile);
      return tile;
    },
  };
}

/** Points of a tile; phones show a cell of 34 pixels with two or three points each. */
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
  const kind = thing && (thing.owner === undefined || thing.kind !== 'stone') ? thing : undefined;
  const sign = kind?.sign.replace(/[^a-z]/, (each) => `x${each.charCodeAt(0).toString(16)}`);
  const ground = grid === 'squares' ? undefined : grid;
  const parts = [ground, tone, owner, kind?.kind, sign, mark].filter((part) => part !== undefined);
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
