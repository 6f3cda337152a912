/** A fault of one line, put into a copy of the program, and the tests that must notice it. */
export interface Mutant {
  /** What goes wrong. */
  readonly what: string;
  /** Below src/. */
  readonly file: string;
  /** Stands there once. */
  readonly from: string;
  readonly to: string;
  /** Below test/, without `.test.ts`. */
  readonly test: string;
  /** What the names of the tests that notice it hold, where the others of the file are slow. */
  readonly title?: string;
}
