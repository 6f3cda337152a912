import { mkdtempSync, readdirSync, rmSync, statSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { performance } from 'node:perf_hooks';
import { openSubmission } from '../src/post/smtp.ts';
import { openShell } from '../src/service/open.ts';
import { makeThreadSolver } from '../src/service/solver.ts';
import { startWorker } from '../src/service/worker.ts';
import { say } from './median.ts';
import { openStreet } from './street.ts';
import { firstMove, settleByCopies } from './town.ts';

/**
 * Many letters through a real Dovecot and a submission server, one worker for all of them. Memory,
 * open files and the write-ahead log are printed as it goes on; they should stay where they are.
 *
 *   npm run bench soak
 *   npm run bench soak 10000
 */
const LETTERS = Number(process.argv[2] ?? 100_000);
const LINES = 20;
const ADDRESS = 'games@turnpost.test';

const folder = mkdtempSync(join(tmpdir(), 'turnpost-bench-'));
const database = join(folder, 'turnpost.sqlite');
const street = await openStreet([ADDRESS]);
const shell = openShell({
  address: ADDRESS,
  database,
  admins: new Set(),
  secret: 'a secret for the length of a bench',
  plus: true,
  templates: undefined,
  log: 'error',
});
settleByCopies(shell, LETTERS);
const worker = await startWorker(shell, {
  imap: street.imap(ADDRESS),
  submission: openSubmission(street.smtp),
  solver: makeThreadSolver(),
  poll: '* * * * *',
});

const portion = Math.ceil(LETTERS / LINES);
for (let done = 0; done < LETTERS; done += portion) {
  const count = Math.min(portion, LETTERS - done);
  const startMs = performance.now();
  const due = street.taken() + 2 * count;
  await street.deliver(
    Array.from({ length: count }, (_, index) => firstMove(shell, done + index + 1)),
  );
  await street.hasTaken(due);
  const rate = ((count / (performance.now() - startMs)) * 1000).toFixed(0);
  globalThis.gc?.();
  say(`${done + count} letters, ${rate} a second: ${state()}`);
}

const revisions = shell.db.prepare('select revision, count(*) as boards from matches group by 1');
say(`revisions of the boards: ${JSON.stringify(revisions.all())}`);
await worker.stop();
shell.db.close();
await street.stop();
rmSync(folder, { recursive: true });

function state(): string {
  const mib = (bytes: number) => (bytes / 2 ** 20).toFixed(0);
  const { rss, heapUsed } = process.memoryUsage();
  const files = readdirSync('/proc/self/fd').length;
  const wal = statSync(`${database}-wal`).size;
  return `memory ${mib(rss)} MiB, heap ${mib(heapUsed)} MiB, ${files} open files, log ${mib(wal)} MiB`;
}
