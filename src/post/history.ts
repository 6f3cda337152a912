import type { Account } from './account.ts';
import {
  type Fetched,
  FILED_IN,
  fetchListed,
  type Listed,
  type LoggedIn,
  logIn,
  movesSafely,
} from './imap.ts';
import { internalDateMs } from './internal-date.ts';

/** A letter on the server, whether it was dealt with or not. */
export interface Lying extends Fetched {
  readonly mailbox: string;
  readonly uidValidity: number;
  /** It was moved out of the way. */
  readonly filed: boolean;
  /** It is flagged as read, where the server can do no more. */
  readonly seen: boolean;
}

/** In UTC milliseconds; the server knows only days, of a zone that it does not tell. */
const MARGIN_MS = 2 * 86_400_000;

/**
 * Fetches the letters that came in since a time: those in the mailbox, and those that were moved out of
 * the way. Nothing is changed on the server.
 *
 * @param take is given them in batches, those of a folder in the order of their UIDs
 * @throws Error when the server is out of reach or refuses the login, or something is not given
 */
export async function readHistory(
  account: Account,
  since: number,
  bytesMax: number,
  take: (letters: readonly Lying[]) => void,
): Promise<void> {
  const signal = new AbortController().signal;
  const quiet = { signal, onMail: () => undefined, onClose: () => undefined };
  const open = await logIn(account, quiet);
  try {
    const inbox = account.path === '' ? 'INBOX' : account.path;
    const from = new Date(Math.max(0, since - MARGIN_MS));
    await readFolder(open, { path: inbox, filed: false }, from, bytesMax, take);
    // On some servers its name stands behind a prefix.
    const folders = await open.inTime(open.client.list());
    const { prefix = '' } = open.client.namespace || {};
    const path = [FILED_IN, `${prefix}${FILED_IN}`].find((name) =>
      folders.some((folder) => folder.path === name),
    );
    if (path !== undefined) await readFolder(open, { path, filed: true }, from, bytesMax, take);
  } finally {
    open.client.close();
  }
}

/** A command is no longer than servers take it. */
const UIDS_AT_ONCE = 500;
const WHAT = { uid: true, size: true, internalDate: true, flags: true } as const;

async function readFolder(
  { client, inTime }: LoggedIn,
  { path, filed }: { readonly path: string; readonly filed: boolean },
  since: Date,
  bytesMax: number,
  take: (letters: readonly Lying[]) => void,
): Promise<void> {
  const box = await inTime(client.mailboxOpen(path, { readOnly: true }));
  const place = { mailbox: path, uidValidity: Number(box.uidValidity), filed };
  const uids = (await inTime(client.search({ since }, { uid: true }))) || [];
  const known = [];
  for (let at = 0; at < uids.length; at += UIDS_AT_ONCE) {
    const range = uids.slice(at, at + UIDS_AT_ONCE).join(',');
    known.push(...(await inTime(client.fetchAll(range, WHAT, { uid: true }))));
  }
  const listed = known
    .map(({ uid, size = 0, internalDate, flags }) => ({
      ...place,
      uid,
      bytes: size,
      arrivedAt: internalDateMs(internalDate),
      seen: !filed && !movesSafely(client) && flags?.has('\\Seen') === true,
    }))
    .sort((one, other) => one.uid - other.uid) satisfies readonly (Listed & Omit<Lying, 'raw'>)[];
  await fetchListed(client, inTime, listed, bytesMax, take);
}
