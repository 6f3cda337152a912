import { ImapFlow } from 'imapflow';
import type { Account } from '../src/post/account.ts';
import { type Letter, parseLetter } from './letter.ts';
import { commandMsMax, rescanMs } from './limits.ts';

/** A letter as it lies in a folder. */
export interface Filed {
  readonly uid: number;
  /** When it was put there, UTC milliseconds. */
  readonly at: number;
  readonly seen: boolean;
  readonly letter: Letter;
  /** Its bytes, as they came. */
  readonly raw: Buffer;
}

/** One folder of a mailbox, over IMAP. It connects when it is first asked, and again when it must. */
interface Folder {
  letters(): Promise<readonly Filed[]>;
  /** `false` when the server did not. */
  markSeen(uid: number): Promise<boolean>;
  put(raw: Buffer, at: number): Promise<void>;
  /** Drops the connection. Never waits for the server. */
  close(): void;
}

/** A connection and the letters that were fetched by it: they never change, only their flags do. */
interface Session {
  readonly client: ImapFlow;
  readonly ready: Promise<unknown>;
  readonly letters: Map<number, Pick<Filed, 'letter' | 'raw'>>;
}

/** @param onHint called when the server says that there is something new */
export function openFolder(account: Account, name: string, onHint: () => void): Folder {
  let session: Session | undefined;
  let closed = false;

  const connect = (): Session => {
    if (closed) throw new Error(`the folder ${name} is closed`);
    const client = new ImapFlow({
      host: account.host,
      port: account.port,
      secure: account.secure,
      doSTARTTLS: false,
      auth: { user: account.user, pass: account.pass },
      logger: false,
      // New mail shall be seen at once, so IDLE begins soon after each command.
      autoIdleDelay: 20,
      connectionTimeout: commandMsMax,
      greetingTimeout: commandMsMax,
    });
    // A client is single-use: the next command after its end makes a new one.
    const forget = () => {
      if (session?.client === client) session = undefined;
    };
    // Without a listener an error event would end the process.
    client.on('error', () => undefined);
    client.on('close', forget);
    client.on('exists', onHint);
    const ready = client.connect().then(() => client.mailboxOpen(name));
    ready.catch(forget);
    return { client, ready, letters: new Map() };
  };

  const ask = async <T>(command: (session: Session) => Promise<T>): Promise<T> => {
    session ??= connect();
    const current = session;
    let timer: NodeJS.Timeout | undefined;
    const late = new Promise<never>((_, reject) => {
      timer = setTimeout(() => {
        // What a server leaves unanswered it also leaves in the way of the next command.
        current.client.close();
        reject(new Error('the IMAP server does not answer'));
      }, commandMsMax);
    });
    const answer = current.ready.then(() => command(current));
    return Promise.race([answer, late]).finally(() => clearTimeout(timer));
  };

  return {
    letters: () => ask(fetchLetters),
    markSeen: (uid) =>
      ask(({ client }) => client.messageFlagsAdd(String(uid), ['\\Seen'], { uid: true })),
    put: async (raw, at) => {
      await ask(({ client }) => client.append(name, raw, ['\\Seen'], new Date(at)));
    },
    close() {
      closed = true;
      session?.client.close();
    },
  };
}

async function fetchLetters({ client, letters }: Session): Promise<readonly Filed[]> {
  const listed = await client.fetchAll('1:*', { uid: true, flags: true, internalDate: true });
  const fresh = listed.map(({ uid }) => uid).filter((uid) => !letters.has(uid));
  if (fresh.length > 0) {
    const query = { uid: true, source: true };
    for (const { uid, source } of await client.fetchAll(fresh.join(','), query, { uid: true })) {
      if (source) letters.set(uid, { letter: await parseLetter(source), raw: source });
    }
  }
  return listed.flatMap(({ uid, flags, internalDate }) => {
    const fetched = letters.get(uid);
    // A letter that another client has deleted meanwhile has no source.
    if (!fetched) return [];
    const at = internalDate === undefined ? 0 : new Date(internalDate).getTime();
    return [{ uid, at, seen: flags?.has('\\Seen') ?? false, ...fetched }];
  });
}

/** Looks out for new mail in a folder. */
export interface Watch {
  /** Looks now. Called at each hint of the server; a slow scan finds what a hint has missed. */
  look(): Promise<void>;
  stop(): void;
}

/**
 * Starts to watch. The letters that are there at the first look are not new.
 *
 * @throws Error when the folder cannot be opened now; later on, it is tried again
 */
export async function startWatch(
  scan: () => Promise<readonly Filed[]>,
  onMail: (arrived: readonly Filed[]) => void,
  onProblem: (error: unknown) => void,
): Promise<Watch> {
  const newestOf = (filed: readonly Filed[]) => Math.max(0, ...filed.map(({ uid }) => uid));
  let newest = newestOf(await scan());
  let looking = Promise.resolve();
  // One look at a time; a hint in the middle of one asks for one more.
  const look = (): Promise<void> => {
    looking = looking
      .then(scan)
      .then((filed) => {
        const arrived = filed.filter(({ uid }) => uid > newest);
        newest = Math.max(newest, newestOf(filed));
        if (arrived.length > 0) onMail(arrived);
      })
      .catch(onProblem);
    return looking;
  };
  const timer = setInterval(look, rescanMs);
  return { look, stop: () => clearInterval(timer) };
}
