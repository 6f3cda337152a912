import { readFileSync, statSync } from 'node:fs';
import { journalFiles, type Written } from '../shell/journal.ts';

/** What a journal tells of the time after a backup. */
export interface Told {
  /** In the order in which it happened. */
  readonly entries: readonly Written[];
  /** Whether nothing is missing before the last of them. */
  readonly whole: boolean;
  /** When the server was last at work, as far as the journal shows; 0 where it does not. */
  readonly aliveAt: number;
}

/** There is no journal, or it is not that of this database. */
export const NOTHING_TOLD: Told = { entries: [], whole: false, aliveAt: 0 };

/** Of a backup: how far the journal had come, and in which era. */
export interface Mark {
  readonly entries: number;
  readonly era: number | undefined;
}

/**
 * Reads what is in the journal after a backup. An entry whose number was given before tells that what was
 * noted from there on never came to be: its transaction was undone, or an older database was put back.
 *
 * @throws Error of the file system
 */
export function readJournal(folder: string, { entries: known, era }: Mark): Told {
  const all: Written[] = [];
  for (const file of journalFiles(folder)) {
    for (const line of readFileSync(file, 'utf8').split('\n')) {
      const entry = parseEntry(line);
      if (!entry) continue;
      while ((all.at(-1)?.n ?? 0) >= entry.n) all.pop();
      all.push(entry);
    }
  }
  if (!isOfCourse(all, { entries: known, era })) return NOTHING_TOLD;
  const entries = all.filter(({ n }) => n > known);
  const whole = entries.every(({ n }, at) => n === known + 1 + at);
  const last = journalFiles(folder).at(-1);
  const aliveAt = last === undefined ? 0 : Math.floor(statSync(last).mtimeMs);
  return { entries, whole, aliveAt };
}

/** A line that a crash has torn is no entry. */
function parseEntry(line: string): Written | undefined {
  try {
    const entry: unknown = JSON.parse(line);
    return typeof (entry as Written | null)?.n === 'number' ? (entry as Written) : undefined;
  } catch {
    return undefined;
  }
}

/** Whether the entries go on from this backup, as far as its era shows. */
function isOfCourse(all: readonly Written[], { entries, era }: Mark): boolean {
  const last = all.findLast((entry) => entry.n <= entries && eraOf(entry) !== undefined);
  return last === undefined || eraOf(last) === era;
}

const eraOf = (entry: Written): number | undefined =>
  entry.is === 'start' || entry.is === 'typed' ? entry.era : undefined;
