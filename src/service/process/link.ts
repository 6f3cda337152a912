import { type Account, troubleText } from '../../post/account.ts';
import { type Mailbox, type OpenMailbox, openMailbox } from '../../post/imap.ts';
import { throttleMs } from '../../post/throttle.ts';
import { connectionLimits } from '../../server-limits.ts';
import { makeBackoff } from '../shell/backoff.ts';
import type { Shell } from '../shell/shell.ts';
import type { MailboxLease } from './fence.ts';

/**
 * The connection to the mailbox: reopened after a loss, with backoff.
 *
 * @param account undefined: letters come by the pipe alone
 * @param signal drops the connection
 * @param wake called when there may be new mail, and when the connection is lost
 * @param fence checked before each fetch
 */
export function makeLink(
  { time, log }: Shell,
  account: Account | undefined,
  signal: AbortSignal,
  wake: () => void,
  fence?: MailboxLease,
) {
  const backoff = makeBackoff(
    time,
    connectionLimits.reconnectMsMin,
    connectionLimits.reconnectMsMax,
  );
  /** Filing is optional: it has a backoff of its own. */
  const filing = makeBackoff(time, connectionLimits.refileMsMin, connectionLimits.refileMsMax);
  let open: OpenMailbox | undefined;
  /** Why the mailbox is unreachable, as logged. */
  let lastError: string | undefined;

  const connect = async (to: Account): Promise<OpenMailbox> => {
    let openedAt = 0;
    let mailbox: OpenMailbox | undefined;
    mailbox = await openMailbox(to, {
      signal,
      mayFetch: async (notes) => !fence || fence.look(notes),
      onMail: wake,
      onClose: (askedMs) => {
        if (open === undefined || open !== mailbox) return;
        open = undefined;
        // A server that drops us soon after each login must not be hammered with logins.
        if (time.now() - openedAt > connectionLimits.stableMs) backoff.succeeded();
        backoff.failed(askedMs);
        wake();
      },
    });
    openedAt = time.now();
    open = mailbox;
    if (lastError) log.info('the mailbox is reachable again');
    lastError = undefined;
    return mailbox;
  };

  const noteUnreachable = (error: unknown): void => {
    const askedMs = throttleMs(error);
    backoff.failed(askedMs);
    lastError = `it ${askedMs === undefined ? troubleText(error) : 'wants to be left alone'}`;
    const againInMs = backoff.nextAt - time.now();
    log.warn({ error: lastError, againInMs }, 'the mailbox is unreachable');
  };

  /** @returns undefined if another server has it @throws Error if it is out of reach */
  const mailboxIfOurs = async (to: Account): Promise<Mailbox | undefined> => {
    const mailbox = open ?? (await connect(to));
    try {
      return !fence || (await fence.look(mailbox.notes)) ? mailbox : undefined;
    } catch (error) {
      if (open === mailbox) open = undefined;
      mailbox.close();
      throw error;
    }
  };

  return {
    /** Whether there is a mailbox to poll at all. */
    hasMailbox: account !== undefined,
    /** Why the mailbox is unreachable; undefined if it is not. */
    get trouble(): string | undefined {
      return lastError ?? (account && !backoff.due ? 'it is left alone for a while' : undefined);
    },
    /** @throws Error if the mailbox cannot be opened, unless its server asks to wait */
    async open(): Promise<void> {
      if (!account) return;
      await mailboxIfOurs(account).catch((error) => {
        // Exiting would only make the supervisor try again at once.
        if (throttleMs(error) === undefined) throw error;
        noteUnreachable(error);
      });
    },
    /**
     * The mailbox, opened if need be; undefined while it is out of reach or backing off, or if another server
     * has it.
     */
    async mailbox(): Promise<Mailbox | undefined> {
      if (!account || !backoff.due) return undefined;
      return (await mailboxIfOurs(account).catch(noteUnreachable)) ?? undefined;
    },
    /** Removes our note from the mailbox, if it is open. Never throws. */
    async leave(): Promise<void> {
      if (open) await fence?.leave(open.notes).catch(() => undefined);
    },
    /**
     * Whether letters may be filed: this mailbox is open, and neither its server nor a recent failure, such as
     * a full mailbox, asks to wait.
     */
    mayFile: (mailbox: Mailbox): boolean => mailbox === open && backoff.due && filing.due,
    /** Reports whether the server filed all letters. */
    filed(done: boolean): void {
      if (done) filing.succeeded();
      else filing.failed();
    },
    /** Reports a failure; backs off if the server asked for it. */
    failed(error: unknown): void {
      const askedMs = throttleMs(error);
      if (askedMs !== undefined) backoff.failed(askedMs);
    },
    /** The next try, in UTC milliseconds; undefined if there is none to wait for. */
    get retryAt(): number | undefined {
      if (!account) return undefined;
      if (!open || !backoff.due) return backoff.nextAt;
      return filing.due ? undefined : filing.nextAt;
    },
  };
}
