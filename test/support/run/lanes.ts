/**
 * Does something with each of a list, several at once. The first that fails ends it: what has begun
 * is left alone, and nothing else begins.
 */
export async function withEach<T>(
  list: readonly T[],
  atOnce: number,
  work: (one: T) => Promise<void>,
): Promise<void> {
  // Of a generator, unlike of a list, nobody gets more once somebody has left it.
  const left = (function* () {
    yield* list;
  })();
  const lane = async (): Promise<void> => {
    for (const one of left) await work(one);
  };
  await Promise.all(Array.from({ length: atOnce }, lane));
}
