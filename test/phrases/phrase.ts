import { readFileSync } from 'node:fs';
import { join } from 'node:path';

/** One letter of a player, and what ought to come of it. */
export interface Phrase {
  readonly id: string;
  /** The state that it is written in; see `contexts.ts`. */
  readonly context: string;
  /** Null where it is the one that a mail program writes by itself. */
  readonly subject: string | null;
  /** The new text, without anything quoted. */
  readonly text: string;
  /** Outcomes that are all good, with ` | ` between; see `wants.ts`. */
  readonly want: string;
}

const FOLDER = join(import.meta.dirname, '../fixtures/conformance/phrases');

/** The phrases of one of the files, in its order. */
export const phrasesOf = (file: string): readonly Phrase[] =>
  readFileSync(join(FOLDER, file), 'utf8')
    .split('\n')
    .filter((line) => line !== '')
    .map((line) => JSON.parse(line));
