import type { MoveEffects } from '../engine/shape/types.ts';
import {
  type LineView,
  type Side,
  type Spot,
  sideOf,
  type Thing,
  type View,
} from '../engine/shape/view.ts';
import { shownLimits } from '../limits.ts';
import { say, type Wording } from '../sentence.ts';

/** The effect of the last ply on a spot. */
export type Mark = keyof Marks;

export interface BoardView {
  readonly view: View;
  readonly sides: readonly [Side, Side];
}

export interface BoardDrawing extends BoardView {
  readonly marks: Marks;
  readonly coordinates: boolean;
  /** HTML shows it as one picture. */
  readonly isWhole?: boolean;
}

/** Names of the spots changed by a ply; without effects none. */
export const marksOf = (effects?: MoveEffects) => ({
  /** Destinations: shown in brackets. */
  reached: new Set(effects?.reached),
  /** Shown as `+`. */
  vacated: new Set(effects?.vacated),
  /** Spots whose thing has changed its owner or kind. */
  turned: new Set(effects?.turned),
});
export type Marks = ReturnType<typeof marksOf>;

/** The mark of a spot; of several effects the final one. */
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
 * A board in fixed width, as the classic servers drew it: a sign and a blank per spot, with optional
 * coordinates: files above and below, ranks left and right. Hexes lean: each line is half a spot to the
 * right of the one above.
 */
export function drawBoard({
  view: { grid, files, lines },
  marks,
  coordinates,
}: Pick<BoardDrawing, 'view' | 'marks' | 'coordinates'>): readonly string[] {
  const lean = grid === 'hexes' ? 1 : 0;
  const drawn = lines.map((line) => drawLine(line, line.shift + lean, marks, coordinates));
  if (!coordinates || files.length === 0) return drawn;
  const head = (shift: number) => ' '.repeat(BOARD_MARGIN + shift) + files.join(' ');
  return [head(0), ...drawn, head(lean && (lines.at(-1)?.shift ?? 0) + 2)];
}

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
  // Of two neighbours in brackets, the `[` of the right one replaces the `]` of the left one.
  for (const [file, spot] of spots.entries()) {
    if (!spot?.thing || !reached.has(spot.name)) continue;
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

/** Escapes a text for a quoted attribute, or between elements. */
export const escapeMarkup = (text: string): string =>
  text.replace(/[&<>"]/g, (sign) => SIGNS[sign] ?? sign);

export const cellOwner = (
  { sides }: Pick<BoardView, 'sides'>,
  { owner }: Thing,
): Side['name'] | 'nobody' => (owner ? sideOf({ sides }, owner).name : 'nobody');

/** A board for blind readers: the things on each line, top first, then those of each side. */
export function boardInWords(seen: BoardView, words: Wording): readonly string[] {
  const lines = seen.view.lines.map(({ label: rank, spots }) => {
    const standing = spots.flatMap((spot) => {
      if (!spot?.thing) return [];
      const { name, thing } = spot;
      const file = name.endsWith(rank) ? name.slice(0, -rank.length) : name;
      return words(say(`words-${thing.kind}`, { file, side: cellOwner(seen, thing) }));
    });
    return standing.length === 0
      ? words(say('words-rank-empty', { rank }))
      : words(say('words-rank', { rank, stones: standing.join(', ') }));
  });
  return [...lines, ...sidesInWords(seen, words)];
}

/** The spots of the things of each side, and of unowned ones, a line each. */
function sidesInWords({ view, sides }: BoardView, words: Wording): readonly string[] {
  const things = view.lines
    .flatMap(({ spots }) => spots)
    .filter((spot): spot is Spot => !!spot?.thing);
  const owned = sides.map(({ colour, name: side }) => {
    const own = things.filter(({ thing }) => thing?.owner === colour);
    const cells = own.map(({ name }) => name).join(' ');
    return own.every(({ thing }) => thing?.kind === 'stone')
      ? words(say('words-side', { side, count: own.length, cells }))
      : words(say('words-things', { side, things: listed(own, words, side) }));
  });
  const others = things.filter(({ thing }) => thing?.owner === undefined);
  if (others.length === 0) return owned;
  return [...owned, words(say('words-nobodys', { things: listed(others, words) }))];
}

/** Alternative text of a board's picture: all things, or of a large board their number. */
export function boardInShort(seen: BoardView, words: Wording): string {
  const all = sidesInWords(seen, words).join('. ');
  return all.length <= shownLimits.altChars ? all : words(say('board-large', countsOf(seen)));
}

/** Alternative text of a sketch: the board's size, and the number of things. */
export const boardAtAGlance = (seen: BoardView, words: Wording): string =>
  words(say('board-at-a-glance', countsOf(seen)));

function countsOf({ view: { lines }, sides: [first, second] }: BoardView) {
  const spots = lines.flatMap((line) => line.spots);
  const countOf = ({ colour }: Side) =>
    spots.filter((spot) => spot?.thing?.owner === colour).length;
  return {
    cols: Math.max(...lines.map((line) => line.spots.length)),
    rows: lines.length,
    side: first.name,
    count: countOf(first),
    owner: second.name,
    others: countOf(second),
  };
}

/** `d1 black king, a1 black rook`. */
const listed = (
  spots: readonly Spot[],
  words: Wording,
  side: Side['name'] | 'nobody' = 'nobody',
): string =>
  spots
    .flatMap(({ name, thing }) =>
      thing ? `${name} ${words(say(`thing-${thing.kind}`, { side }))}` : [],
    )
    .join(', ');
