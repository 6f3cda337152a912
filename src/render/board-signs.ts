import type { Side } from '../engine/shape/sides.ts';
import type { Colour } from '../engine/shape/types.ts';
import type { View } from '../engine/shape/view.ts';

/**
 * The stones of an HTML part. Both are drawn in the ink of the text, so that a mail program that turns
 * dark colours into light ones does not make a black stone of a white one.
 */
export const STONE_SIGNS: Readonly<Record<Colour, string>> = { black: '\u25cf', white: '\u25cb' };

/** How the sign of a side stands in a line: `(#)` in text, a stone in an HTML part. */
export interface SideSign {
  readonly inText: string;
  readonly inHtml: string;
}

/** A side is shown by its stone, unless what it has on the board is something else. */
export const signsOf = (sides: readonly Side[], { lines }: View): readonly SideSign[] =>
  sides.map(({ colour, sign }) => {
    const inText = `(${sign})`;
    const hasOthers = lines.some(({ spots }) =>
      spots.some((spot) => spot?.thing?.owner === colour && spot.thing.kind !== 'stone'),
    );
    return { inText, inHtml: hasOthers ? inText : STONE_SIGNS[colour] };
  });
