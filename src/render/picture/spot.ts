import type { Thing } from '../../engine/shape/view.ts';
import type { Mark } from '../ascii.ts';
import { type Ground, type Point, round } from './ground.ts';
import { INKS } from './inks.ts';
import { SIGN, strokesOf } from './strokes.ts';

/** What is drawn of a spot above its ground, as SVG. */
export interface Drawn {
  readonly thing: Thing | undefined;
  readonly mark: Mark | undefined;
  readonly at: Point;
  /** Width of a spot. */
  readonly cell: number;
}

/** A spot that was reached is framed; one whose thing has changed has its colour, one left a plus. */
export const drawSpot = (drawn: Drawn, frame: Ground['frame']): readonly string[] => [
  ...drawMark(drawn, frame),
  ...drawThing(drawn),
];

/**
 * A white stone is a disc on a black one: to fill twice takes half the time of a stroke. Anything else
 * is a stone with its letter, or the letter alone where it is nobody's.
 */
function drawThing({ thing, at: { x, y }, cell }: Drawn): readonly string[] {
  if (!thing) return [];
  const { owner, kind, sign } = thing;
  const disc = (radius: number, colour: string) =>
    `<circle cx="${x}" cy="${y}" r="${round(radius)}" fill="${colour}"/>`;
  const black = disc(cell * 0.4, INKS.black);
  const stone = owner === 'white' ? black + disc(cell * 0.355, INKS.white) : owner ? black : '';
  if (owner && kind === 'stone') return [stone];
  const letter = drawWord(sign, { x, y }, cell / 3).join('');
  const ink = owner === 'black' ? INKS.white : owner ? INKS.black : INKS.mark;
  return [stone, `<g fill="none" stroke="${ink}" stroke-linecap="round">${letter}</g>`];
}

function drawMark({ mark, at: { x, y }, cell }: Drawn, frame: Ground['frame']): readonly string[] {
  if (mark === 'vacated') {
    const arm = cell / 6;
    const plus = `M${x - arm} ${y}h${2 * arm}M${x} ${y - arm}v${2 * arm}`;
    return [`<path d="${plus}" stroke="${INKS.mark}" stroke-width="${round(cell / 16)}"/>`];
  }
  if (mark === undefined) return [];
  const line = cell / 15;
  const border = mark === 'reached' ? ` stroke="${INKS.mark}" stroke-width="${line}"` : '';
  return [`${frame({ x, y }, cell - line)} fill="${INKS.marked}"${border}/>`];
}

/** A word with its middle at a point, its letters of a height. */
export function drawWord(word: string, { x, y }: Point, high: number): readonly string[] {
  const scale = high / SIGN.height;
  const signs = strokesOf(word);
  const wordWidth = (signs.length - 1) * SIGN.pitch + SIGN.width;
  const left = x - (wordWidth / 2) * scale;
  const top = y - (SIGN.height / 2) * scale;
  return signs.map((strokes, at) => {
    const offset = left + at * SIGN.pitch * scale;
    return `<path transform="translate(${round(offset)} ${round(top)}) scale(${round(scale)})" d="${strokes}"/>`;
  });
}
