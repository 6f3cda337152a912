import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { performance } from 'node:perf_hooks';
import { rawHash } from '../src/mail/fingerprint.ts';
import { readStored } from '../src/service/in/read.ts';
import { closeShell, openShell } from '../src/service/process/open.ts';
import { transact } from '../src/store/file/database.ts';
import { storeLetter } from '../src/store/letters/inbox.ts';

/**
 * How many stored letters the server reads in a second: each is taken apart in the thread, screened,
 * and given its state. They ask for help and come from as many strangers, so that a letter in reply
 * is written down for the first 200 of them and the others are refused by the cap.
 *
 *   npm run bench reading
 */
const LETTERS = 2_000;

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
  await closeShell(shell);
  rmSync(folder, { recursive: true });
}
