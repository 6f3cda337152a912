import { letterBytesMax } from '../../limits.ts';
import { headerBlock } from '../../mail/header.ts';
import { rawHash } from '../../mail/reply.ts';
import type { Account } from '../../post/account.ts';
import { readHistory, type StoredMessage } from '../../post/history.ts';
import { troubleText } from '../../post/trouble.ts';
import type { Database } from '../../store/file/database.ts';
import { countKnown, isStored } from '../../store/letters/again.ts';
import { type MailboxKey, PIPE } from '../../store/letters/inbox.ts';
import { pipedLetters } from '../backup/piped.ts';

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
