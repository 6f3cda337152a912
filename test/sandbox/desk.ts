import { createTransport } from 'nodemailer';
import type { Guide } from '../../sandbox/guide.ts';
import { type Entry, type Mailbox, openMailbox } from '../../sandbox/mailbox.ts';
import { type PostOffice, startPostOffice } from '../../sandbox/postoffice.ts';
import { type Account, parseAccount } from '../../src/post/account.ts';
import { until as waitUntil } from '../support/servers/ports.ts';

/** A post office with three people and a server that sends letters by hand. */

export const NOW = Date.UTC(2026, 0, 5, 9, 30);
export const ALICE = 'alice@players.test';
export const BOB = 'bob@players.test';
export const CAROL = 'carol@players.test';
export const GAMES = 'games@turnpost.test';
export const PEOPLE = [
  { address: ALICE, password: 'a:b/c@d%e+f' },
  { address: BOB, password: 'bob' },
  { address: CAROL, password: 'carol' },
  { address: GAMES, password: 'games', nullSender: true },
];

/** Runs what was given to it in reverse order; for `afterEach`. */
export function makeCleanup() {
  const jobs: (() => unknown)[] = [];
  return {
    add: (job: () => unknown) => void jobs.push(job),
    async run() {
      for (const job of jobs.splice(0).reverse()) await job();
    },
  };
}
export type Cleanup = ReturnType<typeof makeCleanup>;

/** Two steps, of which the first is done when a letter of the server has been read. */
export const GUIDE: Guide = {
  steps: [
    { text: 'Open the mailbox of alice.', mailbox: 'alice' },
    { text: 'As carol, write: signup carol', mailbox: 'carol', line: 'signup carol' },
  ],
  progress: async (tabs) => [
    (await Promise.all(tabs.map(({ mailbox }) => mailbox.list()))).flat().some(({ seen }) => seen),
    false,
  ],
  kindOf: ({ letter }) => (letter.subject.includes('Board') ? 'board' : undefined),
};

export async function openOffice(cleanup: Cleanup): Promise<PostOffice> {
  const office = await startPostOffice({ domain: 'turnpost.test', people: PEOPLE, now: () => NOW });
  cleanup.add(office.stop);
  return office;
}

export async function openBoxOf(
  office: PostOffice,
  address: string,
  cleanup: Cleanup,
  onMail?: (arrived: readonly Entry[]) => void,
  now: () => number = () => NOW,
): Promise<Mailbox> {
  const mailbox = await openMailbox({
    owner: { name: address.replace(/@.*/, ''), address },
    imapUrl: office.imapUrl(address),
    smtpUrl: office.smtpUrl(address),
    now,
  });
  cleanup.add(mailbox.stop);
  if (onMail) mailbox.onMail(onMail);
  return mailbox;
}

export function accountOf(url: string, kind: 'imap' | 'smtp'): Account {
  const account = parseAccount(url, kind);
  if (!account.ok) throw new Error(account.error);
  return account.value;
}

export function transportOf(office: PostOffice, address: string, pass?: string) {
  const account = accountOf(office.smtpUrl(address), 'smtp');
  const auth = { user: account.user, pass: pass ?? account.pass };
  return createTransport({ host: account.host, port: account.port, auth });
}

export const TOKEN = 'games+k3f7q2m@turnpost.test';
/** Sends a letter with an answer address, as the server does. */
export async function sendBoard(office: PostOffice, to: string, more: object = {}): Promise<void> {
  const transport = transportOf(office, GAMES);
  await transport.sendMail({
    from: { name: 'Turnpost', address: GAMES },
    to,
    replyTo: { name: 'Turnpost', address: TOKEN },
    messageId: '<board.12.4@turnpost.test>',
    references: ['<first@turnpost.test>', '<second@turnpost.test>'],
    subject: 'Forms Board 12 (alice vs bob)',
    text: 'It is your turn.\n\n> quoted already\n\n     a b c\n  1  # O #  1\n',
    encoding: 'quoted-printable',
    ...more,
  });
}

/** Waits for something to become true, and returns it. */
export async function until<T>(look: () => T | Promise<T>): Promise<NonNullable<T>> {
  let seen: T | undefined;
  await waitUntil('something comes', async () => {
    seen = await look();
    return Boolean(seen);
  });
  return seen as NonNullable<T>;
}
