import { mkdtempSync, rmSync, statSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { performance } from 'node:perf_hooks';
import PostalMime from 'postal-mime';
import type { CrashPoints } from '../src/ports.ts';
import { openSubmission } from '../src/post/smtp.ts';
import { submissionConnectionsMax } from '../src/server-limits.ts';
import { startBackups } from '../src/service/process/backups.ts';
import { closeShell, openShell } from '../src/service/process/open.ts';
import { startWorker } from '../src/service/process/worker.ts';
import { makeThreadSolver } from '../src/service/thread/solver.ts';
import type { Database } from '../src/store/file/database.ts';
import { frozenRaw } from '../src/store/letters/leases.ts';
import { backupsNow } from '../src/store/server/backups.ts';
import { type FloorJob, runFloor } from './floor.ts';
import { median, say } from './median.ts';
import { openStreet, type Street } from './street.ts';
import { firstMove, settle } from './town.ts';

/**
 * Letters a second, from a Dovecot mailbox full of moves to both board letters taken by a submission
 * server in another process; beside it, in turn with it, what the same libraries do with no logic
 * between them (floor.ts). And where the time goes.
 *
 * With `robot`, the same beside it in the place of the floor, without and with one in three of the
 * matches against the robot at level 3, which answers in the same letter.
 *
 * With `copies`, the same beside it without copies of the database: with them, one is begun with the
 * first letter. `copies=1000` makes the database so many megabytes larger in both.
 *
 *   npm run bench turns
 *   npm run bench turns 500
 *   npm run bench turns 500 robot
 *   npm run bench turns 500 copies=1000
 */
const LETTERS = Number(process.argv.slice(2).find((word) => /^\d+$/.test(word)) ?? 1000);
const WITH_ROBOT = process.argv.includes('robot');
const COPIES = process.argv.find((word) => word.startsWith('copies'));
const FILLER_MB = Number(COPIES?.split('=')[1] ?? 0);
/** Of so many matches one is against the robot. */
const ROBOT_EVERY = 3;
const ROUNDS = 3;
/**
 * Not measured: everything is loaded and compiled in it. A worker has threads of its own, which are
 * new in each round; the floor has none.
 */
const WARM_UP = 500;

/** What a letter has cost, in milliseconds: by the clock, and of this process's processor time. */
interface Cost {
  readonly ms: number;
  readonly cpuMs: number;
}

const folder = mkdtempSync(join(tmpdir(), 'turnpost-bench-'));
const mailboxes = ['turns', 'floor'].flatMap((kind) =>
  Array.from({ length: ROUNDS + 1 }, (_, round) => `${kind}${round}@turnpost.test`),
);
const street = await openStreet(mailboxes);
const BESIDE = WITH_ROBOT ? 'without the robot' : COPIES ? 'without copies' : 'floor';
const turns: Cost[] = [];
const floors: Cost[] = [];
const shares = new Map<string, number>();
let sample: FloorJob['sample'] = { subject: '', text: '', html: '' };

for (let round = 0; round <= ROUNDS; round++) {
  const letters = round === 0 ? WARM_UP : LETTERS;
  const withCopies = COPIES !== undefined;
  const turn = await runTurns(`turns${round}@turnpost.test`, letters, WITH_ROBOT, withCopies);
  const beside = `floor${round}@turnpost.test`;
  const floor = await (WITH_ROBOT || COPIES
    ? runTurns(beside, letters, false)
    : measureFloor(beside, letters));
  if (round === 0) continue;
  turns.push(turn);
  floors.push(floor);
  say(`round ${round}: turns ${costText(turn)}; ${BESIDE} ${costText(floor)}`);
}
await street.stop();
rmSync(folder, { recursive: true });

const ratio = (of: (cost: Cost) => number) =>
  (median(floors.map(of)) / median(turns.map(of))).toFixed(2);
const turnsRate = (1000 / median(turns.map(({ ms }) => ms))).toFixed(0);
const floorRate = (1000 / median(floors.map(({ ms }) => ms))).toFixed(0);
say(`turns ${turnsRate} a second, ${BESIDE} ${floorRate}: ratio ${ratio(({ ms }) => ms)}`);
say(`of processor time alone: ratio ${ratio(({ cpuMs }) => cpuMs)}`);
const whole = [...shares.values()].reduce((sum, ms) => sum + ms, 0);
for (const [step, ms] of [...shares].sort(([, one], [, next]) => next - one)) {
  const perLetter = ((ms * 1000) / (ROUNDS * LETTERS)).toFixed(0);
  say(`  until ${step}: ${((100 * ms) / whole).toFixed(0)} %, ${perLetter} us a letter`);
}

/** From the start of the worker to the last board letter taken. */
async function runTurns(
  address: string,
  letters: number,
  robot: boolean,
  withCopies = false,
): Promise<Cost> {
  const robotAt = (board: number): boolean => robot && board % ROBOT_EVERY === 0;
  const watch = stopwatch();
  const database = join(folder, `${address}.sqlite`);
  const shell = openShell(
    {
      address,
      database,
      admins: new Set(),
      secret: 'a secret for the length of a bench',
      plus: true,
      templates: undefined,
      log: 'error',
    },
    watch,
  );
  settle(shell, WARM_UP + letters, robotAt);
  if (FILLER_MB > 0) enlarge(shell.db, FILLER_MB);
  const answerAll = async (first: number, count: number): Promise<Cost> => {
    await fill(street, count, (index) => firstMove(shell, first + index));
    const boards = Array.from({ length: count }, (_, index) => first + index + 1);
    const due = street.taken() + 2 * count - boards.filter(robotAt).length;
    watch.start(first > 0);
    const spent = costMeter(count);
    const worker = await startWorker(shell, {
      imap: street.imap(address),
      submission: openSubmission(street.smtp),
      solver: makeThreadSolver(),
      poll: '* * * * *',
    });
    const backups =
      withCopies && first > 0 ? { folder: join(folder, 'copies'), days: 1 } : undefined;
    const copies = startBackups(shell, {
      database,
      secret: 'a secret for the length of a bench',
      imap: undefined,
      backups,
    });
    await street.hasTaken(due);
    const cost = spent();
    if (backups) {
      await copies.copyIfDue();
      const { madeAt, error } = backupsNow(shell.db);
      const tookMs = statSync(String(backupsNow(shell.db).file)).mtimeMs - Number(madeAt);
      say(error ?? `  the copy was read and on the disk after ${tookMs.toFixed(0)} ms`);
    }
    await copies.stop();
    await worker.stop();
    return cost;
  };
  await answerAll(0, WARM_UP);
  const cost = await answerAll(WARM_UP, letters);
  const first = shell.db
    .prepare('select min(outbox_id) from letter_bytes where raw is not null')
    .pluck()
    .get() as number;
  const { subject = '', text = '', html = '' } = await PostalMime.parse(frozenRaw(shell.db, first));
  sample = { subject, text, html };
  await closeShell(shell);
  return cost;
}

/** Rows that nobody reads, and that a copy takes along. */
function enlarge(db: Database, megabytes: number): void {
  db.exec('create table filler (bytes blob)');
  const fill = db.prepare('insert into filler values (randomblob(1000000))');
  for (let count = 0; count < megabytes; count++) fill.run();
  db.pragma('wal_checkpoint(truncate)');
}

async function measureFloor(address: string, letters: number): Promise<Cost> {
  const shell = openShell({
    address,
    database: join(folder, 'letters.sqlite'),
    admins: new Set(),
    secret: 'a secret for the length of a bench',
    plus: true,
    templates: undefined,
    log: 'error',
  });
  await fill(street, letters, (board) => firstMove(shell, board));
  shell.db.close();
  const due = street.taken() + 2 * letters;
  const spent = costMeter(letters);
  const done = runFloor({
    imap: street.imap(address),
    smtp: street.smtp,
    database: join(folder, `${address}.sqlite`),
    connections: submissionConnectionsMax,
    sample,
  });
  await street.hasTaken(due);
  const cost = spent();
  await done;
  return cost;
}

function costMeter(letters: number): () => Cost {
  const startMs = performance.now();
  const startCpu = process.cpuUsage();
  return () => {
    const { user, system } = process.cpuUsage(startCpu);
    return {
      ms: (performance.now() - startMs) / letters,
      cpuMs: (user + system) / 1000 / letters,
    };
  };
}

function costText({ ms, cpuMs }: Cost): string {
  return `${(1000 / ms).toFixed(0)} letters a second, ${cpuMs.toFixed(2)} ms of processor each`;
}

function fill(
  { deliver }: Street,
  letters: number,
  write: (board: number) => Parameters<Street['deliver']>[0][number],
): Promise<void> {
  return deliver(Array.from({ length: letters }, (_, index) => write(index + 1)));
}

/** The crash points as a stopwatch: the time from each to the next belongs to the way to the next. */
function stopwatch(): CrashPoints & { start(counts: boolean): void } {
  let before = 0;
  let counting = false;
  return {
    start(counts) {
      counting = counts;
      before = performance.now();
    },
    reach(point) {
      const now = performance.now();
      if (counting) shares.set(point, (shares.get(point) ?? 0) + now - before);
      before = now;
    },
  };
}
