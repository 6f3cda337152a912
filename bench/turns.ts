import { mkdtempSync, readdirSync, readFileSync, rmSync, statSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { performance } from 'node:perf_hooks';
import { serialize } from 'node:v8';
import { Worker } from 'node:worker_threads';
import PostalMime from 'postal-mime';
import type { CrashPoints } from '../src/ports.ts';
import { openSubmission } from '../src/post/smtp.ts';
import { submissionLimits } from '../src/server-limits.ts';
import { startBackups } from '../src/service/process/backups.ts';
import { closeShell, openShell } from '../src/service/process/open.ts';
import { startWorker } from '../src/service/process/worker.ts';
import { makeThreadSolver } from '../src/service/thread/solver.ts';
import type { Database } from '../src/store/file/database.ts';
import { frozenRaw } from '../src/store/letters/leases.ts';
import { backupsNow } from '../src/store/server/conditions.ts';
import { countStatements, value } from '../test/support/stored/rows.ts';
import { runFloor } from './floor.ts';
import { median, say } from './median.ts';
import { type Delivery, openStreet } from './street.ts';
import { firstMoveQuoting, settle, writeFirstLetters } from './town.ts';

/**
 * Letters a second, from a Dovecot mailbox full of moves to both board letters taken by a submission
 * server in another process; beside it, in turn with it, what the same libraries do with the same
 * letters and no logic between them (floor.ts). And where the time goes: the processor time of each
 * thread, the bytes that pass between threads, the SQL statements, and the way from step to step.
 *
 * Each answer is written by a person of its own, and quotes the letter that this person has got, as
 * one of the mail programs of test/support/post does that quote in plain text.
 *
 * With `robot`, the same beside it in the place of the floor, without and with one in three of the
 * matches against the robot at level 3, which answers in the same letter.
 *
 * With `copies`, the same beside it without copies of the database: with them, one is begun with the
 * first letter. `copies=1000` makes the database so many megabytes larger in both.
 *
 *   npm run bench turns
 *   npm run bench turns 500
 *   npm run bench turns 500 warm=500
 *   npm run bench turns 500 robot
 *   npm run bench turns 500 copies=1000
 */
const LETTERS = Number(process.argv.slice(2).find((word) => /^\d+$/.test(word)) ?? 1000);
/** Not measured: everything is loaded and compiled in it. */
const WARM_UP = Number(process.argv.find((word) => word.startsWith('warm='))?.slice(5) ?? 3000);
const WITH_ROBOT = process.argv.includes('robot');
const COPIES = process.argv.find((word) => word.startsWith('copies'));
const FILLER_MB = Number(COPIES?.split('=')[1] ?? 0);
/** Of so many matches one is against the robot. */
const ROBOT_EVERY = 3;
const ROUNDS = 3;
/** So many letters more, in which bytes and statements are counted. */
const COUNTED = 100;
const BOARDS = WARM_UP + ROUNDS * LETTERS + COUNTED;

/** The threads of this process (proc(5)). */
const THREADS = '/proc/self/task';

/** What a letter has cost, in milliseconds: by the clock, and of processor time, by thread. */
interface Cost {
  readonly ms: number;
  readonly cpuMs: number;
  readonly mainMs: number;
  readonly parserMs: number;
  readonly writerMs: number;
}

const folder = mkdtempSync(join(tmpdir(), 'turnpost-bench-'));
const floorAt = (round: number): string => `floor${round}@turnpost.test`;
const mailboxes = ['turns@turnpost.test', 'beside@turnpost.test'];
const floorBoxes = Array.from({ length: ROUNDS + 1 }, (_, round) => floorAt(round));
const street = await openStreet([...mailboxes, ...floorBoxes]);
const withCopies = COPIES !== undefined;
const BESIDE = WITH_ROBOT ? 'without the robot' : withCopies ? 'without copies' : 'floor';
const shares = new Map<string, number>();
const house = await openHouse('turns@turnpost.test', WITH_ROBOT, withCopies);
const other =
  WITH_ROBOT || withCopies ? await openHouse('beside@turnpost.test', false, false) : undefined;
const sample = await house.sample();
const turns: Cost[] = [];
const besides: Cost[] = [];

for (let round = 0; round <= ROUNDS; round++) {
  const letters = await house.answers(round === 0 ? WARM_UP : LETTERS);
  const turn = await house.take(letters, round);
  const beside = other
    ? await other.take(await other.answers(letters.length), round)
    : await measureFloor(floorAt(round), letters);
  if (round === 0) continue;
  turns.push(turn);
  besides.push(beside);
  say(`round ${round}: turns ${costText(turn)}; ${BESIDE} ${costText(beside)}`);
}
const { bytes, statements } = await house.count(await house.answers(COUNTED));
await house.close();
await other?.close();
await street.stop();
rmSync(folder, { recursive: true });

const middle = (costs: readonly Cost[], of: (cost: Cost) => number) => median(costs.map(of));
const ratio = (of: (cost: Cost) => number) => (middle(besides, of) / middle(turns, of)).toFixed(2);
const rate = (costs: readonly Cost[]) => (1000 / middle(costs, ({ ms }) => ms)).toFixed(0);
say(`turns ${rate(turns)} a second, ${BESIDE} ${rate(besides)}: ratio ${ratio(({ ms }) => ms)}`);
say(`of processor time alone: ratio ${ratio(({ cpuMs }) => cpuMs)}`);
say(`${'processor, ms a letter'.padEnd(28)}${'turns'.padStart(8)}${BESIDE.padStart(20)}`);
const row = (name: string, of: (cost: Cost) => number) =>
  say(
    `  ${name.padEnd(26)}${middle(turns, of).toFixed(2).padStart(8)}${middle(besides, of).toFixed(2).padStart(20)}`,
  );
row('main', ({ mainMs }) => mainMs);
row('parser', ({ parserMs }) => parserMs);
row('writer', ({ writerMs }) => writerMs);
row('V8 and the runtime', (cost) => cost.cpuMs - cost.mainMs - cost.parserMs - cost.writerMs);
row('all', ({ cpuMs }) => cpuMs);
say(
  `between threads: ${(bytes / 1000).toFixed(1)} KB a letter; ${statements.toFixed(1)} statements`,
);
const whole = [...shares.values()].reduce((sum, ms) => sum + ms, 0);
for (const [step, ms] of [...shares].sort(([, one], [, next]) => next - one)) {
  const perLetter = ((ms * 1000) / (ROUNDS * LETTERS)).toFixed(0);
  say(`  until ${step}: ${((100 * ms) / whole).toFixed(0)} %, ${perLetter} us a letter`);
}

/** A server with its threads, and a board for each letter, about which Black has got the first letter. */
async function openHouse(address: string, robot: boolean, copied: boolean) {
  const robotAt = (board: number): boolean => robot && board % ROBOT_EVERY === 0;
  const watch = stopwatch();
  const database = join(folder, `${address}.sqlite`);
  const secret = 'a secret for the length of a bench';
  const admins: ReadonlySet<string> = new Set();
  const shell = openShell(
    { address, database, admins, secret, plus: true, templates: undefined, log: 'error' },
    watch,
  );
  const parser = startedBy(() => shell.parser.warm?.());
  const writer = startedBy(() => shell.writer.warm?.());
  settle(shell, BOARDS, robotAt);
  if (FILLER_MB > 0) enlarge(shell.db, FILLER_MB);
  let answered = 0;
  let taken = 0;

  /** From the start of the worker to the last letter taken. */
  const run = async (due: number, copies?: string): Promise<Cost> => {
    const until = street.taken() + due;
    const spent = costMeter(parser, writer);
    const worker = await startWorker(shell, {
      imap: street.imap(address),
      submission: openSubmission(street.smtp),
      solver: makeThreadSolver(),
      poll: '* * * * *',
    });
    const backups = startBackups(shell, {
      database,
      secret,
      imap: undefined,
      backups: copies === undefined ? undefined : { folder: join(folder, copies), days: 1 },
    });
    await street.hasTaken(until);
    const cost = spent();
    if (copies !== undefined) {
      await backups.copyIfDue();
      const { madeAt, error } = backupsNow(shell.db);
      const tookMs = statSync(String(backupsNow(shell.db).file)).mtimeMs - Number(madeAt);
      say(error ?? `  the copy was read and on the disk after ${tookMs.toFixed(0)} ms`);
    }
    await backups.stop();
    await worker.stop();
    return cost;
  };
  const take = async (letters: readonly Delivery[], round: number): Promise<Cost> => {
    await street.deliver(letters);
    const boards = letters.map((_, index) => taken + index + 1);
    taken += letters.length;
    const measured = round > 0 && address === mailboxes[0];
    watch.start(measured);
    const due = 2 * letters.length - boards.filter(robotAt).length;
    const cost = await run(due, copied && measured ? `copies${round}` : undefined);
    return perLetter(cost, letters.length);
  };
  writeFirstLetters(shell, BOARDS);
  await run(BOARDS);
  return {
    async answers(count: number): Promise<readonly Delivery[]> {
      const letters: Delivery[] = [];
      for (; letters.length < count; answered++) {
        letters.push(await firstMoveQuoting(shell, answered + 1));
      }
      return letters;
    },
    take,
    /** The first letter that it has sent. */
    async sample() {
      const first = value<number>(
        shell.db,
        'select min(outbox_id) from letter_bytes where raw is not null',
      );
      const {
        subject = '',
        text = '',
        html = '',
      } = await PostalMime.parse(frozenRaw(shell.db, first));
      return { subject, text, html };
    },
    /** What a letter has pass between threads, and its statements. */
    async count(letters: readonly Delivery[]) {
      const passing = countPassed();
      const { counts, restore } = countStatements(shell.db);
      await take(letters, 0);
      restore();
      return {
        bytes: passing.end() / letters.length,
        statements: counts.executed / letters.length,
      };
    },
    close: () => closeShell(shell),
  };
}

/** Rows that nobody reads, and that a copy takes along. */
function enlarge(db: Database, megabytes: number): void {
  db.exec('create table filler (bytes blob)');
  const fill = db.prepare('insert into filler values (randomblob(1000000))');
  for (let count = 0; count < megabytes; count++) fill.run();
  db.pragma('wal_checkpoint(truncate)');
}

async function measureFloor(address: string, letters: readonly Delivery[]): Promise<Cost> {
  await street.deliver(letters.map((letter) => ({ ...letter, to: address })));
  const due = street.taken() + 2 * letters.length;
  const spent = costMeter();
  const done = runFloor({
    imap: street.imap(address),
    smtp: street.smtp,
    database: join(folder, `${address}.sqlite`),
    connections: submissionLimits.connections,
    sample,
  });
  await street.hasTaken(due);
  const cost = spent();
  await done;
  return perLetter(cost, letters.length);
}

/** The thread of the operating system that this starts. */
function startedBy(start: () => void): string | undefined {
  const before = new Set(threads());
  start();
  return threads().find((thread) => !before.has(thread));
}

function threads(): readonly string[] {
  return readdirSync(THREADS);
}

/** Milliseconds of processor that a thread has had (proc(5), schedstat: nanoseconds). */
function threadMs(thread: string | undefined): number {
  if (thread === undefined) return 0;
  return Number(readFileSync(`${THREADS}/${thread}/schedstat`, 'utf8').split(' ')[0]) / 1e6;
}

function costMeter(parser?: string, writer?: string): () => Cost {
  const own = [String(process.pid), parser, writer];
  const startMs = performance.now();
  const startCpu = process.cpuUsage();
  const startOwn = own.map(threadMs);
  return () => {
    const { user, system } = process.cpuUsage(startCpu);
    const [mainMs = 0, parserMs = 0, writerMs = 0] = own.map(
      (thread, at) => threadMs(thread) - (startOwn[at] ?? 0),
    );
    const ms = performance.now() - startMs;
    return { ms, cpuMs: (user + system) / 1000, mainMs, parserMs, writerMs };
  };
}

function perLetter(cost: Cost, letters: number): Cost {
  return {
    ms: cost.ms / letters,
    cpuMs: cost.cpuMs / letters,
    mainMs: cost.mainMs / letters,
    parserMs: cost.parserMs / letters,
    writerMs: cost.writerMs / letters,
  };
}

/** Adds up the bytes of the messages to threads and of their answers, copied or given away. */
function countPassed(): { end(): number } {
  let bytes = 0;
  const { postMessage, emit } = Worker.prototype;
  Worker.prototype.postMessage = function count(message, ...rest) {
    bytes += serialize(message).length;
    Reflect.apply(postMessage, this, [message, ...rest]);
  };
  Worker.prototype.emit = function count(event: string | symbol, ...values: unknown[]) {
    if (event === 'message') bytes += serialize(values[0]).length;
    return Reflect.apply(emit, this, [event, ...values]);
  };
  return {
    end() {
      Object.assign(Worker.prototype, { postMessage, emit });
      return bytes;
    },
  };
}

function costText({ ms, cpuMs }: Cost): string {
  return `${(1000 / ms).toFixed(0)} letters a second, ${cpuMs.toFixed(2)} ms of processor each`;
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
