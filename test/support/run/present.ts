/** How a file begins to say why it skips tests; `skipped.ts` says it again at the end of the run. */
export const SKIPPED = 'some tests are skipped: ';

/** Says why tests of this file are skipped. */
export const skipping = (why: string): void => console.warn(`${SKIPPED}${why}`);

/**
 * Whether the programs that a test needs are on this machine. In CI they must be; elsewhere the test
 * is skipped, and says so.
 */
export function present(programs: string, found: boolean): boolean {
  if (found) return true;
  if (process.env['CI'] === 'true') throw new Error(`this machine lacks ${programs}`);
  skipping(`this machine lacks ${programs}`);
  return false;
}
