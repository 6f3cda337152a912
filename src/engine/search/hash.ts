/** Spreads positions, the words that begin at `at`, over all numbers; it need not tell them apart. */
export const hashOf = (words: Int32Array, at: number, keyWords: number): number => {
  let hash = 0;
  for (let word = 0; word < keyWords; word++) {
    hash = Math.imul(hash ^ (words[at + word] ?? 0), 0x9e3779b1);
    hash ^= hash >>> 15;
  }
  hash = Math.imul(hash, 0x85ebca6b);
  return hash ^ (hash >>> 13);
};
