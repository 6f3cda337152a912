import {
  copyFileSync,
  cpSync,
  existsSync,
  mkdtempSync,
  readFileSync,
  rmSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import pino, { type DestinationStream } from 'pino';
import PostalMime, { type Email } from 'postal-mime';
import type { LogLevel } from '../../../src/config.ts';
import { letterLimits } from '../../../src/limits.ts';
import type { Authserv } from '../../../src/mail/authentication-results.ts';
import { parseLetter } from '../../../src/mail/letter.ts';
import { linesAboveToken } from '../../../src/mail/reply.ts';
import { addressKey } from '../../../src/player/address.ts';
import type { CrashPoints, Random } from '../../../src/ports.ts';
import type { Fetched, Mailbox } from '../../../src/post/imap.ts';
import type { Outbound, Submission } from '../../../src/post/smtp.ts';
import { ok } from '../../../src/result.ts';
import { compose } from '../../../src/service/delivery/compose.ts';
import { deliver } from '../../../src/service/delivery/deliver.ts';
import { analyse } from '../../../src/service/due/analyse.ts';
import { runDueClocks } from '../../../src/service/due/clocks.ts';
import { noteAbsence, noteHeartbeat } from '../../../src/service/due/housekeeping.ts';
import { runRobotTurns } from '../../../src/service/due/robot.ts';
import { readStored } from '../../../src/service/in/read.ts';
import { fileDecidedLetters, receive } from '../../../src/service/in/receive.ts';
import { readTemplateFolder } from '../../../src/service/process/languages.ts';
import { openShell } from '../../../src/service/process/open.ts';
import { MIGRATIONS, type Shell, TEMPLATES } from '../../../src/service/shell/shell.ts';
import { type drawPng, makeRenderer } from '../../../src/service/thread/renderer.ts';
import { choose, type Robot } from '../../../src/service/thread/robot.ts';
import { makeThreadSolver } from '../../../src/service/thread/solver.ts';
import { migrate, openDatabase } from '../../../src/store/file/database.ts';
import { pack } from '../../../src/store/letters/packed.ts';
import { answerTo, type Draft, writeLetter } from '../post/letters.ts';

/** A letter that the server has sent. */
export interface Sent {
  /** The envelope sender. */
  readonly from: string;
  readonly to: string;
  readonly raw: string;
  readonly email: Email;
  readonly text: string;
  readonly subject: string;
}

/** The server without its wires: letters go in and come out of arrays. */
export interface Desk {
  readonly shell: Shell;
  readonly sent: Sent[];
  /** The mailbox on the imaginary server, by UID. */
  readonly box: Map<number, Uint8Array>;
  /** The letters that have been moved away. */
  readonly filed: Set<number>;
  /** When each letter has come into the mailbox. */
  readonly arrived: Map<number, number>;
  /** To be changed as by a server that has made the mailbox anew. */
  uidValidity: number;
  readonly time: { now: number };
  /** Where the database is. */
  readonly folder: string;
  /** Puts a letter into the mailbox, and nothing else. */
  put(draft: Draft): void;
  /** Puts a letter into the mailbox and lets the server do all its work. */
  post(draft: Draft): Promise<readonly Sent[]>;
  /** Answers the newest letter that somebody got, as a mail program does. */
  answer(from: string, text: string): Promise<readonly Sent[]>;
  /** One round of the worker. Returns what was sent in it. */
  round(): Promise<readonly Sent[]>;
  newest(to: string): Sent;
  /** It was opened as any other: nothing but the time was asked for. */
  readonly plain: boolean;
  /** A desk of its own that has everything this one has, as it is now. */
  copy(changes?: DeskOptions): Desk;
  /** Everything it has, as it is now. */
  keep(): Kept;
  /** Begins anew with what another desk had. */
  resume(kept: Kept): void;
  /** Puts another database in the place of its own. */
  replaceDatabase(file: string): void;
  /** Opens the same database file again, as after a crash. */
  reopen(crash?: CrashPoints): void;
  close(): void;
}

/** What a desk has: its files, its mailbox, and what it has sent. */
interface Kept {
  readonly files: ReadonlyMap<string, Uint8Array>;
  readonly sent: readonly Sent[];
  readonly box: ReadonlyMap<number, Uint8Array>;
  readonly filed: ReadonlySet<number>;
  readonly now: number;
}

export const ALICE = 'alice@home.test';
export const BOB = 'bob@work.test';
export const GAMES = 'games@turnpost.test';
export const ADMIN = 'admin@turnpost.test';

const solver = makeThreadSolver();
/** Without its thread, which has a test of its own. */
const robot: Robot = {
  choose: async (question) => ok(choose(question)),
  stop: async () => undefined,
};
const builtIn = readTemplateFolder(TEMPLATES);
const ourPress = makeRenderer({ builtIn, fromOperator: new Map() });

/** In memory, where the system has such a folder: no power is lost here, and a disk is slow. */
const BASE = existsSync('/dev/shm') ? '/dev/shm' : tmpdir();

/** A database that has had all migrations, as bytes: a copy is made sooner than another one. */
const migrated = migratedDatabase();

interface DeskOptions {
  /** A folder of the operator's own templates. */
  readonly templates?: string;
  readonly crash?: CrashPoints;
  readonly log?: LogLevel;
  /** Where every line of the log goes, from `debug` on. */
  readonly logTo?: DestinationStream;
  /** What is logged of the letters that a test begins with may be missing there. */
  readonly logsLater?: true;
  readonly address?: string;
  readonly plus?: boolean;
  /** A desk to start from, with everything it has. */
  readonly like?: Desk;
  /** When it is, to begin with. */
  readonly now?: number;
  /** The folder for its folder. */
  readonly base?: string;
  /** Where letters go, instead of `sent`. */
  readonly submission?: Submission;
  readonly authserv?: Authserv;
  /** The published word. */
  readonly word?: string;
  /** What finds the robot's moves, instead of our own. */
  readonly robot?: Robot;
  /** What draws pictures, instead of our own. */
  readonly draw?: typeof drawPng;
  /** Chance that is known beforehand. */
  readonly random?: Random;
  /** Of its tokens, instead of one that is made. */
  readonly secret?: string;
  /** The machine's present life, as a test changes it. */
  readonly boot?: () => string;
}

/** What does not change a letter. */
const PLAIN: ReadonlySet<string> = new Set(['log', 'logsLater', 'now', 'base']);

export function openDesk(options: DeskOptions = {}): Desk {
  const { like } = options;
  const folder = mkdtempSync(join(options.base ?? BASE, 'turnpost-'));
  if (like) {
    like.shell.db.pragma('wal_checkpoint(truncate)');
    cpSync(like.folder, folder, { recursive: true });
  } else {
    writeFileSync(join(folder, 'turnpost.sqlite'), migrated, { mode: 0o600 });
  }
  const time = { now: like?.time.now ?? options.now ?? Date.UTC(2026, 10, 21, 9, 0, 0) };
  const press = options.templates === undefined && !options.draw ? ourPress : pressOf(options);
  const open = (crash?: CrashPoints): Shell => ({
    ...openShell(
      {
        address: options.address ?? GAMES,
        database: join(folder, 'turnpost.sqlite'),
        admins: new Set([addressKey(ADMIN)]),
        secret: options.secret,
        plus: options.plus ?? true,
        authserv: options.authserv,
        welcomeTag: options.word,
        templates: options.templates,
        log: options.log ?? 'silent',
      },
      crash,
    ),
    ...(options.logTo && { log: pino({ level: 'debug', base: null }, options.logTo) }),
    ...(options.random && { random: options.random }),
    boot: options.boot?.() ?? 'one',
    time: { now: () => time.now },
    // The threads have tests of their own; without them nothing here depends on what was built.
    parser: {
      parse: async (raw, own) => {
        const letter = await parseLetter(raw, own);
        return letter.ok ? ok({ letter: letter.value, packed: pack(raw) }) : letter;
      },
      search: async (lines, secrets) => ok(linesAboveToken(lines, secrets)),
      stop: async () => undefined,
    },
    writer: {
      write: async (sheet) => press({ sheet, mayUseOwn: true }),
      stop: async () => undefined,
    },
  });
  /** Opened when it is first asked for: whoever resumes has put another database there by then. */
  let opened: Shell | undefined;
  const shell = (): Shell => {
    opened ??= open(options.crash);
    return opened;
  };
  const closeFiles = (): void => {
    opened?.db.close();
    opened = undefined;
  };
  const box = new Map<number, Uint8Array>(like?.box);
  const filed = new Set<number>(like?.filed);
  /** When the letters came into the box, whose rounds may come later. */
  const arrived = new Map<number, number>(like?.arrived);
  const sent: Sent[] = [...(like?.sent ?? [])];
  let uidValidity = like?.uidValidity ?? 7;

  const mailbox: Mailbox = {
    name: 'INBOX',
    get uidValidity() {
      return uidValidity;
    },
    async fetchAbove(above, bytesMax, take) {
      const letters = [...box]
        .filter(([uid]) => uid > above && !filed.has(uid))
        .map(([uid, raw]): Fetched => {
          const bytes = raw.length;
          const arrivedAt = arrived.get(uid);
          return bytes > bytesMax
            ? {
                uid,
                bytes,
                arrivedAt,
                raw: undefined,
                head: raw.subarray(0, letterLimits.headerBytes),
              }
            : { uid, bytes, arrivedAt, raw };
        });
      if (letters.length > 0) take(letters);
    },
    async file(uids) {
      for (const uid of uids) filed.add(uid);
      return uids;
    },
    close: () => undefined,
  };
  const take = async ({ from, to, raw }: Outbound): Promise<void> => {
    const email = await PostalMime.parse(raw);
    const { text = '', subject = '' } = email;
    sent.push({ from, to, raw: Buffer.from(raw).toString('utf8'), email, text, subject });
  };
  let taken = Promise.resolve();
  const submission: Submission = options.submission ?? {
    async send(letter) {
      // Several are handed over at once; they are kept in the order in which they came.
      taken = taken.then(() => take(letter));
      await taken;
      return { kind: 'taken' };
    },
    verify: async () => undefined,
    close: () => undefined,
  };
  const signal = new AbortController().signal;

  const desk: Desk = {
    get shell() {
      return shell();
    },
    sent,
    box,
    filed,
    arrived,
    get uidValidity() {
      return uidValidity;
    },
    set uidValidity(value) {
      uidValidity = value;
    },
    time,
    get folder() {
      shell();
      return folder;
    },
    plain: Object.keys(options).every(
      (name) => PLAIN.has(name) || (name === 'logTo' && options.logsLater),
    ),
    put(draft) {
      time.now += 1_000;
      box.set(box.size + 1, writeLetter(draft, box.size + 1));
      arrived.set(box.size, time.now);
    },
    post(draft) {
      desk.put(draft);
      return desk.round();
    },
    answer: (from, text) => desk.post(answerTo(desk.newest(from), text)),
    async round() {
      const before = sent.length;
      noteAbsence(shell());
      await receive(shell(), mailbox);
      await readStored(shell(), signal);
      noteHeartbeat(shell());
      runDueClocks(shell());
      await analyse(shell(), solver, signal, () => undefined);
      await runRobotTurns(shell(), options.robot ?? robot, signal, () => undefined);
      await compose(shell(), signal);
      await deliver(shell(), submission, signal);
      await fileDecidedLetters(shell(), mailbox);
      return sent.slice(before);
    },
    newest(to) {
      const letter = sent.findLast((each) => each.to === to);
      if (!letter) throw new Error(`${to} has no letter`);
      return letter;
    },
    copy: (changes) => openDesk({ ...options, ...changes, like: desk }),
    keep() {
      // The log of the database is small then.
      shell().db.pragma('wal_checkpoint(truncate)');
      const names = FILES.filter((name) => existsSync(join(folder, name)));
      const files = new Map(names.map((name) => [name, readFileSync(join(folder, name))]));
      return { files, sent: [...sent], box: new Map(box), filed: new Set(filed), now: time.now };
    },
    resume(kept) {
      closeFiles();
      for (const [name, bytes] of kept.files) writeFileSync(join(folder, name), bytes);
      for (const [uid, raw] of kept.box) box.set(uid, raw);
      for (const uid of kept.filed) filed.add(uid);
      sent.push(...kept.sent);
      time.now = kept.now;
      shell();
    },
    replaceDatabase(file) {
      closeFiles();
      for (const name of ['-wal', '-shm'])
        rmSync(join(folder, `turnpost.sqlite${name}`), { force: true });
      copyFileSync(file, join(folder, 'turnpost.sqlite'));
      opened = open();
    },
    reopen(crash) {
      closeFiles();
      opened = open(crash);
    },
    close() {
      closeFiles();
      rmSync(folder, { recursive: true });
    },
  };
  if (like) shell();
  return desk;
}

function pressOf({ templates, draw }: DeskOptions): ReturnType<typeof makeRenderer> {
  const fromOperator = templates === undefined ? new Map() : readTemplateFolder(templates);
  return makeRenderer({ builtIn, fromOperator }, draw);
}

function migratedDatabase(): Buffer {
  const folder = mkdtempSync(join(BASE, 'turnpost-'));
  const path = join(folder, 'turnpost.sqlite');
  try {
    const db = openDatabase(path);
    migrate(db, MIGRATIONS);
    db.close();
    return readFileSync(path);
  } finally {
    rmSync(folder, { recursive: true });
  }
}

/** What a desk keeps in its folder: its database with the log, and the secret of its tokens. */
const FILES = ['turnpost.sqlite', 'turnpost.sqlite-wal', 'turnpost.sqlite.secret'];

/** Desks as they were left by the letters that a test begins with, by what was written and when. */
const begun = new Map<string, Kept>();

/**
 * Writes the letters that a test begins with. A desk on which nothing has happened and that is like any
 * other gets what came of the same letters before.
 *
 * @param what names these letters
 */
export async function beginWith(
  desk: Desk,
  what: readonly string[],
  write: () => Promise<void>,
): Promise<void> {
  if (!desk.plain || desk.box.size > 0) return write();
  const key = JSON.stringify([what, desk.time.now]);
  const known = begun.get(key);
  if (known) return desk.resume(known);
  await write();
  begun.set(key, desk.keep());
}

/** Signs alice and bob up by letter; board 1 is theirs, alice is Black and to move. */
export const openBoard = (desk: Desk, terms: string): Promise<void> =>
  beginWith(desk, ['board', terms], () => writeForBoard(desk, terms));

async function writeForBoard(desk: Desk, terms: string): Promise<void> {
  for (const [address, userid] of [
    [ALICE, 'alice'],
    [BOB, 'bob'],
  ] as const) {
    await desk.post({ from: address, subject: `signup ${userid}`, text: '' });
    await desk.answer(address, 'yes');
  }
  await desk.answer(ALICE, `challenge bob ${terms} -first=me`);
  await desk.answer(BOB, 'accept');
}
