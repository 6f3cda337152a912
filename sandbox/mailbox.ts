import { type Account, parseAccount } from '../src/post/account.ts';
import { ok, type Result } from '../src/result.ts';
import { type Draft, follow, replyTo } from './draft.ts';
import { type Filed, openFolder, startWatch, type Watch } from './folder.ts';
import type { Correspondent, Letter } from './letter.ts';
import { openPostbox, type SendProblem } from './postbox.ts';

export interface MailboxOptions {
  readonly owner: Correspondent;
  readonly imapUrl: string;
  readonly smtpUrl: string;
  /** UTC milliseconds. */
  readonly now: () => number;
  readonly log?: (message: string) => void;
}

/** A letter in the list. */
export interface Entry {
  /** `INBOX-3` or `Sent-7`. */
  readonly id: string;
  readonly sent: boolean;
  readonly seen: boolean;
  /** When it was sent or came in, UTC milliseconds. */
  readonly at: number;
  readonly letter: Letter;
  readonly raw: Buffer;
}

/** A person's mail program: real IMAP and SMTP, and no knowledge of games. */
export interface Mailbox {
  readonly owner: Correspondent;
  /** INBOX and Sent together, newest first. */
  list(): Promise<readonly Entry[]>;
  read(id: string): Promise<Entry | undefined>;
  markSeen(id: string): Promise<boolean>;
  /** An answer to a letter; with a `mailto:` link of that letter, what the link fills in. */
  reply(id: string, link?: string): Promise<Draft | undefined>;
  send(draft: Draft): Promise<Result<void, SendProblem>>;
  /** Calls the listener with the letters that have come in, oldest first. */
  onMail(listener: (arrived: readonly Entry[]) => void): void;
  stop(): void;
}

/** A mailbox that the page shows. */
export interface Tab {
  /** One word, which is also its place in the address of the page. */
  readonly name: string;
  /** One line, such as `a player: a board is waiting for her`. */
  readonly about: string;
  readonly mailbox: Mailbox;
}

/**
 * Opens a mailbox and watches it: the server's hint tells of new mail at once, and a slow scan finds
 * what a hint has missed.
 *
 * @throws Error when the mailbox cannot be opened
 */
export async function openMailbox(options: MailboxOptions): Promise<Mailbox> {
  const { owner, now, log } = options;
  const imap = accountOf(options.imapUrl, 'imap');
  const smtp = accountOf(options.smtpUrl, 'smtp');
  const complain = (error: unknown) => log?.(`${owner.address}: ${String(error)}`);
  const listeners: ((arrived: readonly Entry[]) => void)[] = [];
  let watch: Watch | undefined;
  const inbox = openFolder(imap, 'INBOX', () => void watch?.look());
  const sent = openFolder(imap, 'Sent', () => undefined);
  const postbox = openPostbox(smtp, owner);
  const stop = () => {
    watch?.stop();
    inbox.close();
    sent.close();
    postbox.close();
  };
  try {
    const tell = (arrived: readonly Filed[]) => {
      for (const listener of listeners) listener(arrived.map(received));
    };
    watch = await startWatch(() => inbox.letters(), tell, complain);
  } catch (error) {
    stop();
    throw error;
  }

  const find = async (id: string): Promise<Entry | undefined> => {
    const entries = id.startsWith(SENT)
      ? (await sent.letters()).map(mailed)
      : (await inbox.letters()).map(received);
    return entries.find((entry) => entry.id === id);
  };
  return {
    owner,
    async list() {
      const [came, went] = await Promise.all([inbox.letters(), sent.letters()]);
      // Within one second, the letter that came is taken for the answer to the one that went.
      return [...went.map(mailed), ...came.map(received)].sort((a, b) => a.at - b.at).reverse();
    },
    read: find,
    markSeen: async (id) => (id.startsWith(SENT) ? true : inbox.markSeen(uidOf(id))),
    async reply(id, link) {
      const entry = await find(id);
      if (!entry) return undefined;
      if (link === undefined) return replyTo(entry.letter, entry.at, entry.sent);
      const draft = follow(link, entry.letter);
      return draft.ok ? draft.value : undefined;
    },
    async send(draft) {
      const at = now();
      const posted = await postbox.send(draft, at);
      if (!posted.ok) return posted;
      // The letter is on its way; a missing copy must not look like a letter that was not sent.
      await sent.put(posted.value, at).catch(complain);
      return ok(undefined);
    },
    onMail: (listener) => void listeners.push(listener),
    stop,
  };
}

const INBOX = 'INBOX-';
const SENT = 'Sent-';
const received = ({ uid, ...rest }: Filed): Entry => ({
  id: `${INBOX}${uid}`,
  sent: false,
  ...rest,
});
const mailed = ({ uid, ...rest }: Filed): Entry => ({ id: `${SENT}${uid}`, sent: true, ...rest });
const uidOf = (id: string): number => Number(id.slice(id.indexOf('-') + 1));

function accountOf(url: string, kind: 'imap' | 'smtp'): Account {
  const account = parseAccount(url, kind);
  if (!account.ok) throw new Error(`the ${kind} URL ${account.error}`);
  return account.value;
}
