import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { performance } from 'node:perf_hooks';
import { closeShell, openShell } from '../src/service/process/open.ts';
import { openExisting, openReadOnly } from '../src/store/file/database.ts';
import { collectsAllTheTime } from '../test/support/process/collecting.ts';
import { startProgram } from '../test/support/process/process.ts';
import { say } from './median.ts';
import { openStreet } from './street.ts';
import { firstMove, settleByCopies } from './town.ts';
import { watchProcess } from './watch-process.ts';

/**
 * Many letters through a real Dovecot and a submission server, for a worker that is the program
 * itself in a process of its own, with what `npm start` sets for it. Its memory, its open files, the
 * write-ahead log and the processor time of a letter are printed as it goes on; they should stay
 * where they are. The database may hold more matches than there are letters. With a third word, the
 * worker collects its garbage all the time; what native code does not survive shows then.
 *
 *   npm run bench soak
 *   npm run bench soak 10000
 *   npm run bench soak 100000 1000000
 *   npm run bench soak 1000 1000 collecting
 */
const LETTERS = Number(process.argv[2] ?? 100_000);
const MATCHES = Math.max(Number(process.argv[3] ?? LETTERS), LETTERS);
const COLLECTING = process.argv[4] === 'collecting';
const LINES = 20;
/** The boards of the letters come from all over the file. */
const STRIDE = Math.floor(MATCHES / LETTERS);
const ADDRESS = 'games@turnpost.test';
const SECRET = 'a secret for the length of a bench';
/** The server writes one letter to itself at its first start. */
const PROBES = 1;

const folder = mkdtempSync(join(tmpdir(), 'turnpost-bench-'));
const database = join(folder, 'turnpost.sqlite');
const writer = await settled();
const street = await openStreet([ADDRESS]);
const worker = startProgram('dist/main.js', ['start'], {
  TURNPOST_ADDRESS: ADDRESS,
  TURNPOST_IMAP_URL: street.imapUrl(ADDRESS),
  TURNPOST_SMTP_URL: street.smtpUrl,
  TURNPOST_DATABASE: database,
  TURNPOST_SECRET: SECRET,
  TURNPOST_LOG: 'warn',
  NODE_OPTIONS: `${flagsOfStart()} ${COLLECTING ? collectsAllTheTime : ''}`,
});
await Promise.race([
  street.hasTaken(PROBES),
  worker.ended().then(() => Promise.reject(new Error(worker.output()))),
]);
const watched = watchProcess(worker.pid, database);
say(`${MATCHES} matches, before the first letter: ${watched.state()}`);

const portion = Math.ceil(LETTERS / LINES);
for (let done = 0; done < LETTERS; done += portion) {
  const count = Math.min(portion, LETTERS - done);
  const startMs = performance.now();
  const usedMs = watched.usedMs();
  await street.deliver(
    Array.from({ length: count }, (_, index) => firstMove(writer, (done + index) * STRIDE + 1)),
  );
  await street.hasTaken(PROBES + 2 * (done + count));
  const rate = ((count / (performance.now() - startMs)) * 1000).toFixed(0);
  const ownMs = ((watched.usedMs() - usedMs) / count).toFixed(2);
  say(
    `${done + count} letters, ${rate} a second, ${ownMs} ms of processor each: ${watched.state()}`,
  );
}
say(`the most memory that it has had: ${watched.mostMebibytes()} MiB`);

writer.db.close();
worker.signal('SIGTERM');
const end = await worker.ended();
say(`the worker has ended: ${JSON.stringify(end)}`);
if (end.code !== 0) process.exitCode = 1;
if (worker.output() !== '') say(`and has said:\n${worker.output()}`);
const db = openExisting(database);
const revisions = db.prepare('select revision, count(*) as boards from matches group by 1').all();
say(`revisions of the boards: ${JSON.stringify(revisions)}`);
db.close();
await street.stop();
rmSync(folder, { recursive: true });

/** Fills the database. Returns what is needed to write letters to it, which looks at the file alone. */
async function settled() {
  const shell = openShell({
    address: ADDRESS,
    database,
    admins: new Set(),
    secret: SECRET,
    plus: true,
    templates: undefined,
    log: 'error',
  });
  settleByCopies(shell, MATCHES);
  await closeShell(shell);
  return { ...shell, db: openReadOnly(database) };
}

/** What stands between `node` and the program in the script `start` of package.json. */
function flagsOfStart(): string {
  const { scripts } = JSON.parse(readFileSync('package.json', 'utf8'));
  return /^node (.*)dist\/main\.js start$/.exec(scripts.start)?.[1]?.trim() ?? '';
}
