import type { WorkerConfig } from '../config.ts';
import { minuteText, type Time } from '../ports.ts';
import { err, ok, type Result } from '../result.ts';
import { megabytes, tryCopy, type WrittenCopy, writeBackup } from '../service/backup/write.ts';
import { holderText } from '../service/process/fence-note.ts';
import { type Choice, type CopyLine, copiesFor, namedCopy } from '../service/recover/found.ts';
import { type Recovered, recover } from '../service/recover/recover.ts';
import { oneLine } from '../service/shell/log.ts';
import { takeLock } from '../store/file/lock.ts';
import type { Terminal } from './command.ts';

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
  { lines, skipped }: Choice,
  { isInteractive, confirm }: Pick<Terminal, 'isInteractive' | 'confirm'>,
): Promise<Result<CopyLine, string>> {
  const [first, ...others] = lines;
  if (!first) return err([noCopy(config), ...skipped, NAMED_COPY_HINT].join('\n'));
  if (others.length === 0) return ok(first);
  const list = [
    `There are copies of ${lines.length} databases in ${config.backups?.folder}:`,
    ...lines.map(lineText),
  ];
  if (isInteractive) {
    for (const [index, line] of lines.entries()) {
      const question = [...(index === 0 ? list : []), `Restore ${line.file}?`].join('\n');
      if (await confirm(question)) return ok(line);
    }
  }
  return err([...list, `Name the copy to restore: turnpost recover ${first.file}`].join('\n'));
}

const lineText = ({ file, players, boards, lastMoveAt }: CopyLine): string =>
  `  ${file}\n    players: ${players}, boards: ${boards}, ` +
  (lastMoveAt === undefined ? 'no move' : `last move: ${minuteText(lastMoveAt)}`);

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
  const { lines, skipped } = copiesFor(config, Number.POSITIVE_INFINITY, new Map());
  const file = copy ?? lines[0]?.file;
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
