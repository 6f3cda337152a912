/** An error as it is told to the operator; what follows its first line repeats the template. */
export const firstLine = (error: unknown): string =>
  (String(error).split('\n')[0] ?? '').slice(0, 200);
