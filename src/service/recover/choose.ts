import { existsSync, readdirSync, statSync } from 'node:fs';
import { dirname } from 'node:path';
import type { WorkerConfig } from '../../config.ts';
import { addressKey } from '../../player/address.ts';
import { err, ok, type Result } from '../../result.ts';
import { lookInto } from '../../store/file/database.ts';
import { type CopyContents, heldIn } from '../../store/server/backups.ts';
import { type Copies, copiesBelow, successorsIn } from '../backup/kept.ts';
import { unusableCopy } from '../backup/prove.ts';

/** The copies of one database, of which the newest whole one can be put back. */
export interface CopyLine extends CopyContents {
  /** The number of the database: `databaseId`. */
  readonly id: string;
  readonly folder: string;
  /** The newest copy that is whole. */
  readonly file: string;
  /** When it was begun, in UTC milliseconds. */
  readonly at: number;
  /** Newer copies that cannot be put back, and why: a sentence each. */
  readonly skipped: readonly string[];
}

/** What there is to choose from. */
export interface Choice {
  /** The line with the newest copy first. */
  readonly lines: readonly CopyLine[];
  /** Of databases without any whole copy, why each cannot be put back: a sentence each. */
  readonly skipped: readonly string[];
}

/**
 * Looks for copies in the folder of a configuration. Those of other servers are left out, and so is a database
 * from which another has gone on after a recovery.
 *
 * @param until copies that were begun later are left out
 * @param unfit files that turned out not to be whole, and why
 */
export function copiesFor(
  { backups, address }: Pick<WorkerConfig, 'backups' | 'address'>,
  until: number,
  unfit: ReadonlyMap<string, string>,
): Choice {
  if (!backups) return { lines: [], skipped: [] };
  const found = copiesBelow(backups.folder).map((copies) => lineOf(copies, address, until, unfit));
  const all = found.flatMap(({ line }) => line ?? []);
  const hasGoneOn = ({ folder, at }: CopyLine): boolean => {
    const successors = successorsIn(folder);
    return all.some((other) => other.at >= at && successors.includes(other.id));
  };
  return {
    lines: all.filter((line) => !hasGoneOn(line)).sort((one, other) => other.at - one.at),
    skipped: found.flatMap(({ line, skipped }) => (line ? [] : skipped)),
  };
}

function lineOf(
  { id, folder, copies }: Copies,
  address: string,
  until: number,
  unfit: ReadonlyMap<string, string>,
): { readonly line?: CopyLine; readonly skipped: readonly string[] } {
  const skipped: string[] = [];
  for (const { file, at } of copies.toReversed()) {
    if (at > until) continue;
    const trouble = unfit.get(file) ?? unusableCopy(file);
    if (trouble !== undefined) {
      skipped.push(`${file} is left out: ${trouble}.`);
      continue;
    }
    const held = lookInto(file, heldIn);
    const isOurs = held.server === null || addressKey(held.server) === addressKey(address);
    return isOurs ? { line: { ...held, id, folder, file, at, skipped }, skipped } : { skipped: [] };
  }
  return { skipped };
}

/**
 * Looks at a copy that was named by its path.
 *
 * @returns why it cannot be put back, in one line or two
 */
export function namedCopy(file: string, database: string): Result<string, string> {
  if (!statSync(file, { throwIfNoEntry: false })?.isFile()) return err(`There is no copy ${file}.`);
  const trouble = unusableCopy(file);
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
const isOlder = (file: string): boolean =>
  Number(lookInto(file, (db) => db.pragma('user_version', { simple: true }))) <
  FIRST_WITHOUT_JOURNAL;
const FIRST_WITHOUT_JOURNAL = 42;
