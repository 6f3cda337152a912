import { letterLimits } from '../limits.ts';
import { fetchLimits } from '../server-limits.ts';
import type { Account } from './account.ts';
import {
  type Fetched,
  fetchListed,
  listLetters,
  logIn,
  mailboxName,
  movesSafely,
  PROCESSED_FOLDER,
} from './imap.ts';
import type { LoggedIn } from './notes.ts';

/** A letter on the server, processed or not. */
export interface StoredMessage extends Fetched {
  readonly mailbox: string;
  readonly uidValidity: number;
  /** Whether the letter is in the folder `Processed`. */
  readonly filed: boolean;
  /** Whether the letter is flagged as read, on a server that cannot move letters safely. */
  readonly seen: boolean;
}

/** IMAP SEARCH knows only days, in an unknown time zone. */
const MARGIN_MS = 2 * 86_400_000;

/**
 * Fetches the letters since a time, of the mailbox and of the folder `Processed`. Changes nothing.
 *
 * @param take receives them in batches, by UID within a folder
 * @throws Error when the server is unreachable, refuses the login or fails a command
 */
export async function readHistory(
  account: Account,
  since: number,
  bytesMax: number,
  take: (letters: readonly StoredMessage[]) => void,
): Promise<void> {
  const open = await logIn(account, {});
  const { client, withTimeout } = open;
  const readFolder = async (path: string, filed: boolean): Promise<void> => {
    const box = await withTimeout(client.mailboxOpen(path, { readOnly: true }));
    const place = { mailbox: path, uidValidity: Number(box.uidValidity), filed };
    const found = await listFound(open, { since: new Date(Math.max(0, since - MARGIN_MS)) });
    const listed = found.map(({ flags, ...letter }) => ({
      ...place,
      ...letter,
      seen: !filed && !movesSafely(client) && flags?.has('\\Seen') === true,
    }));
    await fetchListed(open, listed, bytesMax, take);
  };
  try {
    await readFolder(mailboxName(account), false);
    // Some servers require a prefix.
    const folders = await withTimeout(client.list());
    const { prefix = '' } = client.namespace || {};
    const path = [PROCESSED_FOLDER, `${prefix}${PROCESSED_FOLDER}`].find((name) =>
      folders.some((folder) => folder.path === name),
    );
    if (path !== undefined) await readFolder(path, true);
  } finally {
    client.close();
  }
}

/** Keeps commands below servers' length limits. */
const UIDS_AT_ONCE = 500;

/** The letters of the open folder that a search finds, lowest UID first. */
async function listFound(open: LoggedIn, query: { since?: Date; before?: Date }) {
  const uids = await open.withTimeout(open.client.search(query, { uid: true }));
  if (!uids) throw new Error('the IMAP server does not search');
  uids.sort((one, other) => one - other);
  const listed = [];
  for (let at = 0; at < uids.length; at += UIDS_AT_ONCE) {
    listed.push(...(await listLetters(open, uids.slice(at, at + UIDS_AT_ONCE).join(','))));
  }
  return listed;
}

/** A letter in the folder `Processed`, as raw bytes. */
export interface Filed {
  readonly uid: number;
  readonly raw: Uint8Array;
}

/**
 * Deletes letters from the folder `Processed`, with UIDPLUS only (RFC 4315): a plain EXPUNGE would delete
 * letters that other clients have flagged.
 *
 * @param before upper limit of the arrival, in UTC milliseconds
 * @param limit the number of letters to look at, oldest first
 * @param choose receives batches, returns the UIDs to delete
 * @returns the number deleted; undefined without UIDPLUS
 * @throws Error when the server is unreachable or refuses the login
 */
export async function removeFiled(
  account: Account,
  { before, limit, signal }: { before: number; limit: number; signal: AbortSignal },
  choose: (letters: readonly Filed[]) => readonly number[],
): Promise<number | undefined> {
  const open = await logIn(account, { signal });
  const { client, withTimeout } = open;
  try {
    if (!client.capabilities.has('UIDPLUS')) return undefined;
    const folders = await withTimeout(client.list());
    if (!folders.some(({ path }) => path === PROCESSED_FOLDER)) return 0;
    await withTimeout(client.mailboxOpen(PROCESSED_FOLDER));
    let removed = 0;
    // SEARCH knows only days: letters missed today are found tomorrow.
    const old = (await listFound(open, { before: new Date(before) }))
      .filter(
        ({ arrivedAt, bytes }) => (arrivedAt ?? before) < before && bytes <= letterLimits.bytes,
      )
      .slice(0, limit);
    for (let at = 0; at < old.length && !signal.aborted; at += fetchLimits.letters) {
      const uids: number[] = [];
      const batch = old.slice(at, at + fetchLimits.letters);
      await fetchListed(open, batch, letterLimits.bytes, (letters) => {
        uids.push(...choose(letters.flatMap(({ uid, raw }) => (raw ? [{ uid, raw }] : []))));
      });
      if (uids.length === 0) continue;
      if (!(await withTimeout(client.messageDelete(uids.join(','), { uid: true })))) break;
      removed += uids.length;
    }
    return removed;
  } finally {
    client.close();
  }
}
