import { rawHash } from '../../mail/fingerprint.ts';
import type { Database } from '../../store/file/database.ts';
import { countKnown } from '../../store/letters/again.ts';
import type { MailboxKey } from '../../store/letters/inbox.ts';

/** A letter that lies on the mail server. */
export interface Found {
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
export const foundLetter = (letter: Omit<Found, 'hash'>): Found => ({
  ...letter,
  hash: rawHash(letter.raw),
});

export const hexOf = ({ hash }: Found): string => Buffer.from(hash).toString('hex');

/**
 * The letters in the order in which they were read: within a folder that in which the server has filed
 * them, or they came; between folders that in which they came.
 */
export function inOrder(found: readonly Found[]): readonly Found[] {
  const folders = [...new Set(found.map(({ key }) => key.mailbox))];
  const queues = folders.map((folder) =>
    found
      .filter(({ key }) => key.mailbox === folder)
      .sort((one, other) => one.key.uid - other.key.uid),
  );
  const all: Found[] = [];
  for (;;) {
    const heads = queues.filter((queue) => queue.length > 0);
    const next = heads.reduce<Found[] | undefined>(
      (first, queue) =>
        first && (first[0]?.arrivedAt ?? 0) <= (queue[0]?.arrivedAt ?? 0) ? first : queue,
      undefined,
    );
    const letter = next?.shift();
    if (!letter) return all;
    all.push(letter);
  }
}

/** The letters that a database does not know; of several with the same bytes the first are those it knows. */
export function unknownTo(db: Database, found: readonly Found[]): readonly Found[] {
  const known = new Map<string, number>();
  return found.filter((letter) => {
    const hash = hexOf(letter);
    const left = known.get(hash) ?? countKnown(db, letter.hash);
    known.set(hash, Math.max(0, left - 1));
    return left === 0;
  });
}
