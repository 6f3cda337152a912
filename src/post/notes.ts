import type { ImapFlow } from 'imapflow';
import { err, ok, type Result } from '../result.ts';
import { noteLimits } from '../server-limits.ts';
import { ignoreRefusal } from './throttle.ts';

export interface LoggedIn {
  readonly client: ImapFlow;
  /** Drops the connection when a command times out. */
  readonly withTimeout: <T>(command: Promise<T>) => Promise<T>;
}

/** A message in the folder of notes that is not flagged as deleted. */
interface KeptNote {
  readonly uid: number;
  /** Arrival by the server's clock, in UTC milliseconds; undefined if not reported. */
  readonly at: number | undefined;
  readonly header: Uint8Array;
}

/** A folder in the account of the mailbox, for messages between servers. */
export interface NoteFolder {
  /** A value that changes with every new message; undefined without folder or UIDNEXT. */
  sign(): Promise<string | undefined>;
  /** The newest messages that are small enough to be notes. */
  list(fields: readonly string[]): Promise<readonly KeptNote[]>;
  /** @returns the server's error code on failure */
  add(raw: Uint8Array): Promise<Result<undefined, string>>;
  /** Deletes messages; without UIDPLUS flags them as deleted, so that `list` omits them. */
  remove(uids: readonly number[]): Promise<void>;
}

/** The name of the folder of notes, never that of the mailbox itself. */
export const notesFolderName = (mailbox: string): string =>
  mailbox.toLowerCase() === 'turnpost' ? 'Turnpost-notes' : 'Turnpost';

/**
 * The folder of notes, on the connection of an open mailbox, which is reopened after calls that open the
 * folder.
 */
export function noteFolder(
  open: LoggedIn,
  mailbox: string,
  reopen: () => Promise<void>,
): NoteFolder {
  const { client, withTimeout } = open;
  const folder = notesFolderName(mailbox);
  const ignoreIfRefusal = (error: unknown): void => ignoreRefusal(client, error);
  /** Runs `work` in the open folder. @returns undefined if it cannot be opened */
  const within = async <T>(work: () => Promise<T>): Promise<T | undefined> => {
    let isOpen = false;
    try {
      isOpen = await withTimeout(client.mailboxOpen(folder)).then(
        () => true,
        (error) => ignoreIfRefusal(error) ?? false,
      );
      return isOpen ? await work() : undefined;
    } finally {
      if (client.usable) await reopen();
    }
  };
  return {
    async sign() {
      const query = { uidNext: true, uidValidity: true };
      const status = await withTimeout(client.status(folder, query)).catch(ignoreIfRefusal);
      if (!client.usable) throw new Error('the connection is gone');
      if (!status || status.uidNext === undefined) return undefined;
      return `${status.uidValidity} ${status.uidNext}`;
    },
    async list(fields) {
      return (await within(() => listNotes(open, fields))) ?? [];
    },
    async add(raw) {
      const append = () => withTimeout(client.append(folder, Buffer.from(raw)));
      try {
        await append().catch(async (error) => {
          ignoreIfRefusal(error);
          // At first the folder is missing.
          await withTimeout(client.mailboxCreate(folder)).catch(ignoreIfRefusal);
          await append();
        });
        return ok(undefined);
      } catch (error) {
        ignoreIfRefusal(error);
        const { serverResponseCode, responseStatus } = error as Record<string, unknown>;
        return err(String(serverResponseCode ?? responseStatus ?? 'refused'));
      }
    },
    async remove(uids) {
      if (uids.length === 0) return;
      const range = uids.join(',');
      await within(() =>
        withTimeout(
          client.capabilities.has('UIDPLUS')
            ? client.messageDelete(range, { uid: true })
            : client.messageFlagsAdd(range, ['\\Deleted'], { uid: true }),
        ),
      );
    },
  };
}

/** `NoteFolder.list` for the mailbox that is open. */
export async function listNotes(
  { client, withTimeout }: LoggedIn,
  fields: readonly string[],
): Promise<readonly KeptNote[]> {
  const small = { deleted: false, smaller: noteLimits.bytes };
  const uids = (await withTimeout(client.search(small, { uid: true }))) || [];
  const newest = uids.sort((one, other) => one - other).slice(-noteLimits.read);
  if (newest.length === 0) return [];
  const wanted = { uid: true, internalDate: true, headers: [...fields] };
  const found = await withTimeout(client.fetchAll(newest.join(','), wanted, { uid: true }));
  return found.map(({ uid, internalDate, headers }) => ({
    uid,
    at: internalDateMs(internalDate),
    header: headers ?? new Uint8Array(),
  }));
}

/** The arrival of a letter in UTC milliseconds; undefined if not reported. */
export function internalDateMs(date: Date | string | undefined): number | undefined {
  const at = date === undefined ? Number.NaN : new Date(date).getTime();
  return Number.isNaN(at) ? undefined : at;
}
