import { letterBytesMax } from '../limits.ts';
import { fetchBatchLetters } from '../server-limits.ts';
import type { Account } from './account.ts';
import {
  type Fetched,
  fetchListed,
  type ListedMessage,
  type LoggedIn,
  logIn,
  movesSafely,
  PROCESSED_FOLDER,
} from './imap.ts';
import { internalDateMs } from './notes.ts';

/** A letter on the server, processed or not. */
export interface StoredMessage extends Fetched {
  readonly mailbox: string;
  readonly uidValidity: number;
  /** It is in the folder `Processed`. */
  readonly filed: boolean;
  /** It is flagged as read, on a server that cannot move letters safely. */
  readonly seen: boolean;
}

/** IMAP SEARCH knows only days, in an unknown time zone. */
const MARGIN_MS = 2 * 86_400_000;

/**
 * Fetches the letters since a time, of the mailbox and of the folder `Processed`. Changes nothing.
 *
 * @param since UTC milliseconds
 * @param take receives them in batches, by UID within a folder
 * @throws Error when the server is unreachable, refuses the login or fails a command
 */
export async function readHistory(
  account: Account,
  since: number,
  bytesMax: number,
  take: (letters: readonly StoredMessage[]) => void,
): Promise<void> {
  const signal = new AbortController().signal;
  const quiet = { signal, onMail: () => undefined, onClose: () => undefined };
  const open = await logIn(account, quiet);
  try {
    const inbox = account.path === '' ? 'INBOX' : account.path;
    const from = new Date(Math.max(0, since - MARGIN_MS));
    await readFolder(open, { path: inbox, filed: false }, from, bytesMax, take);
    // Some servers require a prefix.
    const folders = await open.withTimeout(open.client.list());
    const { prefix = '' } = open.client.namespace || {};
    const path = [PROCESSED_FOLDER, `${prefix}${PROCESSED_FOLDER}`].find((name) =>
      folders.some((folder) => folder.path === name),
    );
    if (path !== undefined) await readFolder(open, { path, filed: true }, from, bytesMax, take);
  } finally {
    open.client.close();
  }
}

/** Keeps commands below servers' length limits. */
const UIDS_AT_ONCE = 500;
const WHAT = { uid: true, size: true, internalDate: true, flags: true } as const;

async function readFolder(
  { client, withTimeout }: LoggedIn,
  { path, filed }: { readonly path: string; readonly filed: boolean },
  since: Date,
  bytesMax: number,
  take: (letters: readonly StoredMessage[]) => void,
): Promise<void> {
  const box = await withTimeout(client.mailboxOpen(path, { readOnly: true }));
  const place = { mailbox: path, uidValidity: Number(box.uidValidity), filed };
  const uids = (await withTimeout(client.search({ since }, { uid: true }))) || [];
  const known = [];
  for (let at = 0; at < uids.length; at += UIDS_AT_ONCE) {
    const range = uids.slice(at, at + UIDS_AT_ONCE).join(',');
    known.push(...(await withTimeout(client.fetchAll(range, WHAT, { uid: true }))));
  }
  const listed = known
    .map(({ uid, size = 0, internalDate, flags }) => ({
      ...place,
      uid,
      bytes: size,
      arrivedAt: internalDateMs(internalDate),
      seen: !filed && !movesSafely(client) && flags?.has('\\Seen') === true,
    }))
    .sort((one, other) => one.uid - other.uid) satisfies readonly (ListedMessage &
    Omit<StoredMessage, 'raw'>)[];
  await fetchListed(client, withTimeout, listed, bytesMax, take);
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
 * @param most the number of letters to look at, oldest first
 * @param choose receives batches, returns the UIDs to delete
 * @returns the number deleted; undefined without UIDPLUS
 * @throws Error when the server is unreachable or refuses the login
 */
export async function removeFiled(
  account: Account,
  { before, most, signal }: { before: number; most: number; signal: AbortSignal },
  choose: (letters: readonly Filed[]) => readonly number[],
): Promise<number | undefined> {
  const open = await logIn(account, {
    signal,
    onMail: () => undefined,
    onClose: () => undefined,
  });
  const { client, withTimeout } = open;
  try {
    if (!client.capabilities.has('UIDPLUS')) return undefined;
    const folders = await withTimeout(client.list());
    if (!folders.some(({ path }) => path === PROCESSED_FOLDER)) return 0;
    await withTimeout(client.mailboxOpen(PROCESSED_FOLDER));
    let removed = 0;
    const listed = (await listOld(open, before)).slice(0, most);
    for (let at = 0; at < listed.length && !signal.aborted; at += fetchBatchLetters) {
      const uids: number[] = [];
      const batch = listed.slice(at, at + fetchBatchLetters);
      await fetchListed(client, withTimeout, batch, letterBytesMax, (letters) => {
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

/** SEARCH knows only days: letters missed today are found tomorrow. */
async function listOld({ client, withTimeout }: LoggedIn, before: number) {
  const uids = await withTimeout(client.search({ before: new Date(before) }, { uid: true }));
  if (!uids) throw new Error('the IMAP server does not search');
  if (uids.length === 0) return [];
  const query = { uid: true, size: true, internalDate: true } as const;
  const known = await withTimeout(client.fetchAll(uids.join(','), query, { uid: true }));
  return known
    .map(({ uid, size = 0, internalDate }) => ({
      uid,
      bytes: size,
      arrivedAt: internalDateMs(internalDate),
    }))
    .filter(({ arrivedAt, bytes }) => (arrivedAt ?? before) < before && bytes <= letterBytesMax)
    .sort((one, other) => one.uid - other.uid);
}
