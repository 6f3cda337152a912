import { cellOf, makeCell } from '../engine/cell.ts';
import type { Colour, View } from '../engine/types.ts';
import { type Sentence, say } from '../sentence.ts';

/**
 * A board for those who do not see it: what stands on each rank, the top one first, and then where
 * the stones of each side are.
 *
 * @param words turns sentences into the reader's language
 */
export function boardInWords(view: View, words: (sentence: Sentence) => string): readonly string[] {
  const lines = view.ranks.map((stones, index) => {
    const rank = view.size.rows - index;
    const standing = stones.flatMap((side, file) =>
      side ? [words(say('words-stone', { file: String.fromCharCode(97 + file), side }))] : [],
    );
    return standing.length === 0
      ? words(say('words-rank-empty', { rank }))
      : words(say('words-rank', { rank, stones: standing.join(', ') }));
  });
  return [...lines, ...sidesInWords(view, words)];
}

/** Where the stones of each side are, a line a side. */
export function sidesInWords(
  { size, ranks }: View,
  words: (sentence: Sentence) => string,
): readonly string[] {
  const cells: Record<Colour, string[]> = { black: [], white: [] };
  for (const [index, stones] of ranks.entries()) {
    for (const [file, side] of stones.entries()) {
      if (side) cells[side].push(makeCell(cellOf(file, size.rows - 1 - index)));
    }
  }
  return (['black', 'white'] as const).map((side) =>
    words(say('words-side', { side, count: cells[side].length, cells: cells[side].join(' ') })),
  );
}
