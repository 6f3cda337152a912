import type { Spot, Thing, View } from '../../engine/shape/view.ts';
import type { Mark } from '../ascii.ts';
import { INKS } from './inks.ts';
import { drawSpot } from './spot.ts';
import type { InlinePicture } from './svg.ts';

/** Telephones show a cell of 34 pixels with two or three points for each of them. */
const SIDE = 64;
/** What the largest takes in a letter, its head included. */
const TILE_BYTES = 1_200;

/**
 * Where pictures change, so must this: a mail program may show the picture that it has kept under the
 * same Content-ID.
 */
const DRAWING = 1;

/** The picture of a spot with its ground, the same for all spots in all letters that look the same. */
export function tileOf(grid: View['grid'], spot: Spot, mark: Mark | undefined): InlinePicture {
  const { thing, tone } = spot;
  const key = [grid, tone, mark, thing?.owner, thing?.kind, thing?.sign].join();
  const known = tiles.get(key);
  if (known) return known;
  const name = nameOf(grid, tone, mark, thing);
  const cid = `${name}.${DRAWING}@turnpost`;
  const tile = {
    name,
    cid,
    svg: draw(grid, spot, mark),
    width: SIDE,
    isShared: true,
    bytes: TILE_BYTES,
  };
  tiles.set(key, tile);
  return tile;
}

/** There are few: as many as a game has things, times three marks. */
const tiles = new Map<string, InlinePicture>();

/** `white`, `black-reached`, `dark-white-k`: what stands in the name of a file and of an id. */
const nameOf = (
  grid: View['grid'],
  tone: Spot['tone'],
  mark: Mark | undefined,
  thing: Thing | undefined,
): string => {
  const owner = thing && (thing.owner ?? 'nobody');
  // A sign may be any that can be printed, and `k` another thing than `K`.
  const kind = thing && (thing.owner === undefined || thing.kind !== 'stone') ? thing : undefined;
  const sign = kind?.sign.replace(/[^a-z]/, (each) => `x${each.charCodeAt(0).toString(16)}`);
  const ground = grid === 'squares' ? undefined : grid;
  const parts = [ground, tone, owner, kind?.kind, sign, mark].filter((part) => part !== undefined);
  return parts.join('-') || 'empty';
};

function draw(grid: View['grid'], { thing, tone }: Spot, mark: Mark | undefined): string {
  const middle = SIDE / 2;
  const at = { x: middle, y: middle };
  const field = tone === 'dark' ? INKS.dark : INKS.field;
  const lines =
    grid === 'points'
      ? `M0 ${middle}h${SIDE}M${middle} 0v${SIDE}`
      : `M0 0h${SIDE}v${SIDE}h-${SIDE}z`;
  const dot =
    tone === 'dot' ? `<circle cx="${middle}" cy="${middle}" r="6" fill="${INKS.line}"/>` : '';
  const frame = ({ x, y }: typeof at, side: number) =>
    `<rect x="${x - side / 2}" y="${y - side / 2}" width="${side}" height="${side}"`;
  return [
    `<svg xmlns="http://www.w3.org/2000/svg" width="${SIDE}" height="${SIDE}">`,
    `<rect width="${SIDE}" height="${SIDE}" fill="${field}"/>`,
    `<path d="${lines}" fill="none" stroke="${INKS.line}" stroke-width="2.5"/>`,
    dot,
    ...drawSpot({ thing, mark, at, cell: SIDE }, frame),
    '</svg>',
  ].join('');
}
