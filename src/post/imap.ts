import { ImapFlow } from 'imapflow';
import { fetchBatchLetters, imapCommandMsMax } from '../limits.ts';
import { type Account, isLoopback } from './account.ts';

/** A letter on the server. `raw` is missing when it is larger than was asked for. */
export interface Fetched {
  readonly uid: number;
  readonly bytes: number;
  readonly raw: Uint8Array | undefined;
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
  /** Flags letters as read and moves them out of the way. `false` when the server did not. */
  file(uids: readonly number[]): Promise<boolean>;
  /** Drops the connection. Never waits for the server. */
  close(): void;
}

const FILED_IN = 'Processed';

/**
 * Logs in and opens the mailbox.
 *
 * @param hints `onMail`: there may be something new; `onClose`: the connection is gone
 * @throws Error when the server is out of reach or refuses the login
 */
export async function openMailbox(
  account: Account,
  hints: { onMail: () => void; onClose: () => void },
): Promise<Mailbox> {
  const client = new ImapFlow({
    host: account.host,
    port: account.port,
    secure: account.secure,
    // A password crosses a network only under TLS.
    ...(!account.secure && { doSTARTTLS: !isLoopback(account) }),
    auth: { user: account.user, pass: account.pass },
    logger: false,
    disableAutoIdle: false,
    // A new letter shall not wait for the default of 15 s before IDLE begins.
    autoIdleDelay: 20,
    // An IDLE can die without a word, so it is begun anew now and then.
    maxIdleTime: 4 * 60_000,
    connectionTimeout: imapCommandMsMax / 2,
    greetingTimeout: imapCommandMsMax / 2,
  });
  // Without a listener an error event would end the process.
  client.on('error', () => undefined);
  client.on('close', hints.onClose);
  client.on('exists', hints.onMail);

  const inTime = <T>(command: Promise<T>): Promise<T> => {
    let timer: NodeJS.Timeout | undefined;
    const late = new Promise<never>((_, reject) => {
      timer = setTimeout(() => {
        client.close();
        reject(new Error('the IMAP server does not answer'));
      }, imapCommandMsMax);
    });
    return Promise.race([command, late]).finally(() => clearTimeout(timer));
  };

  try {
    await inTime(client.connect());
    const name = account.path === '' ? 'INBOX' : account.path;
    const box = await inTime(client.mailboxOpen(name));
    if (!box) throw new Error(`the mailbox ${name} cannot be opened`);
    return {
      name,
      uidValidity: Number(box.uidValidity),
      fetchAbove: (uid, bytesMax, take) => inBatches(client, inTime, uid, bytesMax, take),
      file: (uids) => fileLetters(client, inTime, uids),
      close: () => client.close(),
    };
  } catch (error) {
    client.close();
    throw error;
  }
}

type InTime = <T>(command: Promise<T>) => Promise<T>;

/** Sizes first, so that a letter that is too large never crosses the wire. */
async function inBatches(
  client: ImapFlow,
  inTime: InTime,
  uid: number,
  bytesMax: number,
  take: (letters: readonly Fetched[]) => void,
): Promise<void> {
  const listed = await inTime(
    client.fetchAll(`${uid + 1}:*`, { uid: true, size: true }, { uid: true }),
  );
  // `n:*` always names the last letter, also when its UID is below n (RFC 9051, section 9, seq-range).
  const fresh = listed.filter((each) => each.uid > uid).sort((a, b) => a.uid - b.uid);
  for (let at = 0; at < fresh.length; at += fetchBatchLetters) {
    const batch = fresh.slice(at, at + fetchBatchLetters);
    const wanted = batch.filter(({ size = 0 }) => size <= bytesMax).map((each) => each.uid);
    const sources =
      wanted.length === 0
        ? []
        : await inTime(
            client.fetchAll(wanted.join(','), { uid: true, source: true }, { uid: true }),
          );
    const raws = new Map(sources.map(({ uid: each, source }) => [each, source]));
    take(
      // A letter that was deleted meanwhile is small enough and yet without a source.
      batch
        .map(({ uid: each, size = 0 }) => ({ uid: each, bytes: size, raw: raws.get(each) }))
        .filter(({ bytes, raw }) => bytes > bytesMax || raw !== undefined),
    );
  }
}

async function fileLetters(client: ImapFlow, inTime: InTime, uids: readonly number[]) {
  if (uids.length === 0) return true;
  const range = uids.join(',');
  const flagged = await inTime(client.messageFlagsAdd(range, ['\\Seen'], { uid: true }));
  if (!flagged) return false;
  if (await inTime(client.messageMove(range, FILED_IN, { uid: true }))) return true;
  // The first time the folder may be missing, which ImapFlow reports as plain failure.
  await inTime(client.mailboxCreate(FILED_IN));
  return Boolean(await inTime(client.messageMove(range, FILED_IN, { uid: true })));
}
