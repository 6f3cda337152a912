import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { SandboxConfig } from '../src/config.ts';
import { offerGames } from '../src/engine/registry.ts';
import { RULES } from '../src/engine/shape/ground.ts';
import { systemTime, type Time } from '../src/ports.ts';
import { type Account, parseAccount } from '../src/post/account.ts';
import { openSubmission } from '../src/post/smtp.ts';
import { closeShell, openShell } from '../src/service/process/open.ts';
import type { Server } from '../src/service/process/serve.ts';
import { startWorker, type Worker } from '../src/service/process/worker.ts';
import { makeThreadSolver } from '../src/service/thread/solver.ts';
import { type Guide, makeGuide } from './guide.ts';
import { openMailbox, type Tab } from './mailbox.ts';
import { startPage } from './page.ts';
import { type PostOffice, PostOfficeMissing, startPostOffice } from './postoffice.ts';
import { seed } from './seed.ts';

/** A sandbox that runs. */
export interface Sandbox extends Server {
  readonly url: string;
  /** What to do first, for the terminal. */
  readonly intro: string;
  /** Does a round of the worker now, and resolves when it is over. */
  round(): Promise<void>;
}

/** The sandbox cannot run here; the message says what to do. */
export class SandboxError extends Error {}

const DOMAIN = 'turnpost.test';
const addressOf = (name: string): string => `${name}@${DOMAIN}`;
const GAMES = addressOf('games');
/** Nobody but this machine can reach the servers. */
const PASSWORD = 'sandbox';

const PEOPLE = [
  { name: 'alice', about: 'A player. A board is waiting for her.' },
  { name: 'bob', about: 'A player, her opponent.' },
  { name: 'carol', about: 'A stranger who has asked for a game, and has no account yet.' },
  { name: 'admin', about: 'The admin of this server.' },
] as const;

/**
 * Runs the whole product on this machine alone: mail servers in memory, the ordinary worker between
 * them with a database that is new at each start, and the page.
 *
 * @param clock the time at the worker, the mail servers and in the mailboxes
 * @throws SandboxError when the port is taken or the mail servers are not installed
 */
export async function openSandbox(
  config: SandboxConfig,
  time: Time = systemTime,
): Promise<Sandbox> {
  const running: Server[] = [];
  const stop = async () => {
    for (const each of running.splice(0).reverse()) await each.stop();
  };
  try {
    const office = await openPostOffice(time);
    running.push(office);
    const worker = await openWorker(config, office, time);
    running.push(worker);
    // The first boards are there when the page is.
    await worker.round();
    const tabs = await Promise.all(PEOPLE.map((person) => openTab(person, office, time)));
    running.push(...tabs.map(({ mailbox }) => ({ stop: async () => mailbox.stop() })));
    const page = await openPage(config, tabs, worker.guide);
    running.push(page);
    const intro = introFor(page.url, worker.guide);
    return { url: page.url, intro, round: worker.round, stop };
  } catch (error) {
    await stop();
    throw error;
  }
}

async function openPostOffice({ now }: Time): Promise<PostOffice> {
  const names = ['games', ...PEOPLE.map(({ name }) => name)];
  const people = names.map((name) => ({ address: addressOf(name), password: PASSWORD }));
  try {
    return await startPostOffice({ domain: DOMAIN, people, now });
  } catch (error) {
    if (error instanceof PostOfficeMissing) throw new SandboxError(error.message);
    throw error;
  }
}

async function openWorker(
  { log }: SandboxConfig,
  office: PostOffice,
  time: Time,
): Promise<Worker & { readonly guide: Guide }> {
  const folder = mkdtempSync(join(tmpdir(), 'turnpost-sandbox-'));
  const opened = openShell({
    address: GAMES,
    database: join(folder, 'turnpost.sqlite'),
    admins: new Set([addressOf('admin')]),
    secret: undefined,
    plus: true,
    templates: undefined,
    // Nothing leaves this machine: no name has to be looked up first.
    games: RULES,
    log,
  });
  const shell = { ...opened, time };
  seed(shell, {
    black: { userid: 'alice', address: addressOf('alice') },
    white: { userid: 'bob', address: addressOf('bob') },
    stranger: addressOf('carol'),
  });
  const worker = await startWorker(shell, {
    imap: accountOf(office.imapUrl(GAMES), 'imap'),
    submission: openSubmission(accountOf(office.smtpUrl(GAMES), 'smtp')),
    solver: makeThreadSolver(),
    poll: '* * * * *',
  });
  return {
    ...worker,
    guide: makeGuide(shell.db),
    async stop() {
      await worker.stop();
      await closeShell(shell);
      offerGames(undefined);
      rmSync(folder, { recursive: true });
    },
  };
}

async function openTab(
  { name, about }: (typeof PEOPLE)[number],
  office: PostOffice,
  { now }: Time,
): Promise<Tab> {
  const address = addressOf(name);
  const mailbox = await openMailbox({
    owner: { name, address },
    imapUrl: office.imapUrl(address),
    smtpUrl: office.smtpUrl(address),
    now,
  });
  return { name, about, mailbox };
}

async function openPage({ port }: SandboxConfig, mailboxes: readonly Tab[], guide: Guide) {
  try {
    return await startPage({
      host: '127.0.0.1',
      port,
      mailboxes,
      newLetterTo: GAMES,
      guide,
    });
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'EADDRINUSE') throw error;
    throw new SandboxError(
      `Port ${port} on 127.0.0.1 is taken by another program. Choose another one with
TURNPOST_SANDBOX_PORT, such as: TURNPOST_SANDBOX_PORT=${port + 1} npm start`,
    );
  }
}

function accountOf(url: string, kind: 'imap' | 'smtp'): Account {
  const account = parseAccount(url, kind);
  if (!account.ok) throw new Error(`the post office's ${kind} URL ${account.error}`);
  return account.value;
}

const introFor = (url: string, { steps }: Guide): string =>
  [
    `The sandbox runs at ${url}`,
    '',
    'What to do first:',
    ...steps.map(({ text }, index) => `  ${index + 1}. ${text}`),
    '',
    'A letter with the subject help, from anyone, brings the commands.',
    'Nothing leaves this machine. Ctrl-C stops it.',
  ].join('\n');
