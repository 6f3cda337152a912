/** A text as a pattern that finds it as it stands. */
export const literal = (text: string): string => text.replace(/[.*+?^${}()|[\]\\/]/g, '\\$&');

/**
 * Finds any of some texts in one pass, where several begin at the longest. One pattern, because each
 * text on its own would take a pass of its own.
 *
 * @returns undefined when there are none
 */
export function anyOf(texts: readonly string[]): RegExp | undefined {
  const longestFirst = texts
    .filter((text) => text !== '')
    .toSorted((one, other) => other.length - one.length);
  return longestFirst.length === 0
    ? undefined
    : new RegExp(longestFirst.map(literal).join('|'), 'g');
}
