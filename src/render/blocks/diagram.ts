import type { Side } from '../../engine/shape/sides.ts';
import type { Line, Spot, View } from '../../engine/shape/view.ts';
import { drawSight, MARGIN, type Sight } from '../ascii.ts';

/** One of the boards of a diagram: in which column its first file stands, and all its files. */
interface Frame {
  readonly at: number;
  readonly files: readonly string[];
}

/** The files of a board, from the first one: `a b c`. */
const FILES = /(?<=^ *| {3,})a(?: [b-z])*(?= {3,}|$)/g;

/**
 * The boards of a diagram that shows stones as `drawBoard` does, one board or several beside each
 * other: so a page that says in signs what it shows can be drawn like a board that is played on.
 *
 * @param sides whose stones there may be
 * @returns undefined when anything in it would be drawn in another way
 */
export function sightsIn(
  lines: readonly string[],
  sides: readonly [Side, Side],
): readonly Sight[] | undefined {
  const padded = lines.map((line) => ' '.repeat(MARGIN) + line.trimEnd());
  const frames = [...(padded[0] ?? '').matchAll(FILES)].map(
    ({ index: at, 0: files }): Frame => ({ at, files: files.split(' ') }),
  );
  if (frames.length === 0) return undefined;
  for (const grid of ['squares', 'hexes'] as const) {
    const sights = frames.map((frame) => sightIn(padded, frame, grid, sides));
    if (beside(sights, frames).join('\n') === padded.join('\n')) return sights;
  }
  return undefined;
}

/** Reads a board where it should stand; what else is there, is found when it is drawn again. */
function sightIn(
  [, ...below]: readonly string[],
  { at, files }: Frame,
  grid: View['grid'],
  sides: readonly [Side, Side],
): Sight {
  const reached = new Set<string>();
  const vacated = new Set<string>();
  const lines = below.slice(0, -1).map((line, rank): Line => {
    const start = at + (grid === 'hexes' ? rank + 1 : 0);
    const label = line.slice(start - MARGIN, start - 2).trim();
    const spots = files.map((file, column): Spot | undefined => {
      const name = `${file}${label}`;
      const sign = line.charAt(start + 2 * column);
      if (line.charAt(start + 2 * column - 1) === '[') reached.add(name);
      if (sign === '+') vacated.add(name);
      if (sign === ',') return { name, tone: 'dot' };
      const side = sides.find((each) => each.sign === sign);
      if (side) return { name, thing: { owner: side.colour, kind: 'stone', sign } };
      return sign === ' ' ? undefined : { name };
    });
    return { label, shift: grid === 'hexes' ? rank : 0, spots };
  });
  return {
    view: { grid, files, lines },
    sides,
    marks: { reached, vacated, turned: new Set() },
    coordinates: true,
  };
}

/** Boards as a diagram has them. */
function beside(sights: readonly Sight[], frames: readonly Frame[]): readonly string[] {
  const drawn = sights.map(drawSight);
  return (drawn[0] ?? []).map((_, line) =>
    frames.reduce(
      (left, { at }, board) => left.padEnd(at - MARGIN) + (drawn[board]?.[line] ?? ''),
      '',
    ),
  );
}
