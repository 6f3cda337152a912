import { COLOURS } from '../engine/ground.ts';
import type { Spot, View } from '../engine/view.ts';
import { type Sentence, say } from '../sentence.ts';

/**
 * A board for those who do not see it: what stands on each line, the top one first, and then where
 * the things of each side are.
 *
 * @param words turns sentences into the reader's language
 */
export function boardInWords(view: View, words: (sentence: Sentence) => string): readonly string[] {
  const lines = view.lines.map(({ label: rank, spots }) => {
    const standing = spots.flatMap((spot) => {
      const { owner: side } = spot?.thing ?? {};
      const file = spot?.name.slice(0, -rank.length) ?? '';
      return side ? [words(say('words-stone', { file, side }))] : [];
    });
    return standing.length === 0
      ? words(say('words-rank-empty', { rank }))
      : words(say('words-rank', { rank, stones: standing.join(', ') }));
  });
  return [...lines, ...sidesInWords(view, words)];
}

/** Where the things of each side are, a line a side. */
export function sidesInWords(
  { lines }: View,
  words: (sentence: Sentence) => string,
): readonly string[] {
  const things = lines.flatMap(({ spots }) => spots).filter((spot): spot is Spot => !!spot?.thing);
  return COLOURS.map((side) => {
    const cells = things.filter(({ thing }) => thing?.owner === side).map(({ name }) => name);
    return words(say('words-side', { side, count: cells.length, cells: cells.join(' ') }));
  });
}
