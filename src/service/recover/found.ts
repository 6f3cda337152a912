import { existsSync, readdirSync, statSync } from 'node:fs';
import { dirname } from 'node:path';
import type { WorkerConfig } from '../../config.ts';
import { rawHash } from '../../mail/reply.ts';
import { addressKey } from '../../player/address.ts';
import { err, ok, type Result } from '../../result.ts';
import { inspectDatabase } from '../../store/file/database.ts';
import { type MailboxKey, PIPE } from '../../store/letters/inbox.ts';
import { type CopyContents, contentsOf } from '../../store/server/conditions.ts';
import { copiesBelow, successorsIn } from '../backup/copies.ts';
import { pipedLetters } from '../backup/make.ts';
import { unusableCopy } from '../backup/write.ts';

/** The copies of one database; the newest intact one can be restored. */
export interface CopyLine extends CopyContents {
  /** The database's id: `databaseId`. */
  readonly id: string;
  readonly folder: string;
  /** The newest intact copy. */
  readonly file: string;
  /** Start of the copy, in UTC milliseconds. */
  readonly at: number;
  /** Newer copies that cannot be restored, a sentence each. */
  readonly skipped: readonly string[];
}

/** The available copies. */
export interface Choice {
  /** The line with the newest copy first. */
  readonly lines: readonly CopyLine[];
  /** Databases without an intact copy, a sentence each. */
  readonly skipped: readonly string[];
}

/**
 * Looks for copies in the configured folder, without those of other servers, and without databases from which
 * another was recovered.
 *
 * @param until start of the newest copy to consider
 * @param unfit files found damaged, and why
 */
export function copiesFor(
  { backups, address }: Pick<WorkerConfig, 'backups' | 'address'>,
  until: number,
  unfit: ReadonlyMap<string, string>,
): Choice {
  if (!backups) return { lines: [], skipped: [] };
  const lines = copiesBelow(backups.folder).map((copies) => lineOf(copies, address, until, unfit));
  const all = lines.flatMap(({ line }) => line ?? []);
  const hasSuccessor = ({ folder, at }: CopyLine): boolean => {
    const successors = successorsIn(folder);
    return all.some((other) => other.at >= at && successors.includes(other.id));
  };
  return {
    lines: all.filter((line) => !hasSuccessor(line)).sort((one, other) => other.at - one.at),
    skipped: lines.flatMap(({ line, skipped }) => (line ? [] : skipped)),
  };
}

function lineOf(
  { id, folder, copies }: ReturnType<typeof copiesBelow>[number],
  address: string,
  until: number,
  unfit: ReadonlyMap<string, string>,
): { readonly line?: CopyLine; readonly skipped: readonly string[] } {
  const skipped: string[] = [];
  for (const { file, at } of copies.toReversed()) {
    if (at > until) continue;
    const trouble = unfit.get(file) ?? unusableCopy(file);
    if (trouble !== undefined) {
      skipped.push(`${file} is skipped: ${trouble}.`);
      continue;
    }
    const held = inspectDatabase(file, contentsOf);
    const isOurs = held.server === undefined || addressKey(held.server) === addressKey(address);
    return isOurs ? { line: { ...held, id, folder, file, at, skipped }, skipped } : { skipped: [] };
  }
  return { skipped };
}

/**
 * Checks a copy named by its path.
 *
 * @returns why it cannot be restored, in one line or two
 */
export function namedCopy(file: string, database: string): Result<string, string> {
  if (!statSync(file, { throwIfNoEntry: false })?.isFile()) return err(`There is no copy ${file}.`);
  const trouble = unusableCopy(file);
  if (trouble !== undefined) return err(`${file} cannot be restored: ${trouble}.`);
  const journal = [dirname(file), `${database}.journal`].find(hasJournal);
  if (journal === undefined || !isOlder(file)) return ok(file);
  return err(
    `${file} is of an older version of Turnpost, whose journal is in\n${journal}. ` +
      'This version does not read it: recover with that version,\n' +
      'start its server once, and upgrade then. Without the journal: move it away first.',
  );
}

/** Whether an older version left a journal in a folder. */
const hasJournal = (folder: string): boolean =>
  existsSync(folder) && readdirSync(folder).some((name) => /^turnpost-\d{6}\.journal$/.test(name));

/** Whether a copy is from a version that wrote a journal. */
const isOlder = (file: string): boolean =>
  Number(inspectDatabase(file, (db) => db.pragma('user_version', { simple: true }))) <
  FIRST_WITHOUT_JOURNAL;
const FIRST_WITHOUT_JOURNAL = 42;

/** A letter from the mail server or the pipe. */
export interface FoundLetter {
  readonly key: MailboxKey;
  readonly arrivedAt: number;
  /** Whether the letter was moved away, as the server does with finished letters. */
  readonly filed: boolean;
  /** Whether the letter is only flagged, as when the mail server cannot move letters. */
  readonly seen: boolean;
  readonly raw: Uint8Array;
  readonly hash: Uint8Array;
  readonly fullBytes: number | undefined;
}

/** A found letter with its hash. A letter that is too large has only its header. */
export const foundLetter = (letter: Omit<FoundLetter, 'hash'>): FoundLetter => ({
  ...letter,
  hash: rawHash(letter.raw),
});

export const isPiped = ({ key }: FoundLetter): boolean => key.mailbox === PIPE;

/** The piped letters next to the copies in a folder. */
export const pipedOf = (folder: string): readonly FoundLetter[] =>
  pipedLetters(folder).map(({ raw, at }, index) =>
    foundLetter({
      key: { mailbox: PIPE, uidValidity: 0, uid: index + 1 },
      arrivedAt: at,
      filed: true,
      seen: false,
      raw,
      fullBytes: undefined,
    }),
  );
