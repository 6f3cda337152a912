import {
  lettersPerConnectionMax,
  replyMsMax,
  sendMsMax,
  submissionIdleMsMax,
} from '../server-limits.ts';
import { AccessError } from './access.ts';
import { type Account, wireCode } from './account.ts';
import { type Connection, makeConnection, type Outbound } from './connection.ts';
import { isOfServer, namedMs } from './throttle.ts';

export type { Outbound };

/**
 * What the submission server said of a letter. `status` is as in RFC 3463, such as 4.2.2; `waitMs` is how
 * long it wants to be left alone, where it says so.
 */
export type Handover =
  | { readonly kind: 'taken' }
  /** This letter not now (RFC 5321, section 4.2.1: 4yz). */
  | {
      readonly kind: 'later';
      readonly error: string;
      readonly status?: string;
      readonly waitMs?: number;
    }
  /** The letter may not come from this envelope sender (a 5yz to MAIL FROM); nothing was sent. */
  | { readonly kind: 'not-from-there'; readonly error: string }
  /**
   * No letter now: no connection, no login, no answer, or the server has enough. `unheard`: the whole letter was said before, so
   * that it may have been taken.
   */
  | {
      readonly kind: 'unreachable';
      readonly error: string;
      readonly unheard?: true;
      readonly waitMs?: number;
    }
  /** Never (5yz). */
  | { readonly kind: 'refused'; readonly error: string; readonly status?: string };

/** The way out. Connections are kept for the next letter, and made anew after a failure. */
export interface Submission {
  /** Ends by its deadline. A server that is out of reach is a value, not an exception. */
  send(letter: Outbound): Promise<Handover>;
  /** Logs in and says nothing else. @throws Error when that fails */
  verify(): Promise<void>;
  /** Cuts off what is being handed over; nothing is sent any more. */
  close(): void;
}

/**
 * Opens the way to the submission server; nothing is connected before the first letter. There are as
 * many connections as letters are sent at the same time.
 *
 * @param deadlineMs for one hand-over, from the first word to the end of the letter; then its
 *   connection is cut
 * @param replyMs for the answer to the whole letter, after which it is cut as well
 */
export function openSubmission(
  account: Account,
  deadlineMs = sendMsMax,
  replyMs = replyMsMax,
): Submission {
  const shelf = makeShelf();
  const inHand = new Set<Connection>();
  let closed = false;
  const open = () => makeConnection(account, deadlineMs, replyMs);
  return {
    async send(letter) {
      if (closed) return { kind: 'unreachable', error: 'closed' };
      const connection = shelf.take() ?? open();
      let said = false;
      let timer = setTimeout(() => connection.cut(), deadlineMs);
      inHand.add(connection);
      const handover = await connection
        .send(letter, () => {
          said = true;
          clearTimeout(timer);
          timer = setTimeout(() => connection.cut(), replyMs);
        })
        .then(
          (): Handover => ({ kind: 'taken' }),
          (error) => failure(error, said),
        );
      clearTimeout(timer);
      inHand.delete(connection);
      if (handover.kind === 'taken') shelf.put(connection);
      else connection.leave();
      // What has become of one may have become of those that lie idle, too.
      if (handover.kind === 'unreachable') shelf.clear();
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
      shelf.close();
      for (const connection of inHand) connection.cut();
    },
  };
}

/** Where connections wait for the next letter. */
function makeShelf() {
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
    /** The one that was used last: those that are not needed grow old. */
    take(): Connection | undefined {
      for (const connection of [...idle.keys()].reverse()) {
        remove(connection);
        if (connection.open) return connection;
      }
      return undefined;
    },
    put(connection: Connection): void {
      if (closed || connection.letters >= lettersPerConnectionMax) {
        connection.leave();
        return;
      }
      const timer = setTimeout(() => {
        remove(connection);
        connection.leave();
      }, submissionIdleMsMax);
      idle.set(connection, timer.unref());
    },
    close(): void {
      closed = true;
      clear();
    },
  };
}

function failure(
  thrown: Error & {
    responseCode?: number;
    code?: string;
    originalCode?: string;
    command?: string;
    response?: string;
  },
  said: boolean,
): Handover {
  if (thrown instanceof AccessError) return { kind: 'unreachable', error: thrown.message };
  const { responseCode = 0, code = '', command, response = '' } = thrown;
  // A server's words may repeat an address or a subject, so only its codes are kept.
  const status = /^\d{3}[ -]([45]\.\d{1,3}\.\d{1,3})\b/.exec(response)?.[1];
  const error = [wireCode(thrown) || thrown.name, responseCode || '', status ?? '']
    .join(' ')
    .trim();
  // Only what was said to the recipient or the data is about this letter; a greeting, a login or a
  // broken connection is about all of them.
  const answered = code === 'EENVELOPE' || code === 'EMESSAGE';
  const forNow = responseCode >= 400 && responseCode < 500;
  const namedWait = forNow ? namedMs(response) : undefined;
  const wait = namedWait !== undefined && { waitMs: namedWait };
  if (!answered) return { kind: 'unreachable', error, ...(said && { unheard: true }), ...wait };
  if (command === 'MAIL FROM') {
    return forNow ? { kind: 'unreachable', error, ...wait } : { kind: 'not-from-there', error };
  }
  if (forNow && isOfServer(responseCode, status, response)) {
    return { kind: 'unreachable', error, ...wait };
  }
  const told = { error, ...(status !== undefined && { status }) };
  return forNow ? { kind: 'later', ...told, ...wait } : { kind: 'refused', ...told };
}
