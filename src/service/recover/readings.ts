import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Database } from '../../store/file/database.ts';
import { type Begun, begunLetters, putBegun } from '../../store/letters/again.ts';

/** The file of a draft that outlives it. */
export const READINGS = 'readings.json';

/** Which letters were being read when a recovery died: the next one counts on. */
export interface Readings {
  /** Notes which letters are being read. */
  note(db: Database): void;
  /** Counts what earlier recoveries have died of. */
  restore(db: Database): void;
}

/**
 * Keeps count, beside a draft, of the letters that are begun. The draft itself is made anew each time, and a
 * letter that kills the process would otherwise never be put aside.
 */
export function keepReadings(folder: string): Readings {
  const file = join(folder, READINGS);
  const before = readBegun(file);
  return {
    note(db) {
      const now = begunLetters(db);
      const others = before.filter(({ hash }) => !now.some((each) => each.hash === hash));
      writeFileSync(file, JSON.stringify([...others, ...now]), { mode: 0o600 });
    },
    restore(db) {
      for (const each of before) putBegun(db, each);
    },
  };
}

/** What was cut in the middle counts nothing. */
function readBegun(file: string): readonly Begun[] {
  try {
    return JSON.parse(readFileSync(file, 'utf8')) as readonly Begun[];
  } catch {
    return [];
  }
}
