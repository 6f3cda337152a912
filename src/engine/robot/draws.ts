/** Numbers from 0 to below a bound that look random. */
export type Draw = (below: number) => number;

/** Draws that are the same again for the same seed: FNV-1a of its signs, then mulberry32. */
export const drawsFrom = (seed: string): Draw => {
  let state = 0x811c9dc5;
  for (const sign of seed) state = Math.imul(state ^ (sign.codePointAt(0) ?? 0), 0x01000193);
  return (below) => {
    state = (state + 0x6d2b79f5) | 0;
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state);
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed;
    return ((mixed ^ (mixed >>> 14)) >>> 0) % below;
  };
};

/** A list in an order by chance. */
export const shuffled = <T>(list: readonly T[], draw: Draw): readonly T[] => {
  const left = [...list];
  return list.map(() => {
    const at = draw(left.length);
    const [last] = left.splice(-1);
    const drawn = at === left.length ? last : left[at];
    if (at < left.length) left[at] = last as T;
    return drawn as T;
  });
};
