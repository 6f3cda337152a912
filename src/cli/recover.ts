import { existsSync, readdirSync, statSync } from 'node:fs';
import { dirname } from 'node:path';
import type { WorkerConfig } from '../config.ts';
import { addressKey } from '../player/address.ts';
import { minuteText, type Time } from '../ports.ts';
import { err, ok, type Result } from '../result.ts';
import { copiesBelow, successorsIn } from '../service/backup/copies.ts';
import {
  megabytes,
  tryCopy,
  unusableCopy,
  type WrittenCopy,
  writeBackup,
} from '../service/backup/write.ts';
import { holderText } from '../service/process/fence-note.ts';
import { type Recovered, recover } from '../service/recover/recover.ts';
import { oneLine } from '../service/shell/log.ts';
import { inspectDatabase } from '../store/file/database.ts';
import { takeLock } from '../store/file/lock.ts';
import { type CopyContents, contentsOf } from '../store/server/conditions.ts';
import type { Terminal } from './command.ts';

/** A database with copies, the newest intact one of which can be restored. */
interface RestorableDatabase extends CopyContents {
  /** Its id: `databaseId`. */
  readonly id: string;
  readonly folder: string;
  /** The newest intact copy. */
  readonly file: string;
  /** Start of the copy, in UTC milliseconds. */
  readonly at: number;
  /** Newer copies that cannot be restored, a sentence each. */
  readonly skipped: readonly string[];
}

/** The available copies. */
interface Choice {
  /** The one with the newest copy first. */
  readonly databases: readonly RestorableDatabase[];
  /** Databases without an intact copy, a sentence each. */
  readonly skipped: readonly string[];
}

/**
 * Looks for copies in the configured folder, without those of other servers, and without databases from which
 * another was recovered.
 *
 * @param until start of the newest copy to consider
 * @param unfit files found damaged, and why
 */
function copiesFor(
  { backups, address }: Pick<WorkerConfig, 'backups' | 'address'>,
  until: number,
  unfit: ReadonlyMap<string, string>,
): Choice {
  if (!backups) return { databases: [], skipped: [] };
  const found = copiesBelow(backups.folder).map((copies) =>
    restorableFrom(copies, address, until, unfit),
  );
  const all = found.flatMap(({ restorable }) => restorable ?? []);
  const hasSuccessor = ({ folder, at }: RestorableDatabase): boolean => {
    const successors = successorsIn(folder);
    return all.some((other) => other.at >= at && successors.includes(other.id));
  };
  return {
    databases: all.filter((each) => !hasSuccessor(each)).sort((one, other) => other.at - one.at),
    skipped: found.flatMap(({ restorable, skipped }) => (restorable ? [] : skipped)),
  };
}

function restorableFrom(
  { id, folder, copies }: ReturnType<typeof copiesBelow>[number],
  address: string,
  until: number,
  unfit: ReadonlyMap<string, string>,
): { readonly restorable?: RestorableDatabase; readonly skipped: readonly string[] } {
  const skipped: string[] = [];
  for (const { file, at } of copies.toReversed()) {
    if (at > until) continue;
    const trouble = unfit.get(file) ?? unusableCopy(file);
    if (trouble !== undefined) {
      skipped.push(`${file} is skipped: ${trouble}.`);
      continue;
    }
    const held = inspectDatabase(file, contentsOf);
    const isOurs = held.server === undefined || addressKey(held.server) === addressKey(address);
    return isOurs
      ? { restorable: { ...held, id, folder, file, at, skipped }, skipped }
      : { skipped: [] };
  }
  return { skipped };
}

/**
 * Checks a copy named by its path.
 *
 * @returns the path, or why the copy cannot be restored, in a few lines at most
 */
function namedCopy(file: string, database: string): Result<string, string> {
  if (!statSync(file, { throwIfNoEntry: false })?.isFile()) return err(`There is no copy ${file}.`);
  const trouble = unusableCopy(file);
  if (trouble !== undefined) return err(`${file} cannot be restored: ${trouble}.`);
  const journal = [dirname(file), `${database}.journal`].find(hasJournal);
  if (journal === undefined || !isOlder(file)) return ok(file);
  return err(
    `${file} is of an older version of Turnpost, whose journal is in\n${journal}. ` +
      'This version does not read it: recover with that version,\n' +
      'start its server once, and upgrade then. Without the journal: move it away first.',
  );
}

/** Whether an older version left a journal in a folder. */
const hasJournal = (folder: string): boolean =>
  existsSync(folder) && readdirSync(folder).some((name) => /^turnpost-\d{6}\.journal$/.test(name));

/** Whether a copy is from a version that wrote a journal. */
const isOlder = (file: string): boolean =>
  Number(inspectDatabase(file, (db) => db.pragma('user_version', { simple: true }))) <
  FIRST_WITHOUT_JOURNAL;

const FIRST_WITHOUT_JOURNAL = 42;

/**
 * Runs `turnpost recover`: replaces a lost database with its newest copy, and reads the letters that arrived
 * since then.
 *
 * @param copy undefined: the newest intact one
 * @param at reads letters up to this time (ISO 8601); undefined: all
 */
export async function recoverReport(
  config: WorkerConfig,
  copy: string | undefined,
  at: string | undefined,
  terminal: Pick<Terminal, 'isInteractive' | 'confirm'>,
  time: Time,
): Promise<Result<readonly string[], string>> {
  const { database } = config;
  const now = time.now();
  const until = at === undefined ? Number.POSITIVE_INFINITY : Date.parse(at);
  if (Number.isNaN(until)) return err(`${at} is not a time. Write it like 2026-11-22T13:30Z.`);
  try {
    const lock = takeLock(database);
    if (!lock.ok) {
      return err(`Stop the server first. It is running on ${database}: ${holderText(lock.error)}.`);
    }
    try {
      const context = { until, now, lock: lock.value };
      if (copy !== undefined) return await restoreNamed(config, copy, context);
      return await restoreNewest(config, context, terminal);
    } finally {
      lock.value.release();
    }
  } catch (error) {
    return err(`${database}: ${oneLine(error)}`);
  }
}

type RecoverContext = Omit<Parameters<typeof recover>[2], 'allowDamaged'>;

async function restoreNamed(
  config: WorkerConfig,
  copy: string,
  context: RecoverContext,
): Promise<Result<readonly string[], string>> {
  const named = namedCopy(copy, config.database);
  if (!named.ok) return named;
  const done = await recover(config, copy, { ...context, allowDamaged: true });
  if (done.ok) return ok(recoveredLines(config, copy, done.value));
  const { unfit, why } = done.error;
  return err(unfit ? `${copy} cannot be restored: ${why}.` : why);
}

/** Restores the newest copy whose boards can all be replayed, trying older ones in turn. */
async function restoreNewest(
  config: WorkerConfig,
  context: RecoverContext,
  terminal: Pick<Terminal, 'isInteractive' | 'confirm'>,
): Promise<Result<readonly string[], string>> {
  const unfit = new Map<string, string>();
  for (;;) {
    const chosen = await choose(config, copiesFor(config, context.until, unfit), terminal);
    if (!chosen.ok) return chosen;
    const { file, skipped } = chosen.value;
    const done = await recover(config, file, { ...context, allowDamaged: false });
    if (done.ok) return ok([...skipped, ...recoveredLines(config, file, done.value)]);
    if (!done.error.unfit) return err(done.error.why);
    unfit.set(file, done.error.why);
  }
}

async function choose(
  config: WorkerConfig,
  { databases, skipped }: Choice,
  { isInteractive, confirm }: Pick<Terminal, 'isInteractive' | 'confirm'>,
): Promise<Result<RestorableDatabase, string>> {
  const [first, ...others] = databases;
  if (!first) return err([noCopy(config), ...skipped, NAMED_COPY_HINT].join('\n'));
  if (others.length === 0) return ok(first);
  const list = [
    `There are copies of ${databases.length} databases in ${config.backups?.folder}:`,
    ...databases.map(restorableText),
  ];
  if (isInteractive) {
    for (const [index, each] of databases.entries()) {
      const question = [...(index === 0 ? list : []), `Restore ${each.file}?`].join('\n');
      if (await confirm(question)) return ok(each);
    }
  }
  return err([...list, `Name the copy to restore: turnpost recover ${first.file}`].join('\n'));
}

const restorableText = ({ file, players, boards, lastChangeAt }: RestorableDatabase): string =>
  `  ${file}\n    players: ${players}, boards: ${boards}, ` +
  (lastChangeAt === undefined ? 'no move' : `last move: ${minuteText(lastChangeAt)}`);

const noCopy = ({ backups, address }: WorkerConfig): string =>
  backups
    ? `There is no copy of ${address} in ${backups.folder} that can be restored.`
    : 'No copies are made here (TURNPOST_BACKUP_DIR is empty).';
const NAMED_COPY_HINT =
  'A named copy is restored from any folder, even with damaged boards: turnpost recover FILE';

/**
 * Runs `turnpost recover --try`: restores the newest copy, or the named one, into a temporary file, and
 * replays every board.
 */
export function tryReport(
  config: WorkerConfig,
  copy: string | undefined,
): Result<readonly string[], string> {
  const { databases, skipped } = copiesFor(config, Number.POSITIVE_INFINITY, new Map());
  const file = copy ?? databases[0]?.file;
  if (file === undefined) return err([noCopy(config), ...skipped].join('\n'));
  const trouble = tryCopy(file);
  return trouble === undefined
    ? ok([`${file} can be restored: it is intact, and every board follows from its moves.`])
    : err(`${file} cannot be restored: ${trouble}.`);
}

const recoveredLines = (
  { database }: WorkerConfig,
  file: string,
  done: Recovered,
): readonly string[] => [
  `${database} is restored, as of ${minuteText(done.until)}.`,
  `Restored from: ${file}, as of ${minuteText(done.from)}.`,
  ...(done.previousDatabase === undefined
    ? []
    : [`The previous file is kept as: ${done.previousDatabase}`]),
  `E-mails received since then and read: ${done.letters}${done.piped > 0 ? `, ${done.piped} of them by the pipe` : ''}.`,
  `E-mails to be read at the next start: ${done.unread}.`,
  ...(done.later > 0 ? [`Later e-mails, which are not read: ${done.later}.`] : []),
  `E-mails about boards to be sent at the next start: ${done.boards}.`,
  ...(done.mailboxNote === undefined ? [] : [done.mailboxNote]),
  ...(done.damaged === undefined ? [] : [`Boards that are damaged, ${done.damaged}.`]),
  ...done.putAside.map(
    ({ id, at }) =>
      `E-mail ${id} of ${minuteText(at)} was put aside: reading it failed or crashed the program too often.`,
  ),
  ...done.orphans.map(
    ({ board, at }) =>
      `Board ${board}: an e-mail of ${minuteText(at)} answers something that is missing. Its players are notified.`,
  ),
  ...(done.whyRepliesInvalid === undefined
    ? []
    : [
        `Without its secret (${done.whyRepliesInvalid}), replies to older e-mail do not count.`,
        'E-mails received since then are read that way, and their senders are notified.',
      ]),
  ...copiedText(done.firstCopy),
  'Now start the server.',
];

function copiedText(copied: Recovered['firstCopy']): readonly string[] {
  if (copied === undefined) return [];
  return [
    copied.ok ? `A new copy: ${copied.value}` : `No new copy could be made: ${copied.error}.`,
  ];
}

/** Runs `turnpost backup FILE`: copies the database, even while a server works on it. */
export async function backupReport(
  config: Pick<WorkerConfig, 'secret' | 'database'>,
  file: string,
  time: Time,
): Promise<Result<readonly string[], string>> {
  const written = await writeBackup(config, file, time);
  if (!written.ok) return err(`No backup was written: ${written.error}`);
  const { bytes, secret } = written.value;
  return ok([`${file}: ${megabytes(bytes)}, complete and verified.`, SECRET_LINES[secret](file)]);
}

const SECRET_LINES: Readonly<Record<WrittenCopy['secret'], (file: string) => string>> = {
  beside: (file) => `${file}.secret: its secret. Keep both files private.`,
  configured: () => 'Its secret is in TURNPOST_SECRET. Back that up as well.',
  none: () => 'There is no secret next to the database: replies to its e-mail will wait for a yes.',
};

/**
 * The warning about a change that is in no copy yet. Reading the mailbox again does not restore it.
 *
 * @param why the reason that no copy was made; undefined: one was made
 */
export const notCopiedWarning = (why: string | undefined): readonly string[] =>
  why === undefined ? [] : [`Done, but the change is not in a copy of the database yet: ${why}.`];
