/** What one probe has found, for the operator. It names no password and no key. */
export interface Finding {
  /** What was looked at, in a word or two: `imap`, `disk`. */
  readonly name: string;
  /** `warn`: the server runs, and somebody should know. `wrong`: it will not work as it is. */
  readonly level: 'ok' | 'warn' | 'wrong';
  /** What is the matter, or that all is well, in one line. */
  readonly what: string;
  /** What to do about it. */
  readonly remedy?: string;
}

/** The findings of one probe, which all have its name. */
export function findingsOf(name: string) {
  return {
    ok: (what: string): Finding => ({ name, level: 'ok', what }),
    warn: (what: string, remedy: string): Finding => ({ name, level: 'warn', what, remedy }),
    wrong: (what: string, remedy: string): Finding => ({ name, level: 'wrong', what, remedy }),
  };
}
