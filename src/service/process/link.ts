import { type Account, troubleText } from '../../post/account.ts';
import { type Mailbox, type OpenMailbox, openMailbox } from '../../post/imap.ts';
import { throttleMs } from '../../post/throttle.ts';
import {
  fileAgainMsMax,
  fileAgainMsMin,
  reconnectMsMax,
  reconnectMsMin,
  steadyMsMin,
} from '../../server-limits.ts';
import { makeBackoff } from '../shell/backoff.ts';
import type { Shell } from '../shell/shell.ts';
import type { MailboxLease } from './fence.ts';

/** The connection to the mailbox: made anew when it is lost, but never in a hurry. */
export interface MailLink {
  /** @throws Error when the mailbox cannot be opened, and the server does not say: later */
  open(): Promise<void>;
  /**
   * The mailbox, opened if need be; undefined while it is out of reach or wants to be left alone, and
   * when another has it.
   */
  mailbox(): Promise<Mailbox | undefined>;
  /**
   * Whether letters may be filed: this is the mailbox that is open, and its server does not want to be
   * left alone, nor has it lately been unable to, as when it is full.
   */
  files(mailbox: Mailbox): boolean;
  /** Whether the server has filed what it was asked to. */
  filed(done: boolean): void;
  /** Something has failed; perhaps because the server wants to be left alone. */
  failed(error: unknown): void;
  /** Why the mailbox is out of reach; undefined while it is not. */
  readonly trouble: string | undefined;
  /** Says in the mailbox that nobody reads it any more, if it is open. Never throws. */
  leave(): Promise<void>;
  /** Whether there is a mailbox to poll at all. */
  readonly polls: boolean;
  /** When to try again, in UTC milliseconds; undefined when nothing has to be waited for. */
  readonly retryAt: number | undefined;
}

/**
 * @param account undefined: there is no mailbox, and never will be
 * @param signal drops the connection
 * @param wake called when there may be something new, and when the connection is gone
 * @param fence is asked before anything is fetched
 */
export function makeLink(
  { time, log }: Shell,
  account: Account | undefined,
  signal: AbortSignal,
  wake: () => void,
  fence?: MailboxLease,
): MailLink {
  const backoff = makeBackoff(time, reconnectMsMin, reconnectMsMax);
  /** Nothing depends on filing. */
  const filing = makeBackoff(time, fileAgainMsMin, fileAgainMsMax);
  let open: OpenMailbox | undefined;
  /** Why the mailbox is out of reach, as the log has said. */
  let away: string | undefined;

  const connect = async (to: Account): Promise<OpenMailbox> => {
    let openedAt = 0;
    let mailbox: OpenMailbox | undefined;
    const opened = await openMailbox(to, {
      signal,
      onMail: wake,
      onClose: (askedMs) => {
        if (open === undefined || open !== mailbox) return;
        open = undefined;
        // A server that drops us soon after each login must not be hammered with logins.
        if (time.now() - openedAt > steadyMsMin) backoff.succeeded();
        backoff.failed(askedMs);
        wake();
      },
    });
    openedAt = time.now();
    mailbox = fence ? fenced(opened, fence) : opened;
    open = mailbox;
    if (away) log.info('the mailbox is in reach again');
    away = undefined;
    return mailbox;
  };

  const outOfReach = (error: unknown): void => {
    const askedMs = throttleMs(error);
    backoff.failed(askedMs);
    away = `it ${askedMs === undefined ? troubleText(error) : 'wants to be left alone'}`;
    const againInMs = backoff.nextAt - time.now();
    log.warn({ error: away, againInMs }, 'the mailbox is out of reach');
  };

  /** @returns undefined when another has it @throws Error when it is out of reach */
  const ours = async (to: Account): Promise<Mailbox | undefined> => {
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
    polls: account !== undefined,
    get trouble() {
      return away ?? (account && !backoff.due ? 'it is left alone for a while' : undefined);
    },
    async open() {
      if (!account) return;
      await ours(account).catch((error) => {
        // To give up now would only mean that whoever starts us knocks again at once.
        if (throttleMs(error) === undefined) throw error;
        outOfReach(error);
      });
    },
    async mailbox() {
      if (!account || !backoff.due) return undefined;
      return (await ours(account).catch(outOfReach)) ?? undefined;
    },
    async leave() {
      if (open) await fence?.leave(open.notes).catch(() => undefined);
    },
    files: (mailbox) => mailbox === open && backoff.due && filing.due,
    filed(done) {
      if (done) filing.succeeded();
      else filing.failed();
    },
    failed(error) {
      const askedMs = throttleMs(error);
      if (askedMs !== undefined) backoff.failed(askedMs);
    },
    get retryAt() {
      if (!account) return undefined;
      if (!open || !backoff.due) return backoff.nextAt;
      return filing.due ? undefined : filing.nextAt;
    },
  };
}

/** Whether it is still ours is looked at again before each batch of letters. */
const fenced = (mailbox: OpenMailbox, fence: MailboxLease): OpenMailbox => ({
  ...mailbox,
  fetchAbove: (uid, bytesMax, take) =>
    mailbox.fetchAbove(uid, bytesMax, take, () => fence.look(mailbox.notes)),
});
