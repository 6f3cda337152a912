import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { performance } from 'node:perf_hooks';
import { createTransport } from 'nodemailer';
import PostalMime from 'postal-mime';
import { startPostOffice } from '../sandbox/postoffice.ts';
import { seed } from '../sandbox/seed.ts';
import { type Account, parseAccount } from '../src/post/account.ts';
import { openSubmission, type Submission } from '../src/post/smtp.ts';
import { closeShell, openShell } from '../src/service/process/open.ts';
import { startWorker } from '../src/service/process/worker.ts';
import { makeThreadSolver } from '../src/service/thread/solver.ts';

/**
 * How long the server takes over a turn in the sandbox: from the moment the post office has a
 * player's letter to the moment it has taken both board letters. Printed beside the time spent in
 * the post office's own SMTP, which is not ours.
 *
 *   npm run bench latency
 */
const TURNS = 200;
const PAUSE_MS = 100;
const GAMES = 'games@turnpost.test';
const ALICE = 'alice@turnpost.test';
const BOB = 'bob@turnpost.test';

const folder = mkdtempSync(join(tmpdir(), 'turnpost-bench-'));
const office = await startPostOffice({
  domain: 'turnpost.test',
  people: [GAMES, ALICE, BOB].map((address) => ({ address, password: 'bench' })),
  now: () => Date.now(),
});

function accountOf(url: string, kind: 'imap' | 'smtp'): Account {
  const account = parseAccount(url, kind);
  if (!account.ok) throw new Error(account.error);
  return account.value;
}

/** The letters that the worker has handed over, and how long each hand-over took. */
const taken: { to: string; raw: Uint8Array; at: number; ms: number }[] = [];
let wake: () => void = () => undefined;
const smtp = openSubmission(accountOf(office.smtpUrl(GAMES), 'smtp'));
const submission: Submission = {
  ...smtp,
  async send(letter) {
    const from = performance.now();
    const handover = await smtp.send(letter);
    const at = performance.now();
    taken.push({ to: letter.to, raw: letter.raw, at, ms: at - from });
    wake();
    return handover;
  },
};
const lettersTo = (...people: readonly string[]): Promise<void> =>
  new Promise((resolve) => {
    wake = () => {
      if (people.every((each) => taken.some(({ to }) => to === each))) resolve();
    };
    wake();
  });

const shell = {
  ...openShell({
    address: GAMES,
    database: join(folder, 'turnpost.sqlite'),
    admins: new Set(),
    secret: undefined,
    plus: true,
    templates: undefined,
    log: 'error',
  }),
  // Two minutes a turn, or the cap on letters to one address in an hour would be what is measured.
  time: { now: () => Date.now() + total.length * 120_000 },
};

const total: number[] = [];
const own: number[] = [];
const people = {
  [ALICE]: createTransport({ ...transportOf(ALICE), pool: true }),
  [BOB]: createTransport({ ...transportOf(BOB), pool: true }),
};
function transportOf(address: string) {
  const { host, port, user, pass } = accountOf(office.smtpUrl(address), 'smtp');
  return { host, port, secure: false, ignoreTLS: true, auth: { user, pass } };
}

seed(shell, {
  black: { userid: 'alice', address: ALICE },
  white: { userid: 'bob', address: BOB },
});
const worker = await startWorker(shell, {
  imap: accountOf(office.imapUrl(GAMES), 'imap'),
  submission,
  solver: makeThreadSolver(),
  poll: '* * * * *',
});

while (total.length < TURNS) {
  await lettersTo(ALICE, BOB);
  const letters = await Promise.all(
    taken.splice(0).map(async ({ to, raw }) => ({ to, email: await PostalMime.parse(raw) })),
  );
  const mover = letters.find(({ email }) => email.text?.includes('Reply with your move'));
  const over = letters.find(
    ({ email, to }) => to === ALICE && /(?:has|have) won/.test(email.text ?? ''),
  );
  if (over) {
    // A new match, so that there are turns enough; it is not measured.
    const { number } = shell.db.prepare('select max(board) as number from matches').get() as {
      number: number;
    };
    const answer = over.email.replyTo?.[0]?.address ?? '';
    await write(ALICE, answer, 'challenge bob forms -size=6x6 -first=me');
    await lettersTo(BOB);
    const challenge = taken.find(({ to }) => to === BOB);
    // Alice's transcript may follow; only what comes after the accept counts.
    await new Promise((resolve) => setTimeout(resolve, PAUSE_MS));
    taken.splice(0);
    const email = await PostalMime.parse(challenge?.raw ?? '');
    await write(BOB, email.replyTo?.[0]?.address ?? '', `accept ${number + 1}`);
    continue;
  }
  if (!mover) throw new Error('nobody is to move');
  const [, move = ''] = /on the first line: (\S+)/.exec(mover.email.text ?? '') ?? [];
  // People are slower than this; the mailbox is idle again when they write.
  await new Promise((resolve) => setTimeout(resolve, PAUSE_MS));
  const arrived = await write(mover.to, mover.email.replyTo?.[0]?.address ?? '', move);
  await lettersTo(ALICE, BOB);
  const spent = Math.max(...taken.map(({ at }) => at)) - arrived;
  total.push(spent);
  own.push(spent - taken.reduce((sum, { ms }) => sum + ms, 0));
}

await worker.stop();
await closeShell(shell);
for (const transport of Object.values(people)) transport.close();
await office.stop();
rmSync(folder, { recursive: true });

report('letter in to both boards handed over', total);
report('of which our own time', own);

/** Sends a letter and returns the moment at which the post office had it. */
async function write(from: string, to: string, text: string): Promise<number> {
  await people[from as keyof typeof people].sendMail({ from, to, subject: 'Re: board', text });
  return performance.now();
}

function report(name: string, times: readonly number[]): void {
  const sorted = times.toSorted((one, next) => one - next);
  const at = (share: number) => (sorted[Math.floor((sorted.length - 1) * share)] ?? 0).toFixed(1);
  const figures = `median ${at(0.5)} ms, 95 % ${at(0.95)} ms, most ${at(1)} ms`;
  process.stdout.write(`${name}: ${figures} (${sorted.length} turns)\n`);
}
