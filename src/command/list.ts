import type { List } from '../intent.ts';
import { listLinesMax } from '../limits.ts';
import { type Sentence, say } from '../sentence.ts';

/**
 * A list with its title, cut to what a letter holds; how many more there are stands below it. No
 * list at all when there is nothing to list.
 *
 * @param below what to type about it
 */
export function makeList<T>(
  title: Sentence,
  columns: readonly string[],
  items: readonly T[],
  row: (item: T) => List['rows'][number],
  below: readonly Sentence[] = [],
): readonly List[] {
  if (items.length === 0) return [];
  const more = items.length - listLinesMax;
  return [
    {
      title,
      columns: columns.map((name) => say(`column-${name}`)),
      rows: items.slice(0, listLinesMax).map(row),
      below: [...(more > 0 ? [say('list-more', { more })] : []), ...below],
    },
  ];
}
