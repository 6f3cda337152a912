import { INKS, type Point, round } from './ground.ts';

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

/** SVG of a chessman; undefined for other things. */
export function drawChessman(
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
