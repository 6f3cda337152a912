import { ratingBandMax } from '../limits.ts';

/** The ratings, in whole points and with both ends, of players who may take up a challenge. */
export interface RatingBand {
  readonly from: number;
  readonly to: number;
}

/** Reads `1500-1800`; undefined when it is none. `makeBand` writes it. */
export function parseBand(text: string): RatingBand | undefined {
  const [, from, to] = /^(\d{1,4})-(\d{1,4})$/.exec(text) ?? [];
  const band = { from: Number(from), to: Number(to) };
  return band.from <= band.to && band.to <= ratingBandMax ? band : undefined;
}

export const makeBand = ({ from, to }: RatingBand): string => `${from}-${to}`;

/** Whether a rating, as it is shown, is inside. */
export const isInBand = (band: RatingBand, { rating }: { readonly rating: number }): boolean => {
  const shown = Math.round(rating);
  return band.from <= shown && shown <= band.to;
};
