import { submissionLimits } from '../server-limits.ts';
import {
  AccessError,
  type Account,
  isTemporaryFailure,
  type WireError,
  wireCode,
} from './account.ts';
import { type Connection, makeConnection, type Outbound } from './connection.ts';
import { concernsServer, parseWaitMs } from './throttle.ts';

export type { Outbound };

/**
 * The result of sending a letter. `status` is an enhanced code (RFC 3463), such as 4.2.2; `waitMs` is the
 * wait that the server asks for, if any.
 */
export type Handover =
  | { readonly kind: 'taken' }
  /** Temporary failure of this letter (4yz; RFC 5321, section 4.2.1). */
  | {
      readonly kind: 'later';
      readonly error: string;
      readonly status?: string;
      readonly waitMs?: number;
    }
  /** The envelope sender was refused (5yz to MAIL FROM); nothing was sent. */
  | { readonly kind: 'sender-refused'; readonly error: string }
  /**
   * The server takes no letters now: no connection, login or reply, or a limit. `replyMissing`: the complete
   * letter was sent, but no reply came; it may have been accepted.
   */
  | {
      readonly kind: 'unreachable';
      readonly error: string;
      readonly replyMissing?: true;
      readonly waitMs?: number;
    }
  /** Permanent failure (5yz). */
  | { readonly kind: 'refused'; readonly error: string; readonly status?: string };

/** The submission of letters. Connections are reused, and replaced after a failure. */
export interface Submission {
  /** Ends by its deadline. An unreachable server is a value, not an exception. */
  send(letter: Outbound): Promise<Handover>;
  /** Logs in, and sends nothing. @throws Error when that fails */
  verify(): Promise<void>;
  /** Aborts pending letters; later ones are refused. */
  close(): void;
}

/**
 * Submits letters to a server; the first letter opens a connection. There are as many connections as
 * concurrent letters.
 *
 * @param deadlineMs timeout of one letter up to its end; then the connection is closed
 * @param replyMs timeout of the reply to the complete letter
 */
export function openSubmission(
  account: Account,
  deadlineMs = submissionLimits.sendMs,
  replyMs = submissionLimits.replyMs,
): Submission {
  const idlePool = makeIdlePool();
  const inHand = new Set<Connection>();
  let closed = false;
  const open = () => makeConnection(account, deadlineMs, replyMs);
  return {
    async send(letter) {
      if (closed) return { kind: 'unreachable', error: 'closed' };
      const connection = idlePool.take() ?? open();
      let dataSent = false;
      let timer = setTimeout(() => connection.cut(), deadlineMs);
      inHand.add(connection);
      const handover = await connection
        .send(letter, () => {
          dataSent = true;
          clearTimeout(timer);
          timer = setTimeout(() => connection.cut(), replyMs);
        })
        .then(
          (): Handover => ({ kind: 'taken' }),
          (error) => failure(error, dataSent),
        );
      clearTimeout(timer);
      inHand.delete(connection);
      if (handover.kind === 'taken') idlePool.put(connection);
      else connection.leave();
      // Idle connections may be dead too.
      if (handover.kind === 'unreachable') idlePool.clear();
      return handover;
    },
    async verify() {
      const connection = open();
      const timer = setTimeout(() => connection.cut(), deadlineMs);
      try {
        await connection.login();
      } finally {
        clearTimeout(timer);
        connection.leave();
      }
    },
    close() {
      closed = true;
      idlePool.close();
      for (const connection of inHand) connection.cut();
    },
  };
}

function makeIdlePool() {
  const idle = new Map<Connection, NodeJS.Timeout>();
  let closed = false;
  const remove = (connection: Connection): void => {
    clearTimeout(idle.get(connection));
    idle.delete(connection);
  };
  const clear = (): void => {
    for (const connection of idle.keys()) {
      remove(connection);
      connection.leave();
    }
  };
  return {
    clear,
    /** The most recently used one, so that surplus ones expire. */
    take(): Connection | undefined {
      for (const connection of [...idle.keys()].reverse()) {
        remove(connection);
        if (connection.open) return connection;
      }
      return undefined;
    },
    put(connection: Connection): void {
      if (closed || connection.letters >= submissionLimits.lettersPerConnection) {
        connection.leave();
        return;
      }
      const timer = setTimeout(() => {
        remove(connection);
        connection.leave();
      }, submissionLimits.idleMs);
      idle.set(connection, timer.unref());
    },
    close(): void {
      closed = true;
      clear();
    },
  };
}

function failure(thrown: WireError, dataSent: boolean): Handover {
  if (thrown instanceof AccessError) return { kind: 'unreachable', error: thrown.message };
  const { responseCode = 0, code = '', command, response = '' } = thrown;
  // A server's text may repeat an address or a subject, so only its codes are kept.
  const status = /^\d{3}[ -]([45]\.\d{1,3}\.\d{1,3})\b/.exec(response)?.[1];
  const error = [wireCode(thrown) || thrown.name, responseCode || '', status ?? '']
    .join(' ')
    .trim();
  // Only a reply to RCPT or DATA concerns this letter alone; a greeting, a login or a broken connection
  // concerns all.
  const answered = code === 'EENVELOPE' || code === 'EMESSAGE';
  const forNow = isTemporaryFailure(thrown);
  const namedWait = forNow ? parseWaitMs(response) : undefined;
  const wait = namedWait !== undefined && { waitMs: namedWait };
  if (!answered)
    return { kind: 'unreachable', error, ...(dataSent && { replyMissing: true }), ...wait };
  if (command === 'MAIL FROM') {
    return forNow ? { kind: 'unreachable', error, ...wait } : { kind: 'sender-refused', error };
  }
  if (forNow && concernsServer(responseCode, status, response)) {
    return { kind: 'unreachable', error, ...wait };
  }
  const failureFields = { error, ...(status !== undefined && { status }) };
  return forNow
    ? { kind: 'later', ...failureFields, ...wait }
    : { kind: 'refused', ...failureFields };
}
