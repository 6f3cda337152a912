import { existsSync, readdirSync, statSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import type { WorkerConfig } from '../../config.ts';
import { err, ok, type Result } from '../../result.ts';
import { openToLook } from '../../store/file/database.ts';
import { syncFolder } from '../../store/file/folder.ts';
import { type Held, heldIn } from '../../store/server/backups.ts';
import { type Copies, copiesBelow } from '../backup/kept.ts';
import { copyTrouble } from '../backup/prove.ts';

/** The copies of one database, from the newest whole one on. */
export interface Line extends Copies, Held {
  /** The newest copy that is whole. */
  readonly file: string;
  readonly at: number;
  /** Newer copies that cannot be put back, and why: a line each. */
  readonly skipped: readonly string[];
}

/**
 * The databases whose copies lie in the folder of a configuration, that with the newest copy first. Those of
 * other servers are none of them, nor is one from which another has gone on after a recovery.
 *
 * @param until copies that were begun later are left out
 */
export function linesOf(
  { backups, address }: Pick<WorkerConfig, 'backups' | 'address'>,
  until: number,
): readonly Line[] {
  if (!backups) return [];
  const all = copiesBelow(backups.folder);
  const ids = new Set(all.map(({ id }) => id));
  return all
    .filter(({ folder }) => !successorsIn(folder).some((id) => ids.has(id)))
    .flatMap((copies) => lineOf(copies, address, until) ?? [])
    .sort((one, other) => other.at - one.at);
}

function lineOf(copies: Copies, address: string, until: number): Line | undefined {
  const skipped: string[] = [];
  for (const { file, at } of copies.copies.toReversed()) {
    if (at > until) continue;
    const trouble = copyTrouble(file);
    if (trouble === undefined) {
      const held = holds(file);
      return held.server === null || held.server === address
        ? { ...copies, ...held, file, at, skipped }
        : undefined;
    }
    skipped.push(`${file} is left out: ${trouble}.`);
  }
  return undefined;
}

function holds(file: string): Held {
  const db = openToLook(file);
  try {
    return heldIn(db);
  } finally {
    db.close();
  }
}

/**
 * Looks at a copy that was named by its path.
 *
 * @returns why it cannot be put back, in one line or two
 */
export function namedCopy(file: string, database: string): Result<string, string> {
  if (!statSync(file, { throwIfNoEntry: false })?.isFile()) return err(`There is no copy ${file}.`);
  const trouble = copyTrouble(file);
  if (trouble !== undefined) return err(`${file} cannot be put back: ${trouble}.`);
  const journal = [dirname(file), `${database}.journal`].find(hasJournal);
  if (journal === undefined || !isOlder(file)) return ok(file);
  return err(
    `${file} is of an older version of Turnpost, whose journal is in\n${journal}. ` +
      'This version does not read it: recover with that version,\n' +
      'start its server once, and upgrade then. Without the journal: move it away first.',
  );
}

/** What a version that wrote a journal has left. */
const hasJournal = (folder: string): boolean =>
  existsSync(folder) && readdirSync(folder).some((name) => /^turnpost-\d{6}\.journal$/.test(name));

/** Whether a copy is from before this version has written to its database. */
function isOlder(file: string): boolean {
  const db = openToLook(file);
  try {
    return (db.pragma('user_version', { simple: true }) as number) < FIRST_WITHOUT_JOURNAL;
  } finally {
    db.close();
  }
}
const FIRST_WITHOUT_JOURNAL = 42;

const SUCCESSOR = /^recovered-as-([0-9a-f]{16})$/;

const successorsIn = (folder: string): readonly string[] =>
  readdirSync(folder).flatMap((name) => SUCCESSOR.exec(name)?.[1] ?? []);

/** Notes beside copies that another database has gone on from them. */
export function noteSuccessor(folder: string, id: string): void {
  writeFileSync(join(folder, `recovered-as-${id}`), '', { mode: 0o600 });
  syncFolder(folder);
}
