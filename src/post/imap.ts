import { ImapFlow, type ImapFlowOptions } from 'imapflow';
import { letterLimits } from '../limits.ts';
import { fetchLimits } from '../server-limits.ts';
import { type Account, isLoopback, tlsOptions, tokensUnsupported, withToken } from './account.ts';
import { internalDateMs, type LoggedIn, type NoteFolder, noteFolder } from './notes.ts';
import { ignoreRefusal, throttleMs } from './throttle.ts';

/** A letter on the server. `raw` is undefined when too large, deleted or not delivered. */
export interface Fetched {
  readonly uid: number;
  readonly bytes: number;
  /** Arrival in UTC milliseconds (RFC 9051, section 2.3.3); undefined if not reported. */
  readonly arrivedAt?: number | undefined;
  readonly raw: Uint8Array | undefined;
  /** The first 64 KiB of a letter that is too large. */
  readonly head?: Uint8Array | undefined;
}

/** An open mailbox, for single use: once closed, a new one is opened. */
export interface Mailbox {
  readonly name: string;
  readonly uidValidity: number;
  /** Fetches every letter with a UID above `uid`, lowest first, in batches of at most 50. */
  fetchAbove(
    uid: number,
    bytesMax: number,
    take: (letters: readonly Fetched[]) => void,
  ): Promise<void>;
  /** Flags letters as read, and moves them to `Processed` where that is safe for other letters. */
  file(uids: readonly number[]): Promise<readonly number[]>;
  /** Drops the connection without waiting for the server. */
  close(): void;
}

export const PROCESSED_FOLDER = 'Processed';

/** An open mailbox, with the folder of notes. */
export interface OpenMailbox extends Mailbox {
  readonly notes: NoteFolder;
}

/**
 * Logs in and opens the mailbox.
 *
 * @param options `mayFetch` is asked before each batch of letters; false ends the fetch
 * @throws Error when the server is unreachable or refuses the login
 */
export async function openMailbox(
  account: Account,
  options: ConnectionOptions & { readonly mayFetch?: (notes: NoteFolder) => Promise<boolean> } = {},
): Promise<OpenMailbox> {
  const name = mailboxName(account);
  const open = await logIn(account, options);
  const { client, withTimeout } = open;
  try {
    const box = await withTimeout(client.mailboxOpen(name)).catch((error) => {
      if (client.usable && throttleMs(error) === undefined) {
        throw new Error(`it has no mailbox ${name}`);
      }
      throw error;
    });
    const reopen = async (): Promise<void> => {
      const { uidValidity } = await withTimeout(client.mailboxOpen(name));
      if (uidValidity !== box.uidValidity) throw new Error('the mailbox was recreated');
    };
    const notes = noteFolder(open, name, reopen);
    return {
      name,
      uidValidity: Number(box.uidValidity),
      notes,
      async fetchAbove(uid, bytesMax, take) {
        // `n:*` always includes the last letter, even if its UID is below n (RFC 9051, section 9, seq-range).
        const listed = (await listLetters(open, `${uid + 1}:*`)).filter((each) => each.uid > uid);
        await fetchListed(
          open,
          listed,
          bytesMax,
          take,
          async () => options.mayFetch?.(notes) ?? true,
        );
      },
      file: (uids) => fileLetters(open, uids),
      close: () => client.close(),
    };
  } catch (error) {
    client.close();
    throw withThrottleReset(error, open.askedMs());
  }
}

interface ConnectionOptions {
  /** Called when there may be new letters. */
  readonly onMail?: () => void;
  /** Called when the connection is closed, with the wait that the server asks for, in milliseconds. */
  readonly onClose?: (askedMs: number | undefined) => void;
  /** Drops the connection, also a pending one. */
  readonly signal?: AbortSignal;
}

/** @throws Error when the server is unreachable or refuses the login */
export function logIn(account: Account, options: ConnectionOptions): ReturnType<typeof logInAs> {
  const { access, user, pass } = account;
  if (!access) return logInAs(account, { user, pass }, options);
  const loggedIn = withToken(access, account, isLoginRefused, (accessToken) =>
    logInAs(account, { user, accessToken }, options),
  );
  return Promise.race([loggedIn, dropped(options.signal)]);
}

/** Rejects when the connection is to be dropped, to end the wait for a token. */
const dropped = (signal?: AbortSignal): Promise<never> =>
  new Promise((_, reject) => {
    const drop = () => reject(new Error('dropped'));
    if (signal?.aborted) drop();
    signal?.addEventListener('abort', drop, { once: true });
  });

/** Whether the error is a permanent refusal of the login. */
const isLoginRefused = (error: unknown): boolean => {
  const { authenticationFailed, responseStatus } = Object(error) as Record<string, unknown>;
  return (
    authenticationFailed === true && responseStatus === 'NO' && throttleMs(error) === undefined
  );
};

type Login = { readonly user: string } & ({ readonly pass: string } | { accessToken: string });

/** A client that is not connected yet. @param ms timeout of the connection and of the greeting */
export function clientOf(
  account: Account,
  auth: Login,
  ms: number,
  options: Partial<ImapFlowOptions>,
): ImapFlow {
  const { host, port, secure } = account;
  const client = new ImapFlow({
    host,
    port,
    secure,
    // A password crosses a network only under TLS.
    ...(!secure && { doSTARTTLS: !isLoopback(account) }),
    tls: tlsOptions(account),
    auth,
    connectionTimeout: ms,
    greetingTimeout: ms,
    ...options,
  });
  // Without a listener an error event would end the process.
  client.on('error', () => undefined);
  return client;
}

async function logInAs(account: Account, login: Login, options: ConnectionOptions) {
  const commandMsMax = account.replyMsMax ?? fetchLimits.commandMs;
  let askedMs: number | undefined;
  const client = clientOf(account, login, commandMsMax / 2, {
    logger: throttleListener((ms) => {
      askedMs = ms;
      client.close();
    }),
    disableAutoIdle: false,
    // The default is 15 s before IDLE begins, too long for a new letter.
    autoIdleDelay: 20,
    // An IDLE can die silently, so it is renewed.
    maxIdleTime: 4 * 60_000,
  });
  client.on('close', () => options.onClose?.(askedMs ?? throttleMs(client.byeReason)));
  const name = mailboxName(account);
  // Ignores the folder of notes, while that is open.
  client.on('exists', ({ path }) => {
    if (path === name) options.onMail?.();
  });
  const { signal } = options;
  signal?.addEventListener('abort', () => client.close(), { once: true });

  const withTimeout = <T>(command: Promise<T>): Promise<T> => {
    let timer: NodeJS.Timeout | undefined;
    let drop: () => void = () => undefined;
    const late = new Promise<never>((_, reject) => {
      timer = setTimeout(() => {
        client.close();
        reject(new Error('the IMAP server does not answer'));
      }, commandMsMax);
      // ImapFlow may leave a pending command unsettled.
      drop = () => reject(new Error('the connection was dropped'));
      signal?.addEventListener('abort', drop, { once: true });
      if (signal?.aborted) drop();
    });
    return Promise.race([command, late]).finally(() => {
      clearTimeout(timer);
      signal?.removeEventListener('abort', drop);
    });
  };

  try {
    await withTimeout(client.connect());
    /** The wait that the server asks for, if any. */
    return { client, withTimeout, askedMs: () => askedMs };
  } catch (error) {
    client.close();
    const takesTokens = ['XOAUTH2', 'OAUTHBEARER'].some((name) =>
      client.capabilities.has(`AUTH=${name}`),
    );
    if ('accessToken' in login && !takesTokens && client.capabilities.size > 0)
      throw tokensUnsupported();
    throw withThrottleReset(error, askedMs);
  }
}

export const mailboxName = ({ path }: Account): string => (path === '' ? 'INBOX' : path);

const withThrottleReset = (error: unknown, ms: number | undefined): unknown =>
  ms === undefined ? error : Object.assign(error as Error, { throttleReset: ms });

/**
 * ImapFlow waits as long as the server asks, and only logs it. The wait may exceed the command timeout, so
 * the connection is closed and the caller waits.
 */
function throttleListener(asked: (ms: number) => void) {
  return {
    ...SILENT,
    warn(entry: unknown) {
      const { throttleDelay } = Object(entry) as { throttleDelay?: unknown };
      if (typeof throttleDelay !== 'number') return;
      // ImapFlow starts its wait right after this call; closing the client ends only a wait that has begun.
      setImmediate(() => asked(throttleMs({ throttleReset: throttleDelay }) ?? 0));
    },
  };
}

const silent = (): void => undefined;
/** A log of ImapFlow that is dropped. */
export const SILENT = { trace: silent, debug: silent, info: silent, warn: silent, error: silent };

/** Lists letters of the open mailbox, lowest UID first: sizes come before any letter is transferred. */
export async function listLetters({ client, withTimeout }: LoggedIn, uids: string) {
  const query = { uid: true, size: true, internalDate: true, flags: true } as const;
  const listed = await withTimeout(client.fetchAll(uids, query, { uid: true }));
  return listed
    .map(({ uid, size = 0, internalDate, flags }) => ({
      uid,
      bytes: size,
      arrivedAt: internalDateMs(internalDate),
      flags,
    }))
    .sort((one, next) => one.uid - next.uid);
}

/** Fetches letters of the open mailbox in order; of an oversized one, the first 64 KiB. */
export async function fetchListed<One extends Pick<Fetched, 'uid' | 'bytes' | 'arrivedAt'>>(
  open: LoggedIn,
  listed: readonly One[],
  bytesMax: number,
  take: (letters: readonly (One & Fetched)[]) => void,
  mayFetch: () => Promise<boolean> = async () => true,
): Promise<void> {
  for (const batch of batchesOf(listed, bytesMax)) {
    if (!(await mayFetch())) return;
    const uids = (large: boolean) =>
      batch.filter(({ bytes }) => bytes > bytesMax === large).map((each) => each.uid);
    const sources = await fetchSources(open, uids(false), true);
    const heads = await fetchSources(open, uids(true), { maxLength: letterLimits.headerBytes });
    take(batch.map((each) => ({ ...each, raw: sources.get(each.uid), head: heads.get(each.uid) })));
  }
}

/** Consecutive letters, limited in number and bytes. */
function batchesOf<One extends Pick<Fetched, 'bytes'>>(
  letters: readonly One[],
  bytesMax: number,
): readonly One[][] {
  const batches: One[][] = [];
  let room = 0;
  for (const letter of letters) {
    const batch = batches.at(-1);
    const bytes = letter.bytes > bytesMax ? 0 : letter.bytes;
    if (batch && batch.length < fetchLimits.letters && bytes <= room) {
      batch.push(letter);
      room -= bytes;
    } else {
      batches.push([letter]);
      room = fetchLimits.bytes - bytes;
    }
  }
  return batches;
}

/**
 * The raw bytes of letters, complete or from the start. A server often refuses a batch because of one
 * letter, so each is then fetched alone.
 */
async function fetchSources(
  { client, withTimeout }: LoggedIn,
  uids: readonly number[],
  source: true | { readonly maxLength: number },
): Promise<ReadonlyMap<number, Uint8Array>> {
  const ask = (range: string) =>
    withTimeout(client.fetchAll(range, { uid: true, source }, { uid: true }));
  const answers = [];
  try {
    if (uids.length > 0) answers.push(...(await ask(uids.join(','))));
  } catch (error) {
    ignoreRefusal(client, error);
    for (const uid of uids) {
      answers.push(
        ...(await ask(String(uid)).catch((alone) => {
          ignoreRefusal(client, alone);
          return [];
        })),
      );
    }
  }
  return new Map(answers.flatMap(({ uid, source: raw }) => (raw ? [[uid, raw] as const] : [])));
}

/**
 * Whether a move affects only the letters named. Without MOVE, ImapFlow uses COPY, `\Deleted` and EXPUNGE.
 * Without UIDPLUS too, that would delete letters that other clients have flagged (RFC 4315, section 1), so
 * letters are then only flagged as read.
 */
export const movesSafely = ({ capabilities }: ImapFlow): boolean =>
  capabilities.has('MOVE') || capabilities.has('UIDPLUS');

/**
 * Flags and moves letters. The server may refuse a batch because of one letter, so each is then moved
 * alone, until a batch in which none could be moved.
 */
async function fileLetters({ client, withTimeout }: LoggedIn, uids: readonly number[]) {
  const filed: number[] = [];
  const move = async (these: readonly number[]): Promise<boolean> => {
    const range = these.join(',');
    if (!(await withTimeout(client.messageFlagsAdd(range, ['\\Seen'], { uid: true }))))
      return false;
    if (!movesSafely(client)) return true;
    return Boolean(await withTimeout(client.messageMove(range, PROCESSED_FOLDER, { uid: true })));
  };
  let moves = true;
  for (let at = 0; at < uids.length; at += fetchLimits.letters) {
    const batch = uids.slice(at, at + fetchLimits.letters);
    let done = await move(batch);
    if (!done && moves && movesSafely(client)) {
      // The folder may be missing, which ImapFlow reports as plain failure.
      await withTimeout(client.mailboxCreate(PROCESSED_FOLDER)).catch((error) =>
        ignoreRefusal(client, error),
      );
      done = await move(batch);
    }
    if (done) filed.push(...batch);
    if (done || !moves || batch.length === 1) continue;
    const before = filed.length;
    for (const uid of batch) if (await move([uid])) filed.push(uid);
    moves = filed.length > before;
  }
  return filed;
}
