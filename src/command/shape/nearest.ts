import { distance } from 'fastest-levenshtein';

/**
 * The known word that a mistyped one was probably meant to be: one letter off or two neighbours
 * swapped, two letters off in a long word. Undefined when none is that near; of several the nearest,
 * and of equals the first.
 */
export function nearest(written: string, known: readonly string[]): string | undefined {
  const word = written.toLowerCase();
  let found: string | undefined;
  let fewest = Number.POSITIVE_INFINITY;
  for (const each of known) {
    const off = distance(word, each);
    const slips = off === 2 && isSwap(word, each) ? 1 : off;
    const near = slips === 1 || (slips === 2 && each.length >= 7);
    if (near && slips < fewest) [found, fewest] = [each, slips];
  }
  return found;
}

function isSwap(word: string, known: string): boolean {
  const sorted = (text: string) => [...text].sort().join('');
  return word.length === known.length && sorted(word) === sorted(known);
}
