import type { Picture } from '../../mail/compose.ts';
import type { InlinePicture } from '../../render/picture/svg.ts';
import { inColours } from './indexed-png.ts';

/** What there is to draw, and of how many points. */
export type ToDraw = Pick<InlinePicture, 'svg' | 'width'>;

/**
 * Draws an SVG of ours as PNG, in a thread of the runtime. It uses no font, so none is looked for.
 *
 * @throws Error when it cannot be drawn
 */
export async function drawPng({ svg, width }: ToDraw): Promise<Uint8Array> {
  // Loaded only here: it is a library of the machine's own code, which some machines may lack.
  const { renderAsync } = await import('@resvg/resvg-js');
  const image = await renderAsync(svg, {
    fitTo: { mode: 'width', value: width },
    font: { loadSystemFonts: false },
  });
  return inColours(image);
}

/** Draws what a letter shows; at once where it is known. */
export type Drawer = (picture: InlinePicture) => Picture | Promise<Picture>;

/** Draws each picture that many letters have only once. */
export function makeDrawer(draw = drawPng): Drawer {
  const shared = new Map<string, Picture>();
  const drawn = async (picture: InlinePicture): Promise<Picture> => {
    const { cid, name, isShared } = picture;
    const made = { cid, name, png: await draw(picture) };
    if (isShared) shared.set(cid, made);
    return made;
  };
  return (picture) => shared.get(picture.cid) ?? drawn(picture);
}
