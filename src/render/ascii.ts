import type { MoveEffects } from '../engine/shape/types.ts';
import type { LineView, Side, View } from '../engine/shape/view.ts';

/** The names of the spots that the last ply has touched. */
export interface Marks {
  /** Where it went to: what stands there stands in brackets. */
  readonly reached: ReadonlySet<string>;
  /** What it left empty shows as `+`. */
  readonly vacated: ReadonlySet<string>;
  /** Where something stands that has become another side's or another thing. */
  readonly turned: ReadonlySet<string>;
}

/** What the last ply has done to a spot: something came to it, changed on it, or left it. */
export type Mark = keyof Marks;

/** A board, and whose things stand on it. */
export interface BoardView {
  readonly view: View;
  readonly sides: readonly [Side, Side];
}

/** A board to be drawn. */
export interface BoardDrawing extends BoardView {
  readonly marks: Marks;
  readonly coordinates: boolean;
  /** An HTML part shows it as one picture. */
  readonly isWhole?: boolean;
}

/** What a ply is to be marked by; undefined when nothing has moved. */
export const marksOf = (effects: MoveEffects | undefined): Marks => ({
  reached: new Set(effects?.reached),
  vacated: new Set(effects?.vacated),
  turned: new Set(effects?.turned),
});

/** The mark of a spot; where a ply has done several things to it, how it ended. */
export const markAt = ({ reached, turned, vacated }: Marks, name: string): Mark | undefined =>
  reached.has(name)
    ? 'reached'
    : turned.has(name)
      ? 'turned'
      : vacated.has(name)
        ? 'vacated'
        : undefined;

/** Columns left of the first file: the rank and the blanks around it. */
export const BOARD_MARGIN = 5;

/**
 * A board in a fixed width, as the classic servers drew it: a sign and a blank for each spot, files
 * above and below, ranks left and right, unless there are to be no coordinates. Hexes lean: each line
 * stands half a spot to the right of the one above.
 */
export function drawBoard(
  { grid, files, lines }: View,
  marks: Marks,
  coordinates = true,
): readonly string[] {
  const lean = grid === 'hexes' ? 1 : 0;
  const drawn = lines.map((line) => drawLine(line, line.shift + lean, marks, coordinates));
  if (!coordinates || files.length === 0) return drawn;
  const head = (shift: number) => ' '.repeat(BOARD_MARGIN + shift) + files.join(' ');
  return [head(0), ...drawn, head(lean && (lines.at(-1)?.shift ?? 0) + 2)];
}

/** The same of a board with all that is to be seen of it. */
export const drawSight = ({ view, marks, coordinates }: BoardDrawing): readonly string[] =>
  drawBoard(view, marks, coordinates);

function drawLine(
  { label: written, spots }: LineView,
  shift: number,
  { reached, vacated }: Marks,
  coordinates: boolean,
): string {
  const label = coordinates ? written : '';
  const signs = spots.map((spot) => {
    if (!spot) return ' ';
    const { name, thing, tone } = spot;
    return thing?.sign ?? (vacated.has(name) ? '+' : tone === 'dot' ? ',' : '.');
  });
  const left = ' '.repeat(shift) + label.padStart(BOARD_MARGIN - 2);
  let line = `${left}  ${signs.join(' ')}  ${label}`;
  for (const name of reached) {
    const file = spots.findIndex((spot) => spot?.thing && spot.name === name);
    if (file < 0) continue;
    const at = BOARD_MARGIN + shift + 2 * file;
    line = `${line.slice(0, at - 1)}[${signs[file]}]${line.slice(at + 2)}`;
  }
  return line.trimEnd();
}

const SIGNS: Readonly<Record<string, string>> = {
  '&': '&amp;',
  '<': '&lt;',
  '>': '&gt;',
  '"': '&quot;',
};

/** A text as it stands within the quotation marks of an attribute, or between two elements. */
export const inMarkup = (text: string): string =>
  text.replace(/[&<>"]/g, (sign) => SIGNS[sign] ?? sign);
