import { existsSync, readdirSync, statSync } from 'node:fs';
import { dirname } from 'node:path';
import type { WorkerConfig } from '../../config.ts';
import { letterBytesMax } from '../../limits.ts';
import { headerBlock } from '../../mail/header.ts';
import { rawHash } from '../../mail/reply.ts';
import { addressKey } from '../../player/address.ts';
import { type Account, troubleText } from '../../post/account.ts';
import { readHistory, type StoredMessage } from '../../post/history.ts';
import { err, ok, type Result } from '../../result.ts';
import { type Database, lookInto } from '../../store/file/database.ts';
import { countKnown, isStored } from '../../store/letters/again.ts';
import { type MailboxKey, PIPE } from '../../store/letters/inbox.ts';
import { type CopyContents, heldIn } from '../../store/server/backups.ts';
import { type Copies, copiesBelow, successorsIn } from '../backup/kept.ts';
import { pipedLetters } from '../backup/make.ts';
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

/** A letter that lies on the mail server, or came by the pipe. */
export interface RecoveryFindings {
  readonly key: MailboxKey;
  readonly arrivedAt: number;
  /** It was moved away, as the server does with letters that it has dealt with. */
  readonly filed: boolean;
  /** It was only flagged, as where the mail server cannot move letters. */
  readonly seen: boolean;
  readonly raw: Uint8Array;
  readonly hash: Uint8Array;
  readonly cutBytes: number | undefined;
}

/** A letter as it was fetched: the whole, or of one that is too large its header. */
export const foundLetter = (letter: Omit<RecoveryFindings, 'hash'>): RecoveryFindings => ({
  ...letter,
  hash: rawHash(letter.raw),
});

export const isPiped = ({ key }: RecoveryFindings): boolean => key.mailbox === PIPE;

/** Whether the lost server has surely read it, or had it and nobody else has. */
export const wasRead = (letter: RecoveryFindings): boolean =>
  letter.filed || letter.seen || isPiped(letter);

/**
 * The letters on the mail server that came in since a time, and maybe some from before.
 *
 * @throws Error that names the server, where it cannot be read
 */
export async function lettersOf(
  imap: Account | undefined,
  since: number,
): Promise<readonly RecoveryFindings[]> {
  const found: RecoveryFindings[] = [];
  if (!imap) return found;
  try {
    await readHistory(imap, since, letterBytesMax, (letters) => {
      found.push(...letters.flatMap(asFound));
    });
  } catch (error) {
    throw new Error(`the IMAP server ${imap.host} ${troubleText(error)}; see TURNPOST_IMAP_URL`);
  }
  return found;
}

/** A letter of which nothing is given came to nothing before. */
function asFound({ raw, head, uid, bytes, ...lying }: StoredMessage): readonly RecoveryFindings[] {
  const { mailbox, uidValidity, arrivedAt = 0, filed, seen } = lying;
  const key = { mailbox, uidValidity, uid };
  const letter = { key, filed, seen, arrivedAt };
  if (raw) return [foundLetter({ ...letter, raw, cutBytes: undefined })];
  if (!head) return [];
  return [foundLetter({ ...letter, raw: headerBlock(head) ?? head, cutBytes: bytes })];
}

/** The letters of the pipe that lie beside the copies in a folder. */
export const pipedOf = (folder: string): readonly RecoveryFindings[] =>
  pipedLetters(folder).map(({ raw, at }, index) =>
    foundLetter({
      key: { mailbox: PIPE, uidValidity: 0, uid: index + 1 },
      arrivedAt: at,
      filed: true,
      seen: false,
      raw,
      cutBytes: undefined,
    }),
  );

/**
 * The letters in the order in which they were read: within a folder that in which the server has filed
 * them, or they came; between folders that in which they came.
 */
export function inOrder(found: readonly RecoveryFindings[]): readonly RecoveryFindings[] {
  const folders = [...new Set(found.map(({ key }) => key.mailbox))];
  const queues = folders.map((folder) =>
    found
      .filter(({ key }) => key.mailbox === folder)
      .sort((one, other) => other.key.uid - one.key.uid),
  );
  const all: RecoveryFindings[] = [];
  for (;;) {
    const heads = queues.filter((queue) => queue.length > 0);
    const next = heads.reduce<RecoveryFindings[] | undefined>(
      (first, queue) => (first && arrivalOf(first) <= arrivalOf(queue) ? first : queue),
      undefined,
    );
    const letter = next?.pop();
    if (!letter) return all;
    all.push(letter);
  }
}

const arrivalOf = (queue: readonly RecoveryFindings[]): number => queue.at(-1)?.arrivedAt ?? 0;

/**
 * The letters that a database does not know: not by their place, nor by their bytes. Of several with the
 * same bytes the first are those that it knows.
 */
export function unknownTo(
  db: Database,
  found: readonly RecoveryFindings[],
): readonly RecoveryFindings[] {
  const known = new Map<string, number>();
  return found.filter((letter) => {
    const piped = isPiped(letter);
    const hash = `${piped} ${Buffer.from(letter.hash).toString('hex')}`;
    const left = known.get(hash) ?? countKnown(db, letter.hash, piped);
    known.set(hash, Math.max(0, left - 1));
    return left === 0 && (piped || !isStored(db, letter.key));
  });
}
