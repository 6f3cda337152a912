import { createHash } from 'node:crypto';
import { crc32, deflateSync } from 'node:zlib';
import { shownLimits } from '../../limits.ts';
import { composeLetter, type Outgoing, type Picture } from '../../mail/compose.ts';
import { makeTraces } from '../../mail/quote/own-lines.ts';
import { type Rendered, renderLetter } from '../../render/letter.ts';
import { withFewerBoards } from '../../render/morning-letter.ts';
import { firstLineOfError, overlayTemplates } from '../../render/operator-templates.ts';
import type { InlinePicture } from '../../render/picture/album.ts';
import { PALETTE } from '../../render/picture/ground.ts';
import { makeTemplates, type Templates } from '../../render/templates.ts';
import { err, ok, type Result } from '../../result.ts';
import { pack } from '../../store/letters/packed.ts';
import type { Sheet, TemplateFolders, WriteRequest, WrittenLetter } from './writer.ts';

/**
 * Makes a function that renders letters from templates. A failure of a built-in template is the letter's
 * error.
 */
export function makeRenderer({ builtIn, fromOperator }: TemplateFolders, draw?: typeof drawPng) {
  const plain = makeTemplates(builtIn);
  const custom =
    fromOperator.size > 0 ? overlayTemplates(builtIn, fromOperator).templates : undefined;
  const drawOnce = makeDrawer(draw);
  return async ({ sheet, mayUseOwn }: WriteRequest): Promise<Result<WrittenLetter, string>> => {
    let trouble: string | undefined;
    try {
      if (custom && mayUseOwn) return ok(await renderFit(sheet, custom, drawOnce));
    } catch (error) {
      trouble = firstLineOfError(error);
    }
    try {
      return ok({
        ...(await renderFit(sheet, plain, drawOnce)),
        ...(trouble !== undefined && { trouble }),
      });
    } catch (error) {
      return err(String(error));
    }
  };
}

/** Renders a letter; a letter of the day has only as many boards as mail programs show uncut. */
async function renderFit(
  sheet: Sheet,
  templates: Templates,
  draw: DrawPicture,
): Promise<WrittenLetter> {
  const complete = await render(sheet, templates, draw);
  const message =
    complete.raw.length > shownLimits.bytes ? withFewerBoards(sheet.message) : undefined;
  return message ? renderFit({ ...sheet, message }, templates, draw) : complete;
}

/**
 * The end of the Content-IDs of a letter's pictures, a hash and a domain. They are in a forwarded HTML part, so
 * they must not hold the token in the Message-ID.
 */
const pictureIdEnd = ({ messageId }: Sheet['head']): string =>
  `${createHash('sha256').update(`picture ${messageId}`).digest('hex').slice(0, 32)}@turnpost`;

/** Renders a letter; if a picture fails, its board is drawn in characters. */
async function render(
  { message, reader, head }: Sheet,
  templates: Templates,
  draw: DrawPicture,
): Promise<WrittenLetter> {
  const rendered = renderLetter(message, { ...reader, pictures: pictureIdEnd(head) }, templates);
  try {
    const pictures = await Promise.all(rendered.pictures.map(draw));
    return composed({ ...rendered, pictures }, head);
  } catch (error) {
    if (rendered.pictures.length === 0) throw error;
    const without = { ...renderLetter(message, reader, templates), pictures: [] };
    return { ...composed(without, head), noPicture: String(error) };
  }
}

type DrawnLetter = Omit<Rendered, 'pictures'> & Pick<Outgoing, 'pictures'>;

function composed(
  drawn: DrawnLetter,
  head: Sheet['head'],
): Pick<WrittenLetter, 'raw' | 'compressed' | 'traces'> {
  const raw = composeLetter({ ...head, ...drawn });
  return { raw, compressed: pack(raw), traces: makeTraces(drawn.text, drawn.html) };
}

type ToDraw = Pick<InlinePicture, 'svg' | 'width'>;

/**
 * Draws an SVG of ours as PNG, in a thread of the runtime. It has no text, so no fonts are loaded.
 *
 * @throws Error if it cannot be drawn
 */
export async function drawPng({ svg, width }: ToDraw): Promise<Uint8Array> {
  // Loaded on demand: a native library, which some machines lack.
  const { renderAsync } = await import('@resvg/resvg-js');
  const image = await renderAsync(svg, {
    fitTo: { mode: 'width', value: width },
    font: { loadSystemFonts: false },
  });
  return encodePng(image);
}

/** Draws a picture; returns a known one at once. */
type DrawPicture = (picture: InlinePicture) => Picture | Promise<Picture>;

/** Draws each shared picture only once. */
export function makeDrawer(draw = drawPng): DrawPicture {
  const shared = new Map<string, Picture>();
  const drawAndShare = async (picture: InlinePicture): Promise<Picture> => {
    const { cid, name, isShared } = picture;
    const made = { cid, name, png: await draw(picture) };
    if (isShared) shared.set(cid, made);
    return made;
  };
  return (picture) => shared.get(picture.cid) ?? drawAndShare(picture);
}

/** A bitmap, four bytes a pixel: red, green, blue, opacity. */
interface Image {
  readonly width: number;
  readonly height: number;
  readonly pixels: Uint8Array;
}

const SIGNATURE = Buffer.from([0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a]);
/** Four bits a pixel: sixteen colours. */
const DEPTH = 4;
const INDEXED = 3;

/**
 * Encodes a bitmap as PNG with our palette, each pixel in the nearest colour: a quarter of the bytes for the
 * same look (PNG, third edition, sections 5 and 11.2).
 */
function encodePng({ width, height, pixels }: Image): Uint8Array {
  const head = Buffer.alloc(13);
  head.writeUInt32BE(width, 0);
  head.writeUInt32BE(height, 4);
  head.set([DEPTH, INDEXED, 0, 0, 0], 8);
  return Buffer.concat([
    SIGNATURE,
    chunk('IHDR', head),
    chunk('PLTE', Buffer.from(PALETTE.flat())),
    chunk('IDAT', deflateSync(linesOf({ width, height, pixels }), { level: 9 })),
    chunk('IEND', Buffer.alloc(0)),
  ]);
}

/** Each line begins with its filter type: 0 (none), the best for few flat colours. */
function linesOf({ width, height, pixels }: Image): Uint8Array {
  const colours = new DataView(pixels.buffer, pixels.byteOffset, pixels.byteLength);
  const stride = 1 + Math.ceil(width / 2);
  const lines = new Uint8Array(stride * height);
  const known = new Map<number, number>();
  for (let pixel = 0; pixel < width * height; pixel++) {
    const colour = colours.getUint32(4 * pixel) >>> 8;
    let index = known.get(colour);
    if (index === undefined) {
      index = nearest(colour);
      known.set(colour, index);
    }
    const [row, column] = [Math.floor(pixel / width), pixel % width];
    const at = row * stride + 1 + (column >> 1);
    lines[at] = (lines[at] ?? 0) | (column % 2 === 0 ? index << DEPTH : index);
  }
  return lines;
}

function nearest(colour: number): number {
  const rgb = [colour >> 16, (colour >> 8) & 0xff, colour & 0xff];
  const distances = PALETTE.map((each) =>
    each.reduce((sum, part, at) => sum + (part - (rgb[at] ?? 0)) ** 2, 0),
  );
  return distances.indexOf(Math.min(...distances));
}

/** A PNG chunk: length, type, data, and a CRC over type and data. */
function chunk(type: string, bytes: Uint8Array): Buffer {
  const body = Buffer.concat([Buffer.from(type, 'latin1'), bytes]);
  const framed = Buffer.alloc(body.length + 8);
  framed.writeUInt32BE(bytes.length, 0);
  framed.set(body, 4);
  framed.writeUInt32BE(crc32(body), body.length + 4);
  return framed;
}
