import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { performance } from 'node:perf_hooks';
import { strangerLimits } from '../src/limits.ts';
import { rawHash } from '../src/mail/reply.ts';
import { answerWaiting } from '../src/service/do/strangers.ts';
import { readStored } from '../src/service/in/read.ts';
import { closeShell, openShell } from '../src/service/process/open.ts';
import type { Shell } from '../src/service/shell/shell.ts';
import { transact } from '../src/store/file/database.ts';
import { storeLetter } from '../src/store/letters/inbox.ts';
import { putNewcomer } from '../src/store/people/newcomers.ts';
import { medianMs, say } from './median.ts';

/**
 * How many stored letters the server reads in a second: each is taken apart in the thread, screened,
 * and given its state. They ask for help and come from as many strangers, so that a letter in reply
 * is written down for the first of them, some wait, and the others have drawn lots that are too high.
 * And what those that wait cost a round, if they were many more than may wait.
 *
 *   npm run bench reading
 */
const LETTERS = 2_000;
const WAITING = 20_000;
/** Prime to it: the lots come in no order. */
const STRIDE = 7_919;
const ROUNDS = 101;
const { atOnce, everyMs } = strangerLimits.unproven.all;
/** A rate limit that leaves room for one letter is used up for so long. */
const ALMOST_FULL_MS = (atOnce - 1) * everyMs;

for (const grouped of [true, false]) {
  const folder = mkdtempSync(join(tmpdir(), 'turnpost-bench-'));
  const shell = openShell({
    address: 'games@turnpost.test',
    database: join(folder, 'turnpost.sqlite'),
    admins: new Set(),
    secret: undefined,
    plus: true,
    templates: undefined,
    log: 'error',
  });
  transact(shell.db, () => {
    for (let uid = 1; uid <= LETTERS; uid++) {
      const text = `From: p${uid}@x.test\r\nSubject: help\r\nDate: now\r\n\r\n${'Hello. '.repeat(150)}`;
      const raw = Buffer.from(text);
      storeLetter(shell.db, { mailbox: 'INBOX', uidValidity: 1, uid }, raw, rawHash(raw), 0);
    }
  });
  // What has been begun in a group before is read alone.
  if (!grouped) shell.db.exec('update inbox set grouped = 1');
  const from = performance.now();
  await readStored(shell, new AbortController().signal);
  const seconds = (performance.now() - from) / 1_000;
  const how = grouped ? 'in groups' : 'one by one';
  process.stdout.write(`${how}: ${Math.round(LETTERS / seconds)} letters a second\n`);
  if (!grouped) sayRound(shell);
  await closeShell(shell);
  rmSync(folder, { recursive: true });
}

function sayRound(shell: Shell): void {
  const newcomer = { messageId: undefined, language: 'en', proof: 'none' } as const;
  transact(shell.db, () => {
    for (let each = 0; each < WAITING; each++) {
      const domain = `far-${each}.test`;
      const address = `p@${domain}`;
      const place = { line: 'unproven command', domain, lot: (each * STRIDE) % WAITING };
      const answer = { ask: ['play first forms -size=4x4 -level=1'] };
      putNewcomer(shell.db, { ...newcomer, inboxId: 1, address, answer }, place, Date.now());
    }
  });
  const full = medianMs(() => answerWaiting(shell), ROUNDS);
  const open = medianMs(() => {
    shell.db.exec('delete from rate_limits');
    shell.db.exec(
      `insert into rate_limits values ('unproven command', ${Date.now() + ALMOST_FULL_MS})`,
    );
    answerWaiting(shell);
  }, ROUNDS);
  say(`${WAITING} that wait cost a round ${full.toFixed(3)} ms`);
  say(`... and ${open.toFixed(2)} ms where one of them is answered`);
}
