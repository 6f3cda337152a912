import { performance } from 'node:perf_hooks';

const RUNS = 5;

/** The middle one of some numbers. */
export const median = (numbers: readonly number[]): number =>
  numbers.toSorted((one, next) => one - next)[numbers.length >> 1] ?? 0;

/** How long some work takes, in milliseconds: the median of several runs on one core. */
export const medianMs = (work: () => void, runs = RUNS): number =>
  median(
    Array.from({ length: runs }, () => {
      const startMs = performance.now();
      work();
      return performance.now() - startMs;
    }),
  );

export const say = (line: string): void => {
  process.stdout.write(`${line}\n`);
};
