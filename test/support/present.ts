/**
 * Whether the programs that a test needs are on this machine. In CI they must be; elsewhere the test
 * is skipped, and says so.
 */
export function present(programs: string, found: boolean): boolean {
  if (found) return true;
  if (process.env['CI'] === 'true') throw new Error(`this machine lacks ${programs}`);
  console.warn(`skipped, because this machine lacks ${programs}`);
  return false;
}
