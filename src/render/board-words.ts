import { type Side, type Spot, sideOf, type Thing } from '../engine/shape/view.ts';
import { altCharsMax } from '../limits.ts';
import { say, type Wording } from '../sentence.ts';
import type { BoardView } from './ascii.ts';

/** The name of a thing's side. */
export const cellOwner = (
  { sides }: Pick<BoardView, 'sides'>,
  { owner }: Thing,
): Side['name'] | 'nobody' => (owner ? sideOf({ sides }, owner).name : 'nobody');

/**
 * A board for blind readers: the things on each line, top first, then those of each side.
 *
 * @param words translates sentences for the reader
 */
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
  return all.length <= altCharsMax ? all : words(say('board-large', countsOf(seen)));
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
