import { cellOf, makeCell } from '../engine/cell.ts';
import type { Colour, View } from '../engine/types.ts';
import { type Sentence, say } from '../sentence.ts';

/**
 * A board for those who do not see it: what stands on each rank, the top one first, and then where
 * the stones of each side are.
 *
 * @param words turns sentences into the reader's language
 */
export function boardInWords(
  { size, ranks }: View,
  words: (sentence: Sentence) => string,
): readonly string[] {
  const cells: Record<Colour, string[]> = { black: [], white: [] };
  const lines = ranks.map((stones, index) => {
    const rank = size.rows - index;
    const standing = stones.flatMap((side, file) => {
      if (!side) return [];
      const cell = makeCell(cellOf(file, rank - 1));
      cells[side].push(cell);
      return [words(say('words-stone', { file: cell.replace(/\d+$/, ''), side }))];
    });
    return standing.length === 0
      ? words(say('words-rank-empty', { rank }))
      : words(say('words-rank', { rank, stones: standing.join(', ') }));
  });
  const sides = (['black', 'white'] as const).map((side) =>
    words(say('words-side', { side, count: cells[side].length, cells: cells[side].join(' ') })),
  );
  return [...lines, ...sides];
}
