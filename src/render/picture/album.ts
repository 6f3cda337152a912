import type { Spot, View } from '../../engine/shape/view.ts';
import type { Mark, Sight } from '../ascii.ts';
import { longestSide } from './ground.ts';
import { drawSvg, type InlinePicture } from './svg.ts';
import { tileOf } from './tile.ts';

/** Where a picture stands in an HTML part. */
export interface PlacedPicture {
  readonly cid: string;
  /** In CSS pixels. */
  readonly width: number;
  readonly height: number;
  /** What is read aloud, or shown where pictures are not. */
  readonly alt: string;
}

/** The pictures of one letter. */
export interface Album {
  readonly hasPictures: boolean;
  /** Each once, however often it is shown. */
  readonly pictures: ReadonlySet<InlinePicture>;
  /** The whole board; undefined where it is put together from its spots, or no pictures are wanted. */
  place(sight: Sight, alt: () => string): PlacedPicture | undefined;
  /**
   * A board to be looked at and not played on; undefined where no pictures are wanted. Its spots are
   * too small to say what they show where pictures are not, so it is not put together from them.
   *
   * @param sidePx how wide and how high it may be, in CSS pixels
   */
  sketch(sight: Sight, sidePx: number, alt: () => string): PlacedPicture | undefined;
  /** A spot of a board; undefined where no pictures are wanted. */
  tile(grid: View['grid'], spot: Spot, mark: Mark | undefined): InlinePicture | undefined;
}

/** Boards with more spots in a row are wider than a telephone: there is one picture, which shrinks. */
const TILES_MAX = 18;

/**
 * Screens of telephones have two or three points for each pixel of a letter. A whole number, so that
 * all stones come out alike, point by point: then the largest board takes 20 KB, and else twice that.
 */
const POINTS_PER_PIXEL = 2;

/** What the largest board takes in a letter, and some more. */
const BOARD_BYTES = 30_000;
/** The same for a sketch. */
const SKETCH_BYTES = 2_000;

/**
 * @param id what the Content-IDs of whole boards are made from, unique in the world; undefined makes
 *   an album that stays empty
 */
export function makeAlbum(id: string | undefined): Album {
  const pictures = new Set<InlinePicture>();
  let boards = 0;
  const placed = (
    { view, marks, coordinates }: Sight,
    alt: string,
    bytes: number,
    sidePx?: number,
  ): PlacedPicture => {
    const { svg, width, height } = drawSvg(view, marks, coordinates, sidePx);
    const name = `board-${++boards}`;
    const cid = `${name}.${id}`;
    const points = width * POINTS_PER_PIXEL;
    pictures.add({ name, cid, svg, width: points, isShared: false, bytes });
    return { cid, width, height, alt };
  };
  return {
    pictures,
    hasPictures: id !== undefined,
    place(sight, alt) {
      const isOne = sight.isWhole || longestSide(sight.view) > TILES_MAX;
      return id !== undefined && isOne ? placed(sight, alt(), BOARD_BYTES) : undefined;
    },
    sketch(sight, sidePx, alt) {
      return id === undefined ? undefined : placed(sight, alt(), SKETCH_BYTES, sidePx);
    },
    tile(grid, spot, mark) {
      if (id === undefined) return undefined;
      const tile = tileOf(grid, spot, mark);
      pictures.add(tile);
      return tile;
    },
  };
}
