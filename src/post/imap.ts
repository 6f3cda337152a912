import { ImapFlow } from 'imapflow';
import { headerBytesMax } from '../limits.ts';
import { fetchBatchBytesMax, fetchBatchLetters, imapCommandMsMax } from '../server-limits.ts';
import { noTokensTaken, withToken } from './access.ts';
import { type Account, isLoopback, tlsOptions } from './account.ts';
import { type InTime, internalDateMs, type NoteFolder, noteFolder } from './notes.ts';
import { takeNo, throttleMs } from './throttle.ts';

/** A letter on the server. `raw` is missing when it is too large, or gone, or cannot be given. */
export interface Fetched {
  readonly uid: number;
  readonly bytes: number;
  /** When the server got it, in UTC milliseconds (RFC 9051, section 2.3.3); undefined when it does not say. */
  readonly arrivedAt?: number | undefined;
  readonly raw: Uint8Array | undefined;
  /** The first 64 KiB of a letter that is too large. */
  readonly head?: Uint8Array | undefined;
}

/** One open mailbox. It is single-use: once closed, a new one is opened. */
export interface Mailbox {
  readonly name: string;
  readonly uidValidity: number;
  /** Hands over every letter with a UID above `uid`, lowest first, in batches of 50. */
  fetchAbove(
    uid: number,
    bytesMax: number,
    take: (letters: readonly Fetched[]) => void,
  ): Promise<void>;
  /**
   * Flags letters as read and moves them out of the way, if that can be done without a risk for
   * other letters.
   *
   * @returns those with which the server did
   */
  file(uids: readonly number[]): Promise<readonly number[]>;
  /** Drops the connection. Never waits for the server. */
  close(): void;
}

/** The folder that letters are moved to when they have been dealt with. */
export const FILED_IN = 'Processed';

/** A mailbox with what lies beside it in the account. */
export interface OpenMailbox extends Mailbox {
  readonly notes: NoteFolder;
  /** @param before is asked before each batch; when it says no, none is fetched any more */
  fetchAbove(
    uid: number,
    bytesMax: number,
    take: (letters: readonly Fetched[]) => void,
    before?: () => Promise<boolean>,
  ): Promise<void>;
}

/**
 * Logs in and opens the mailbox.
 *
 * @param hints `onMail`: there may be something new; `onClose`: the connection is gone, and the server
 *   wants to be left alone for so many milliseconds; `signal` drops the connection, also one that is
 *   still being made
 * @throws Error when the server is out of reach or refuses the login
 */
export async function openMailbox(account: Account, hints: Hints): Promise<OpenMailbox> {
  const name = nameOf(account);
  const { client, inTime, askedMs } = await logIn(account, hints);
  try {
    const box = await inTime(client.mailboxOpen(name)).catch((error) => {
      if (client.usable && throttleMs(error) === undefined) {
        throw new Error(`it has no mailbox ${name}`);
      }
      throw error;
    });
    const reopen = async (): Promise<void> => {
      const { uidValidity } = await inTime(client.mailboxOpen(name));
      if (uidValidity !== box.uidValidity) throw new Error('the mailbox was made anew');
    };
    return {
      name,
      uidValidity: Number(box.uidValidity),
      notes: noteFolder(client, name, inTime, reopen),
      fetchAbove: (uid, bytesMax, take, before) =>
        inBatches(client, inTime, { uid, bytesMax }, take, before),
      file: (uids) => fileLetters(client, inTime, uids),
      close: () => client.close(),
    };
  } catch (error) {
    client.close();
    throw asked(error, askedMs());
  }
}

/** A connection that is logged in. */
export interface LoggedIn {
  readonly client: ImapFlow;
  /** Gives a command so long, and drops the connection then. */
  readonly inTime: InTime;
  /** For how long the server wants to be left alone, if it does. */
  askedMs(): number | undefined;
}

/** What is told of a connection. */
interface Hints {
  onMail: () => void;
  onClose: (askedMs: number | undefined) => void;
  signal: AbortSignal;
}

/** @throws Error when the server is out of reach or refuses the login */
export function logIn(account: Account, hints: Hints): Promise<LoggedIn> {
  const { access, user, pass } = account;
  if (!access) return logInAs(account, { user, pass }, hints);
  const loggedIn = withToken(access, account, isLoginRefused, (accessToken) =>
    logInAs(account, { user, accessToken }, hints),
  );
  return Promise.race([loggedIn, dropped(hints.signal)]);
}

/** Rejects when the connection is to be dropped: nobody waits for a token then. */
const dropped = (signal: AbortSignal): Promise<never> =>
  new Promise((_, reject) => {
    const drop = () => reject(new Error('dropped'));
    if (signal.aborted) drop();
    signal.addEventListener('abort', drop, { once: true });
  });

/** Whether the server has refused a login, and not only for now. */
const isLoginRefused = (error: unknown): boolean => {
  const { authenticationFailed, responseStatus } = Object(error) as Record<string, unknown>;
  return (
    authenticationFailed === true && responseStatus === 'NO' && throttleMs(error) === undefined
  );
};

type Login = { readonly user: string } & ({ readonly pass: string } | { accessToken: string });

async function logInAs(account: Account, login: Login, hints: Hints): Promise<LoggedIn> {
  const commandMsMax = account.replyMsMax ?? imapCommandMsMax;
  let askedMs: number | undefined;
  const client: ImapFlow = new ImapFlow({
    host: account.host,
    port: account.port,
    secure: account.secure,
    // A password crosses a network only under TLS.
    ...(!account.secure && { doSTARTTLS: !isLoopback(account) }),
    tls: tlsOptions(account),
    auth: login,
    logger: throttleListener((ms) => {
      askedMs = ms;
      client.close();
    }),
    disableAutoIdle: false,
    // A new letter shall not wait for the default of 15 s before IDLE begins.
    autoIdleDelay: 20,
    // An IDLE can die without a word, so it is begun anew now and then.
    maxIdleTime: 4 * 60_000,
    connectionTimeout: commandMsMax / 2,
    greetingTimeout: commandMsMax / 2,
  });
  // Without a listener an error event would end the process.
  client.on('error', () => undefined);
  client.on('close', () => hints.onClose(askedMs ?? throttleMs(client.byeReason)));
  const name = nameOf(account);
  // Not what comes into the folder of notes, while that is open.
  client.on('exists', ({ path }) => {
    if (path === name) hints.onMail();
  });
  hints.signal.addEventListener('abort', () => client.close(), { once: true });

  const inTime = <T>(command: Promise<T>): Promise<T> => {
    let timer: NodeJS.Timeout | undefined;
    let drop: () => void = () => undefined;
    const late = new Promise<never>((_, reject) => {
      timer = setTimeout(() => {
        client.close();
        reject(new Error('the IMAP server does not answer'));
      }, commandMsMax);
      // What was asked may never be answered then, and not be given up either.
      drop = () => reject(new Error('the connection was dropped'));
      hints.signal.addEventListener('abort', drop, { once: true });
      if (hints.signal.aborted) drop();
    });
    return Promise.race([command, late]).finally(() => {
      clearTimeout(timer);
      hints.signal.removeEventListener('abort', drop);
    });
  };

  try {
    await inTime(client.connect());
    return { client, inTime, askedMs: () => askedMs };
  } catch (error) {
    client.close();
    const takesTokens = ['XOAUTH2', 'OAUTHBEARER'].some((name) =>
      client.capabilities.has(`AUTH=${name}`),
    );
    if ('accessToken' in login && !takesTokens && client.capabilities.size > 0)
      throw noTokensTaken();
    throw asked(error, askedMs);
  }
}

const nameOf = ({ path }: Account): string => (path === '' ? 'INBOX' : path);

const asked = (error: unknown, ms: number | undefined): unknown =>
  ms === undefined ? error : Object.assign(error as Error, { throttleReset: ms });

/**
 * ImapFlow sits out a wait that the server asks for, and says so only in its log. It is longer than
 * we wait for an answer, so the connection is let go and the wait is ours.
 */
function throttleListener(asked: (ms: number) => void) {
  const silent = () => undefined;
  return {
    trace: silent,
    debug: silent,
    info: silent,
    error: silent,
    warn(entry: unknown) {
      const { throttleDelay } = Object(entry) as { throttleDelay?: unknown };
      if (typeof throttleDelay !== 'number') return;
      // ImapFlow begins to wait right after this, and what it has begun it can end.
      setImmediate(() => asked(throttleMs({ throttleReset: throttleDelay }) ?? 0));
    },
  };
}

export type ListedMessage = Pick<Fetched, 'uid' | 'bytes' | 'arrivedAt'>;

/** Sizes first, so that a letter that is too large never crosses the wire. */
async function inBatches(
  client: ImapFlow,
  inTime: InTime,
  { uid, bytesMax }: { readonly uid: number; readonly bytesMax: number },
  take: (letters: readonly Fetched[]) => void,
  before: () => Promise<boolean> = async () => true,
): Promise<void> {
  const listed = await inTime(
    client.fetchAll(`${uid + 1}:*`, { uid: true, size: true, internalDate: true }, { uid: true }),
  );
  // `n:*` always names the last letter, also when its UID is below n (RFC 9051, section 9, seq-range).
  const fresh = listed
    .filter((each) => each.uid > uid)
    .map(
      (each): ListedMessage => ({
        uid: each.uid,
        bytes: each.size ?? 0,
        arrivedAt: internalDateMs(each.internalDate),
      }),
    )
    .sort((one, next) => one.uid - next.uid);
  await fetchListed(client, inTime, fresh, bytesMax, take, before);
}

/** Fetches letters of the open mailbox in their order; of one that is too large, the header. */
export async function fetchListed<One extends ListedMessage>(
  client: ImapFlow,
  inTime: InTime,
  listed: readonly One[],
  bytesMax: number,
  take: (letters: readonly (One & Fetched)[]) => void,
  before: () => Promise<boolean> = async () => true,
): Promise<void> {
  for (const batch of batchesOf(listed, bytesMax)) {
    if (!(await before())) return;
    const uids = (large: boolean) =>
      batch.filter(({ bytes }) => bytes > bytesMax === large).map((each) => each.uid);
    const sources = await fetchSources(client, inTime, uids(false), true);
    const heads = await fetchSources(client, inTime, uids(true), { maxLength: headerBytesMax });
    take(batch.map((each) => ({ ...each, raw: sources.get(each.uid), head: heads.get(each.uid) })));
  }
}

/** Neighbours together, up to a number of letters and of bytes. */
function batchesOf<One extends ListedMessage>(
  letters: readonly One[],
  bytesMax: number,
): readonly One[][] {
  const batches: One[][] = [];
  let room = 0;
  for (const letter of letters) {
    const batch = batches.at(-1);
    const bytes = letter.bytes > bytesMax ? 0 : letter.bytes;
    if (batch && batch.length < fetchBatchLetters && bytes <= room) {
      batch.push(letter);
      room -= bytes;
    } else {
      batches.push([letter]);
      room = fetchBatchBytesMax - bytes;
    }
  }
  return batches;
}

/**
 * The raw bytes of letters, or the first of them. A server that cannot give one of them often refuses all that were asked
 * for together, so then each is asked for alone; the one that stays without bytes stops no other.
 */
async function fetchSources(
  client: ImapFlow,
  inTime: InTime,
  uids: readonly number[],
  source: true | { readonly maxLength: number },
): Promise<ReadonlyMap<number, Uint8Array>> {
  const ask = (range: string) =>
    inTime(client.fetchAll(range, { uid: true, source }, { uid: true }));
  const answers = [];
  try {
    if (uids.length > 0) answers.push(...(await ask(uids.join(','))));
  } catch (error) {
    takeNo(client, error);
    for (const uid of uids) {
      answers.push(
        ...(await ask(String(uid)).catch((alone) => {
          takeNo(client, alone);
          return [];
        })),
      );
    }
  }
  return new Map(answers.flatMap(({ uid, source: raw }) => (raw ? [[uid, raw] as const] : [])));
}

/**
 * A server without MOVE is asked for COPY, `\Deleted` and EXPUNGE by ImapFlow. That EXPUNGE names
 * its letters only where the server has UIDPLUS; a plain one would remove for good whatever anybody
 * else has flagged (RFC 4315, section 1), so without both the letters stay where they are, as read.
 */
export const movesSafely = ({ capabilities }: ImapFlow): boolean =>
  capabilities.has('MOVE') || capabilities.has('UIDPLUS');

/**
 * Flags and moves letters. One that the server refuses keeps it from moving those that were named with
 * it, so then each is asked for alone; not those of later batches where it has moved none.
 */
async function fileLetters(client: ImapFlow, inTime: InTime, uids: readonly number[]) {
  const filed: number[] = [];
  const move = async (these: readonly number[]): Promise<boolean> => {
    const range = these.join(',');
    if (!(await inTime(client.messageFlagsAdd(range, ['\\Seen'], { uid: true })))) return false;
    if (!movesSafely(client)) return true;
    return Boolean(await inTime(client.messageMove(range, FILED_IN, { uid: true })));
  };
  let moves = true;
  for (let at = 0; at < uids.length; at += fetchBatchLetters) {
    const batch = uids.slice(at, at + fetchBatchLetters);
    let done = await move(batch);
    if (!done && moves && movesSafely(client)) {
      // The first time the folder may be missing, which ImapFlow reports as plain failure.
      await inTime(client.mailboxCreate(FILED_IN)).catch((error) => takeNo(client, error));
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
