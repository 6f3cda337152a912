/** The part of gifenc that is used here; the package has no types of its own. */
declare module 'gifenc' {
  export type Palette = readonly (readonly number[])[];

  export interface Encoder {
    writeFrame(
      index: Uint8Array,
      width: number,
      height: number,
      options: { readonly palette: Palette; readonly delay: number },
    ): void;
    finish(): void;
    bytes(): Uint8Array;
  }
  interface Gifenc {
    GIFEncoder(): Encoder;
    quantize(rgba: Uint8Array, colours: number): Palette;
    applyPalette(rgba: Uint8Array, palette: Palette): Uint8Array;
  }
  const gifenc: Gifenc;
  export default gifenc;
}
