import { letterBytesMax } from '../limits.ts';
import { fetchBatchLetters } from '../server-limits.ts';
import type { Account } from './account.ts';
import { FILED_IN, fetchListed, type LoggedIn, logIn } from './imap.ts';
import { internalDateMs } from './internal-date.ts';

/** A letter that was moved out of the way, with its bytes as the server has them. */
export interface Filed {
  readonly uid: number;
  readonly raw: Uint8Array;
}

/**
 * Removes letters for good that were moved out of the way, where the server can remove exactly those
 * that are named (UIDPLUS, RFC 4315): a plain EXPUNGE takes whatever anybody else has flagged.
 *
 * @param before when the server got them, in UTC milliseconds
 * @param most letters that are looked at, the oldest first
 * @param choose is given them in batches, and says which go
 * @returns how many; undefined where the server cannot do it
 * @throws Error when the server is out of reach or refuses the login
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
  const { client, inTime } = open;
  try {
    if (!client.capabilities.has('UIDPLUS')) return undefined;
    const folders = await inTime(client.list());
    if (!folders.some(({ path }) => path === FILED_IN)) return 0;
    await inTime(client.mailboxOpen(FILED_IN));
    let removed = 0;
    const listed = (await listOld(open, before)).slice(0, most);
    for (let at = 0; at < listed.length && !signal.aborted; at += fetchBatchLetters) {
      const uids: number[] = [];
      const batch = listed.slice(at, at + fetchBatchLetters);
      await fetchListed(client, inTime, batch, letterBytesMax, (letters) => {
        uids.push(...choose(letters.flatMap(({ uid, raw }) => (raw ? [{ uid, raw }] : []))));
      });
      if (uids.length === 0) continue;
      if (!(await inTime(client.messageDelete(uids.join(','), { uid: true })))) break;
      removed += uids.length;
    }
    return removed;
  } finally {
    client.close();
  }
}

/** Some servers know only days: what they do not name today is old tomorrow. */
async function listOld({ client, inTime }: LoggedIn, before: number) {
  const uids = await inTime(client.search({ before: new Date(before) }, { uid: true }));
  if (!uids) throw new Error('the IMAP server does not search');
  if (uids.length === 0) return [];
  const query = { uid: true, size: true, internalDate: true } as const;
  const known = await inTime(client.fetchAll(uids.join(','), query, { uid: true }));
  return known
    .map(({ uid, size = 0, internalDate }) => ({
      uid,
      bytes: size,
      arrivedAt: internalDateMs(internalDate),
    }))
    .filter(({ arrivedAt, bytes }) => (arrivedAt ?? before) < before && bytes <= letterBytesMax)
    .sort((one, other) => one.uid - other.uid);
}
