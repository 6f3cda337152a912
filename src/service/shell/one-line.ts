/** What JavaScript itself throws at a mistake in the program. */
const BUGS = [TypeError, RangeError, ReferenceError];

/**
 * What a broken machine, a damaged file or a newer program has done, for the operator.
 *
 * @throws the error itself when it is a bug, which keeps its stack
 */
export function oneLine(error: unknown): string {
  if (!(error instanceof Error) || BUGS.some((bug) => error instanceof bug)) throw error;
  return error.message;
}
