import { distance } from 'fastest-levenshtein';

/**
 * The known word that a mistyped one was probably meant to be: one letter off or two neighbours
 * swapped, two letters off in a long word. Undefined when none is that near.
 */
export function nearest(written: string, known: readonly string[]): string | undefined {
  const word = written.toLowerCase();
  return known.find((each) => {
    const off = distance(word, each);
    return off === 1 || (off === 2 && (each.length >= 7 || isSwap(word, each)));
  });
}

function isSwap(word: string, known: string): boolean {
  const sorted = (text: string) => [...text].sort().join('');
  return word.length === known.length && sorted(word) === sorted(known);
}
