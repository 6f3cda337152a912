import type { ImapFlow } from 'imapflow';
import { letterLimits } from '../limits.ts';
import { err, ok, type Result } from '../result.ts';
import type { Account } from './account.ts';
import { clientOf, SILENT } from './imap.ts';
import { internalDateMs, listNotes } from './notes.ts';

/** A server's refusal of a request. */
export interface VisitRefusal {
  /** The response code, such as `OVERQUOTA` (RFC 5530). */
  readonly code: string | undefined;
  /** The server's text; the system's code for a lost connection. */
  readonly said: string;
  /** Whether the login itself was refused. */
  readonly isLogin: boolean;
}

/** An inspection of an account, for `turnpost check`. Every refusal is a value. */
export type Visit = ReturnType<typeof visitOf>;

/** Maximum number of headers read at once. */
const headsReadMax = 200;

/** Folders of letters that were not received: sent ones, drafts, or all letters (RFC 6154, section 2). */
const COPIES: ReadonlySet<string> = new Set(['\\Sent', '\\Drafts', '\\All']);

/** @throws AccessError when an account that needs an access token gets none */
export async function openVisit(
  account: Account,
  ms: number,
): Promise<Result<Visit, VisitRefusal>> {
  const { access, user, pass } = account;
  const accessToken = await access?.token(`${account.host}:${account.port}`);
  const refusals: unknown[] = [];
  const warn = (entry: { err?: unknown }): void => {
    if (entry.err) refusals.push(entry.err);
  };
  const login = accessToken === undefined ? { user, pass } : { user, accessToken };
  const options = { logger: { ...SILENT, warn }, disableAutoIdle: true };
  const client = clientOf(account, login, ms, options);
  const connected = await withTimeout(client, () => client.connect(), ms);
  if (connected.ok) return ok(visitOf(client, refusals, ms));
  client.close();
  return connected;
}

/** @param refusals logged by ImapFlow, which says nowhere else why a move failed */
function visitOf(client: ImapFlow, refusals: readonly unknown[], ms: number) {
  const timed = <T>(work: () => Promise<T>): Promise<Result<T, VisitRefusal>> =>
    withTimeout(client, work, ms);
  const open = async (path: string, readOnly: boolean) => {
    const box = await client.mailboxOpen(path, { readOnly });
    const { permanentFlags: kept } = box;
    return {
      readOnly: box.readOnly === true,
      /** Whether the flag for read letters is permanent. */
      keepsSeen:
        !kept || kept.size === 0 ? kept === undefined : kept.has('\\Seen') || kept.has('\\*'),
      uidNext: Number(box.uidNext),
    };
  };
  return {
    get capabilities(): ReadonlySet<string> {
      return new Set(client.capabilities.keys());
    },
    /** All selectable folders, each with the UID of its next letter. */
    folders: () =>
      timed(async () => {
        const all = await client.list({ statusQuery: { uidNext: true } });
        return all
          .filter(({ flags }) => !flags.has('\\Noselect'))
          .map(({ path, status, specialUse }) => ({
            path,
            uidNext: Number(status?.uidNext ?? 1),
            hasCopies: COPIES.has(specialUse ?? ''),
          }));
      }),
    open: (path: string) => timed(() => open(path, false)),
    make: (path: string) => timed(() => client.mailboxCreate(path)),
    /** Used share of the quota, 0 to 1; undefined if not reported. */
    async used(path: string): Promise<number | undefined> {
      const quota = await timed(() => client.getQuota(path));
      if (!quota.ok || !quota.value) return undefined;
      const { storage, message } = quota.value as Record<
        string,
        { usage?: number; limit?: number }
      >;
      const shares = [storage, message].flatMap((each) =>
        each?.limit ? [(each.usage ?? 0) / each.limit] : [],
      );
      return shares.length > 0 ? Math.max(...shares) : undefined;
    },
    /** Appends a letter. @returns its UID, if reported */
    append: (path: string, raw: Uint8Array) =>
      timed(async () => {
        const put = await client.append(path, Buffer.from(raw), ['\\Seen']);
        return put ? put.uid : undefined;
      }),
    /** The newest letters in a folder from UID `from` on; of each header at most 64 KiB. */
    heads: (path: string, from: number) =>
      timed(async () => {
        const { uidNext } = await open(path, true);
        if (uidNext <= from) return [];
        const listed = await client.fetchAll(`${from}:*`, { uid: true }, { uid: true });
        // `n:*` always includes the last letter, even if its UID is below n.
        const above = listed.map(({ uid }) => uid).filter((uid) => uid >= from);
        above.sort((one, other) => one - other);
        const part = { key: 'HEADER', maxLength: letterLimits.headerBytes };
        const query = { uid: true, internalDate: true, bodyParts: [part] };
        const heads = [];
        // One by one: of several letters, some servers return a part of the first only.
        for (const uid of above.slice(-headsReadMax)) {
          const found = await client.fetchOne(String(uid), query, { uid: true });
          if (!found) continue;
          const { headers: header = new Uint8Array(), internalDate } = found;
          heads.push({ uid, header, arrivedAt: internalDateMs(internalDate) });
        }
        return heads;
      }),
    /** The notes in a folder, as `NoteFolder.list` returns them. */
    notes: (path: string, fields: readonly string[]) =>
      timed(async () => {
        await open(path, true);
        return listNotes({ client, withTimeout: (command) => command }, fields);
      }),
    /** Flags letters as read, and moves them. */
    move: (from: string, uids: readonly number[], to: string) =>
      timed(async () => {
        await open(from, false);
        await client.messageFlagsAdd(uids.join(','), ['\\Seen'], { uid: true });
        const before = refusals.length;
        if (!(await client.messageMove(uids.join(','), to, { uid: true }))) {
          throw refusals.slice(before).at(-1) ?? new Error('it is not moved');
        }
      }),
    /** Deletes exactly these letters; without UIDPLUS a plain EXPUNGE would delete those that others have flagged. */
    async remove(path: string, uids: readonly number[]): Promise<void> {
      if (uids.length === 0 || !client.capabilities.has('UIDPLUS')) return;
      await timed(async () => {
        await open(path, false);
        await client.messageDelete(uids.join(','), { uid: true });
      });
    },
    close: () => client.close(),
  };
}

async function withTimeout<T>(
  client: ImapFlow,
  work: () => Promise<T>,
  ms: number,
): Promise<Result<T, VisitRefusal>> {
  let timer: NodeJS.Timeout | undefined;
  const late = new Promise<never>((_, reject) => {
    timer = setTimeout(() => {
      client.close();
      reject(Object.assign(new Error('the server does not answer'), { code: 'ETIMEDOUT' }));
    }, ms);
  });
  try {
    return ok(await Promise.race([work(), late]));
  } catch (error) {
    return err(refusalOf(error));
  } finally {
    clearTimeout(timer);
  }
}

/** @param error an ImapFlow error */
function refusalOf(error: unknown): VisitRefusal {
  const {
    authenticationFailed,
    serverResponseCode: code,
    responseText,
    response,
    code: system,
    message,
  } = error as Readonly<Record<string, string | boolean | undefined>>;
  const words = responseText ?? (typeof response === 'string' ? response : undefined);
  return {
    code: code === undefined ? undefined : String(code),
    said: [code && `[${code}]`, words ?? system ?? message]
      .filter((part) => part !== undefined)
      .join(' '),
    isLogin: authenticationFailed === true,
  };
}
