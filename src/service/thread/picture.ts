import type { InlinePicture } from '../../render/album.ts';

/** Screens of telephones have two or three points for each pixel of a letter. */
const POINTS_PER_PIXEL = 2;
/** Large boards are sharp enough with fewer, and take as long to draw as small ones. */
const POINTS_MAX = 900;

/** What there is to draw, and how wide it is shown, in CSS pixels. */
type Drawn = Pick<InlinePicture, 'svg' | 'width'>;

/**
 * Draws an SVG of ours as PNG, in a thread of the runtime. It uses no font, so none is looked for.
 *
 * @throws Error when it cannot be drawn
 */
export async function drawPng({ svg, width }: Drawn): Promise<Uint8Array> {
  // Loaded only here: it is a library of the machine's own code, which some machines may lack.
  const { renderAsync } = await import('@resvg/resvg-js');
  const image = await renderAsync(svg, {
    fitTo: { mode: 'width', value: Math.min(width * POINTS_PER_PIXEL, POINTS_MAX) },
    font: { loadSystemFonts: false },
  });
  return image.asPng();
}
