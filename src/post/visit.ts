import { ImapFlow } from 'imapflow';
import { headerBytesMax } from '../limits.ts';
import { err, ok, type Result } from '../result.ts';
import { type Account, isLoopback, tlsOptions } from './account.ts';
import { internalDateMs, type KeptNote, listNotes } from './notes.ts';

/** A server's refusal of a request. */
export interface VisitRefusal {
  /** The response code, such as `OVERQUOTA` (RFC 5530). */
  readonly code: string | undefined;
  /** The server's text; the system's code for a lost connection. */
  readonly said: string;
  /** Whether the login itself was refused. */
  readonly isLogin: boolean;
}

interface Folder {
  readonly path: string;
  /** The UID of the next letter. */
  readonly uidNext: number;
  /** Holds letters that were not received: sent ones, drafts, or all letters. */
  readonly hasCopies: boolean;
}

/** The state of an opened folder. */
interface Opened {
  readonly readOnly: boolean;
  /** Whether the flag for read letters is permanent. */
  readonly flags: boolean;
  readonly uidNext: number;
}

/** A letter in a folder, without its body. */
interface Head {
  readonly uid: number;
  readonly header: Uint8Array;
  /** Arrival in UTC milliseconds. */
  readonly arrivedAt: number | undefined;
}

/** An inspection of an account, for `turnpost check`. Every refusal is a value. */
export interface Visit {
  readonly capabilities: ReadonlySet<string>;
  /** All selectable folders. */
  folders(): Promise<Result<readonly Folder[], VisitRefusal>>;
  open(path: string): Promise<Result<Opened, VisitRefusal>>;
  make(path: string): Promise<Result<void, VisitRefusal>>;
  /** Used share of the quota, 0 to 1; undefined if not reported. */
  used(path: string): Promise<number | undefined>;
  /** Appends a letter. @returns its UID, if reported */
  append(path: string, raw: Uint8Array): Promise<Result<number | undefined, VisitRefusal>>;
  /** The newest letters in a folder from UID `from` on; of each header at most 64 KiB. */
  heads(path: string, from: number): Promise<Result<readonly Head[], VisitRefusal>>;
  /** The notes in a folder, as `NoteFolder.list` returns them. */
  notes(
    path: string,
    fields: readonly string[],
  ): Promise<Result<readonly KeptNote[], VisitRefusal>>;
  /** Flags letters as read, and moves them. */
  move(from: string, uids: readonly number[], to: string): Promise<Result<void, VisitRefusal>>;
  /** Deletes exactly these letters; does nothing without UIDPLUS. */
  remove(path: string, uids: readonly number[]): Promise<void>;
  close(): void;
}

/** Maximum number of headers read at once. */
const headsReadMax = 200;
const silent = (): void => undefined;
const SILENT = { trace: silent, debug: silent, info: silent, error: silent };

/** Special uses of folders with copies (RFC 6154, section 2). */
const COPIES: ReadonlySet<string> = new Set(['\\Sent', '\\Drafts', '\\All']);

/**
 * @param ms timeout of one command
 * @throws AccessError when an account that needs an access token gets none
 */
export async function openVisit(
  account: Account,
  ms: number,
): Promise<Result<Visit, VisitRefusal>> {
  const { access, user, pass } = account;
  const accessToken = await access?.token(`${account.host}:${account.port}`);
  /** The last refusal: ImapFlow only logs why a move failed. */
  let refused: unknown;
  const client = new ImapFlow({
    host: account.host,
    port: account.port,
    secure: account.secure,
    // A password crosses a network only under TLS.
    ...(!account.secure && { doSTARTTLS: !isLoopback(account) }),
    tls: tlsOptions(account),
    auth: accessToken === undefined ? { user, pass } : { user, accessToken },
    logger: {
      ...SILENT,
      warn: ({ err }) => {
        refused = err ?? refused;
      },
    },
    disableAutoIdle: true,
    connectionTimeout: ms,
    greetingTimeout: ms,
  });
  // Without a listener an error event would end the process.
  client.on('error', () => undefined);
  const timed = <T>(work: () => Promise<T>): Promise<Result<T, VisitRefusal>> =>
    withTimeout(client, work, ms);
  const connected = await timed(() => client.connect());
  if (!connected.ok) {
    client.close();
    return connected;
  }
  const open = async (path: string, readOnly: boolean): Promise<Opened> => {
    const box = await client.mailboxOpen(path, { readOnly });
    const { permanentFlags: kept } = box;
    const flags =
      !kept || kept.size === 0 ? kept === undefined : kept.has('\\Seen') || kept.has('\\*');
    return { readOnly: box.readOnly === true, flags, uidNext: Number(box.uidNext) };
  };
  return ok({
    get capabilities() {
      return new Set(client.capabilities.keys());
    },
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
    open: (path) => timed(() => open(path, false)),
    make: (path) =>
      timed(async () => {
        await client.mailboxCreate(path);
      }),
    async used(path) {
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
    append: (path, raw) =>
      timed(async () => {
        const put = await client.append(path, Buffer.from(raw), ['\\Seen']);
        return put ? put.uid : undefined;
      }),
    heads: (path, from) =>
      timed(async () => {
        const { uidNext } = await open(path, true);
        if (uidNext <= from) return [];
        const listed = await client.fetchAll(`${from}:*`, { uid: true }, { uid: true });
        // `n:*` always includes the last letter, even if its UID is below n.
        const above = listed.map(({ uid }) => uid).filter((uid) => uid >= from);
        above.sort((one, other) => one - other);
        const part = { key: 'HEADER', maxLength: headerBytesMax };
        const query = { uid: true, internalDate: true, bodyParts: [part] };
        const heads: Head[] = [];
        // One by one: of several letters, some servers return a part of the first only.
        for (const uid of above.slice(-headsReadMax)) {
          const found = await client.fetchOne(String(uid), query, { uid: true });
          if (!found) continue;
          const { headers: header = new Uint8Array(), internalDate } = found;
          heads.push({ uid, header, arrivedAt: internalDateMs(internalDate) });
        }
        return heads;
      }),
    notes: (path, fields) =>
      timed(async () => {
        await open(path, true);
        return listNotes(client, (command) => command, fields);
      }),
    move: (from, uids, to) =>
      timed(async () => {
        await open(from, false);
        await client.messageFlagsAdd(uids.join(','), ['\\Seen'], { uid: true });
        refused = undefined;
        if (!(await client.messageMove(uids.join(','), to, { uid: true }))) {
          throw refused ?? new Error('it is not moved');
        }
      }),
    async remove(path, uids) {
      // A plain EXPUNGE would delete letters that other clients have flagged.
      if (uids.length === 0 || !client.capabilities.has('UIDPLUS')) return;
      await timed(async () => {
        await open(path, false);
        await client.messageDelete(uids.join(','), { uid: true });
      });
    },
    close: () => client.close(),
  });
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

/** The fields of an ImapFlow error. */
interface Failure {
  readonly authenticationFailed?: boolean;
  readonly serverResponseCode?: string;
  readonly responseText?: string;
  readonly response?: unknown;
  readonly code?: string;
  readonly message?: string;
}

function refusalOf(error: unknown): VisitRefusal {
  const { authenticationFailed, serverResponseCode, responseText, response, code, message } =
    error as Failure;
  const words = responseText ?? (typeof response === 'string' ? response : undefined);
  return {
    code: serverResponseCode,
    said: [serverResponseCode && `[${serverResponseCode}]`, words ?? code ?? message]
      .filter((part) => part !== undefined)
      .join(' '),
    isLogin: authenticationFailed === true,
  };
}
