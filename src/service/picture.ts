/** Screens of telephones have two or three points for each pixel of a letter. */
const POINTS_PER_PIXEL = 2;

/**
 * Draws an SVG of ours as PNG, in a thread of the runtime. It uses no font, so none is looked for.
 *
 * @throws Error when it cannot be drawn
 */
export async function drawPng(svg: string): Promise<Uint8Array> {
  // Loaded only here: it is a library of the machine's own code, which some machines may lack.
  const { renderAsync } = await import('@resvg/resvg-js');
  const image = await renderAsync(svg, {
    fitTo: { mode: 'zoom', value: POINTS_PER_PIXEL },
    font: { loadSystemFonts: false },
  });
  return image.asPng();
}
