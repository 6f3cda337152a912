import type { Thing } from '../../engine/shape/view.ts';
import type { Mark } from '../ascii.ts';
import { type Ground, INKS, type Point, round } from './ground.ts';

interface Drawn {
  readonly thing: Thing | undefined;
  readonly mark: Mark | undefined;
  readonly at: Point;
  readonly cell: number;
}

/** SVG of a spot. A reached one is framed, a changed one coloured, a vacated one has a plus. */
export const drawSpot = (drawn: Drawn, frame: Ground['frame']): readonly string[] => [
  ...drawMark(drawn, frame),
  ...drawThing(drawn),
];

/**
 * SVG of a thing. A white stone is a disc on a black one: filling twice takes half the time of a stroke.
 * Chessmen are drawn; other things are a stone with a letter, or the letter alone without owner.
 */
function drawThing({ thing, at: { x, y }, cell }: Drawn): readonly string[] {
  if (!thing) return [];
  const { owner, kind, sign } = thing;
  const man = owner && drawChessman(kind, owner, { x, y }, cell);
  if (man) return [man];
  const disc = (radius: number, colour: string) =>
    `<circle cx="${x}" cy="${y}" r="${round(radius)}" fill="${colour}"/>`;
  const black = disc(cell * 0.4, INKS.black);
  const stone = owner === 'white' ? black + disc(cell * 0.355, INKS.white) : owner ? black : '';
  if (owner && kind === 'stone') return [stone];
  const letter = drawWord(kind === 'dead' ? 'x' : sign, { x, y }, cell / 3).join('');
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

/** SVG of a word centered at a point. */
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

/**
 * Letters and digits around a board, as strokes: without fonts, equal on every machine. The baseline is y =
 * 6, the width four units; letters without ascender start at y = 2, descenders end at y = 8. Syntax: SVG
 * 1.1, section 8.3.
 */
const BOWL = 'M4 4A2 2 0 1 1 0 4A2 2 0 1 1 4 4';

const STROKES: Readonly<Record<string, string>> = {
  a: `${BOWL}M4 2V6`,
  b: `${BOWL}M0 0V6`,
  c: 'M3.7 3A2 2 0 1 0 3.7 5',
  d: `${BOWL}M4 0V6`,
  e: 'M0 4H4A2 2 0 1 0 3.5 5.4',
  f: 'M3.5 .3Q1.5 -.3 1.5 2V6M0 2H3',
  g: `${BOWL}M4 2V6.2A2 1.8 0 0 1 .3 7.2`,
  h: 'M0 0V6M0 4A2 2 0 0 1 4 4V6',
  i: 'M2 2V6M2 .3V.4',
  j: 'M2.5 2V7Q2.5 8.3 .8 8M2.5 .3V.4',
  k: 'M0 0V6M3.5 2L0 4.6M1.4 3.6L3.8 6',
  l: 'M2 0V6',
  m: 'M0 2V6M0 3.4A1 1.4 0 0 1 2 3.4V6M2 3.4A1 1.4 0 0 1 4 3.4V6',
  n: 'M0 2V6M0 4A2 2 0 0 1 4 4V6',
  o: BOWL,
  p: `${BOWL}M0 2V8`,
  q: `${BOWL}M4 2V8`,
  r: 'M.5 2V6M.5 4Q.8 2 3.5 2.2',
  s: 'M3.6 2.7Q3 2 2 2Q.4 2 .4 3Q.4 3.9 2 4Q3.7 4.1 3.7 5Q3.7 6 2 6Q.8 6 .2 5.2',
  t: 'M1.5 .5V4.8Q1.5 6 3.5 5.8M0 2H3.3',
  u: 'M0 2V4A2 2 0 0 0 4 4V2M4 4V6',
  v: 'M0 2L2 6L4 2',
  w: 'M0 2L1 6L2 3L3 6L4 2',
  x: 'M0 2L4 6M4 2L0 6',
  y: 'M0 2L2.1 6M4 2L1.3 8',
  z: 'M0 2H4L0 6H4',
  0: 'M2 0Q0 0 0 3Q0 6 2 6Q4 6 4 3Q4 0 2 0',
  1: 'M.8 1.2L2.3 0V6',
  2: 'M.2 1.5Q.4 0 2 0Q4 0 4 1.7Q4 3 0 6H4',
  3: 'M.3 .8Q1 0 2 0Q3.8 0 3.8 1.5Q3.8 2.9 1.5 2.9Q4 2.9 4 4.4Q4 6 2 6Q.8 6 .1 5.1',
  4: 'M3 6V0L0 4.2H4',
  5: 'M3.7 0H.6L.3 2.8Q1 2.2 2 2.2Q4 2.2 4 4Q4 6 2 6Q.8 6 .1 5.2',
  6: 'M3.5 .6Q2.9 0 2 0Q0 0 0 3.5Q0 6 2 6Q4 6 4 4.2Q4 2.4 2 2.4Q.3 2.4 0 4',
  7: 'M0 0H4L1.5 6',
  8: 'M2 2.9Q.3 2.9 .3 1.4Q.3 0 2 0Q3.7 0 3.7 1.4Q3.7 2.9 2 2.9Q0 2.9 0 4.4Q0 6 2 6Q4 6 4 4.4Q4 2.9 2 2.9',
  9: 'M.5 5.4Q1.1 6 2 6Q4 6 4 2.5Q4 0 2 0Q0 0 0 1.8Q0 3.6 2 3.6Q3.7 3.6 4 2',
};

/** Width, height and distance of signs. */
const SIGN = { width: 4, height: 6, pitch: 5.6 } as const;

/** A box, for other signs. */
const OTHER = 'M0 2H4V6H0Z';

/** The strokes of a word's signs; capitals are drawn as small letters. */
const strokesOf = (word: string): readonly string[] =>
  [...word.toLowerCase()].map((sign) => STROKES[sign] ?? OTHER);

/** Our own chessmen, in a square of a hundred units: solid shapes that overlap, and lines on them. */
interface Man {
  readonly shapes: string;
  readonly lines: string;
}

const ball = (x: number, y: number, radius: number): string =>
  `M${x - radius} ${y}a${radius} ${radius} 0 1 1 ${2 * radius} 0a${radius} ${radius} 0 1 1 ${-2 * radius} 0z`;

const FOOT = 'M24 87h52v-7q0-5-7-7H31q-7 2-7 7z';
const LINE_ABOVE_FOOT = 'M32 74h36';

const CHESSMEN: Readonly<Record<string, Man>> = {
  king: {
    shapes: `M47 9h6v6h6v6h-6v9h-6v-9h-6v-6h6zM50 37C57 23 82 27 78 47C76 57 70 61 69 73H31C30 61 24 57 22 47C18 27 43 23 50 37z${FOOT}`,
    lines: `M50 40V61M31 63Q50 56 69 63${LINE_ABOVE_FOOT}`,
  },
  queen: {
    shapes: `M20 33L33 55L35 27L45 52L50 22L55 52L65 27L67 55L80 33L69 73H31z${[
      ball(20, 31, 5.5),
      ball(35, 24, 5.5),
      ball(50, 20, 5.5),
      ball(65, 24, 5.5),
      ball(80, 31, 5.5),
    ].join('')}${FOOT}`,
    lines: `M29 63Q50 56 71 63${LINE_ABOVE_FOOT}`,
  },
  rook: {
    shapes: `M26 20h11v8h8v-8h10v8h8v-8h11v16l-9 8v22l7 7H28l7-7V44l-9-8z${FOOT}`,
    lines: `M35 44h30M35 66h30`,
  },
  bishop: {
    shapes: `${ball(50, 17, 5.5)}M50 21C34 33 30 45 37 57H63C70 45 66 33 50 21zM35 56h30v8h-30zM42 62h16q1 8 9 11H33q8-3 9-11z${FOOT}`,
    lines: `M50 33v16M43 41h14M35 60h30${LINE_ABOVE_FOOT}`,
  },
  knight: {
    shapes: `M72 74C77 48 72 29 54 22L50 13L43 21C34 25 30 34 22 48Q19 56 26 59Q32 60 36 54L47 50Q48 57 40 62Q31 68 31 75z${FOOT}`,
    lines: `M39 36h3M27 53h2M57 30Q67 40 66 60${LINE_ABOVE_FOOT}`,
  },
  pawn: {
    shapes: `${ball(50, 34, 13)}M37 46h26v7h-26zM43 50h14q1 15 11 24H32q10-9 11-24z${FOOT}`,
    lines: LINE_ABOVE_FOOT,
  },
};

function drawChessman(
  kind: string,
  owner: 'black' | 'white',
  { x, y }: Point,
  cell: number,
): string | undefined {
  const man = CHESSMEN[kind];
  if (!man) return undefined;
  const scale = cell / 100;
  const [ink, line] = owner === 'white' ? [INKS.white, INKS.black] : [INKS.black, INKS.white];
  return [
    `<g transform="translate(${round(x - cell / 2)} ${round(y - cell / 2)}) scale(${scale})" stroke-linejoin="round">`,
    `<path d="${man.shapes}" stroke="${INKS.black}" stroke-width="7"/>`,
    `<path d="${man.shapes}" fill="${ink}"/>`,
    `<path d="${man.lines}" fill="none" stroke="${line}" stroke-width="3.5" stroke-linecap="round"/>`,
    '</g>',
  ].join('');
}
