/** Pseudorandom numbers that repeat for the same seed. */

/** Draws a pseudorandom integer from 0 to `below` - 1. */
export type Draw = (below: number) => number;

/** A seeded generator: FNV-1a of the seed's characters, then mulberry32. */
export const drawsFrom = (seed: string): Draw => {
  let state = 0x811c9dc5;
  for (const char of seed) state = Math.imul(state ^ (char.codePointAt(0) ?? 0), 0x01000193);
  return (below) => {
    state = (state + 0x6d2b79f5) | 0;
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state);
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed;
    return ((mixed ^ (mixed >>> 14)) >>> 0) % below;
  };
};

export const shuffled = <T>(list: readonly T[], draw: Draw): readonly T[] => {
  const rest = [...list];
  return list.map(() => {
    const at = draw(rest.length);
    const [last] = rest.splice(-1);
    const pick = at === rest.length ? last : rest[at];
    if (at < rest.length) rest[at] = last as T;
    return pick as T;
  });
};
