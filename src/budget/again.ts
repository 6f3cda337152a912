/**
 * When somebody may do again what is allowed so many times within a time.
 *
 * @param times when it was done within that time, in UTC milliseconds
 * @returns undefined when it may be done now
 */
export function againAt(
  times: readonly number[],
  most: number,
  withinMs: number,
): number | undefined {
  const newest = times.toSorted((one, next) => next - one);
  const last = newest[most - 1];
  return last === undefined ? undefined : last + withinMs;
}
