import type { ImapFlow } from 'imapflow';
import { err, ok, type Result } from '../result.ts';
import { noteBytesMax, notesReadMax } from '../server-limits.ts';
import { takeNo } from './throttle.ts';

/** Cuts the connection when the server does not answer a command. */
export type InTime = <T>(command: Promise<T>) => Promise<T>;

/** A message that lies in the folder of notes, and is not to be deleted. */
export interface KeptNote {
  readonly uid: number;
  /** When it got there, by the clock of the server; undefined when it does not say. */
  readonly at: number | undefined;
  /** Of its fields those that were asked for. */
  readonly header: Uint8Array;
}

/** A folder in the account of the mailbox, for what a server has to say to another one. */
export interface NoteFolder {
  /** Another one whenever a message has come; undefined where there is no folder, or nobody can tell. */
  sign(): Promise<string | undefined>;
  /**
   * The newest of its messages that are small enough to be notes.
   *
   * @param fields the fields that are read of each header, and no others
   */
  list(fields: readonly string[]): Promise<readonly KeptNote[]>;
  /** @returns why it cannot be done, as a code of the server's */
  add(raw: Uint8Array): Promise<Result<undefined, string>>;
  /** Takes messages out, or where that would take others with them, flags them so that nobody lists them. */
  remove(uids: readonly number[]): Promise<void>;
}

/** The folder of notes: beside the mailbox, also where that one has this name. */
export const folderBeside = (mailbox: string): string =>
  mailbox.toLowerCase() === 'turnpost' ? 'Turnpost-notes' : 'Turnpost';

/**
 * The folder of notes, by the connection that has a mailbox open. It is open again after each call.
 *
 * @param mailbox its name
 * @param inTime cuts the connection when the server does not answer
 * @param reopen opens the mailbox again
 */
export function noteFolder(
  client: ImapFlow,
  mailbox: string,
  inTime: InTime,
  reopen: () => Promise<void>,
): NoteFolder {
  const folder = folderBeside(mailbox);
  const refused = (error: unknown): void => takeNo(client, error);
  /** Does something in the folder. @returns undefined where it cannot be opened */
  const within = async <T>(work: () => Promise<T>): Promise<T | undefined> => {
    let isOpen = false;
    try {
      isOpen = await inTime(client.mailboxOpen(folder)).then(
        () => true,
        (error) => refused(error) ?? false,
      );
      return isOpen ? await work() : undefined;
    } finally {
      if (client.usable) await reopen();
    }
  };
  return {
    async sign() {
      const query = { uidNext: true, uidValidity: true };
      const status = await inTime(client.status(folder, query)).catch(refused);
      if (!client.usable) throw new Error('the connection is gone');
      if (!status || status.uidNext === undefined) return undefined;
      return `${status.uidValidity} ${status.uidNext}`;
    },
    async list(fields) {
      return (await within(() => listNotes(client, inTime, fields))) ?? [];
    },
    async add(raw) {
      const append = () => inTime(client.append(folder, Buffer.from(raw)));
      try {
        await append().catch(async (error) => {
          refused(error);
          // The first time the folder is missing.
          await inTime(client.mailboxCreate(folder)).catch(refused);
          await append();
        });
        return ok(undefined);
      } catch (error) {
        refused(error);
        const { serverResponseCode, responseStatus } = error as Record<string, unknown>;
        return err(String(serverResponseCode ?? responseStatus ?? 'refused'));
      }
    },
    async remove(uids) {
      if (uids.length === 0) return;
      const range = uids.join(',');
      await within(() =>
        inTime(
          client.capabilities.has('UIDPLUS')
            ? client.messageDelete(range, { uid: true })
            : client.messageFlagsAdd(range, ['\\Deleted'], { uid: true }),
        ),
      );
    },
  };
}

/** The same as `list` of a folder of notes, of the mailbox that is open. */
export async function listNotes(
  client: ImapFlow,
  inTime: InTime,
  fields: readonly string[],
): Promise<readonly KeptNote[]> {
  const small = { deleted: false, smaller: noteBytesMax };
  const uids = (await inTime(client.search(small, { uid: true }))) || [];
  const newest = uids.sort((one, other) => one - other).slice(-notesReadMax);
  if (newest.length === 0) return [];
  const wanted = { uid: true, internalDate: true, headers: [...fields] };
  const found = await inTime(client.fetchAll(newest.join(','), wanted, { uid: true }));
  return found.map(({ uid, internalDate, headers }) => ({
    uid,
    at: internalDateMs(internalDate),
    header: headers ?? new Uint8Array(),
  }));
}

/** When a letter came to its mailbox, in UTC milliseconds; undefined where the server does not say. */
export function internalDateMs(date: Date | string | undefined): number | undefined {
  const at = date === undefined ? Number.NaN : new Date(date).getTime();
  return Number.isNaN(at) ? undefined : at;
}
