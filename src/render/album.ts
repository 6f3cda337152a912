import type { Sight } from './ascii.ts';
import { drawSvg } from './svg.ts';

/** A picture that an HTML part shows by `cid:` (RFC 2392), yet to be drawn. */
export interface InlinePicture {
  readonly cid: string;
  readonly svg: string;
  /** In CSS pixels. */
  readonly width: number;
}

/** Where a picture stands in an HTML part. */
interface PlacedPicture {
  readonly cid: string;
  /** In CSS pixels. */
  readonly width: number;
  readonly height: number;
  /** What is read aloud, or shown where pictures are not. */
  readonly alt: string;
}

/** The pictures of one letter. */
export interface Album {
  readonly pictures: readonly InlinePicture[];
  /** Undefined for a reader who wants no pictures. */
  place(sight: Sight, alt: () => string): PlacedPicture | undefined;
}

/**
 * @param id what the Content-IDs are made from, unique in the world; undefined makes an album that
 *   stays empty
 */
export function makeAlbum(id: string | undefined): Album {
  const pictures: InlinePicture[] = [];
  return {
    pictures,
    place({ view, marks, coordinates }, alt) {
      if (id === undefined) return undefined;
      const { svg, width, height } = drawSvg(view, marks, coordinates);
      const cid = `board-${pictures.length + 1}.${id}`;
      pictures.push({ cid, svg, width });
      return { cid, width, height, alt: alt() };
    },
  };
}
