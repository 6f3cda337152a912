import type { WorkerConfig } from '../config.ts';
import { minuteText, type Time } from '../ports.ts';
import { err, ok, type Result } from '../result.ts';
import { tryCopy } from '../service/backup/prove.ts';
import { megabytes, type WrittenCopy, writeBackup } from '../service/backup/write.ts';
import { holderText } from '../service/process/fence-note.ts';
import { type Choice, type CopyLine, copiesFor, namedCopy } from '../service/recover/found.ts';
import { type Recovered, recover } from '../service/recover/recover.ts';
import { oneLine } from '../service/shell/log.ts';
import { takeLock } from '../store/file/lock.ts';
import type { Terminal } from './command.ts';

/**
 * Runs `turnpost recover`: replaces a lost database by the newest copy, and reads the letters since.
 *
 * @param copy undefined: the newest intact one
 * @param at ISO 8601; undefined: all letters since are read
 * @returns the lines to print, or why nothing was done
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
  if (Number.isNaN(until)) return err(`${at} is no time; one is written so: 2026-11-22T13:30Z`);
  try {
    const lock = takeLock(database);
    if (!lock.ok) {
      return err(`Stop the server first; it works on ${database}: ${holderText(lock.error)}.`);
    }
    try {
      const context = { until, now, lock: lock.value };
      if (copy !== undefined) return await putBackNamed(config, copy, context);
      return await putBackNewest(config, context, terminal);
    } finally {
      lock.value.release();
    }
  } catch (error) {
    return err(`${database}: ${oneLine(error)}`);
  }
}

type RecoverContext = Omit<Parameters<typeof recover>[2], 'insists'>;

async function putBackNamed(
  config: WorkerConfig,
  copy: string,
  context: RecoverContext,
): Promise<Result<readonly string[], string>> {
  const named = namedCopy(copy, config.database);
  if (!named.ok) return named;
  const done = await recover(config, copy, { ...context, insists: true });
  if (done.ok) return ok(recoveredLines(config, copy, done.value));
  const { unfit, why } = done.error;
  return err(unfit ? `${copy} cannot be put back: ${why}.` : why);
}

/** Restores the newest copy of which every board can be played, trying older ones in turn. */
async function putBackNewest(
  config: WorkerConfig,
  context: RecoverContext,
  terminal: Pick<Terminal, 'isInteractive' | 'confirm'>,
): Promise<Result<readonly string[], string>> {
  const unfit = new Map<string, string>();
  for (;;) {
    const chosen = await choose(config, copiesFor(config, context.until, unfit), terminal);
    if (!chosen.ok) return chosen;
    const { file, skipped } = chosen.value;
    const done = await recover(config, file, { ...context, insists: false });
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
      const question = [...(index === 0 ? list : []), `Put back ${line.file}?`].join('\n');
      if (await confirm(question)) return ok(line);
    }
  }
  return err([...list, `Name the one to be put back: turnpost recover ${first.file}`].join('\n'));
}

const lineText = ({ file, players, boards, lastMoveAt }: CopyLine): string =>
  `  ${file}\n    players: ${players}, boards: ${boards}, ` +
  (lastMoveAt === null ? 'no move' : `last move: ${minuteText(lastMoveAt)}`);

const noCopy = ({ backups, address }: WorkerConfig): string =>
  backups
    ? `There is no copy of ${address} in ${backups.folder} that can be put back.`
    : 'No copies are made here (TURNPOST_BACKUP_DIR is empty).';
const NAMED_COPY_HINT =
  'A copy that is named is put back from anywhere, even with damaged boards: turnpost recover FILE';

/**
 * Runs `turnpost recover --try`: restores the newest copy into a file of its own, and replays every board.
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
    ? ok([`${file} can be put back: it is whole, and every board follows from its moves.`])
    : err(`${file} cannot be put back: ${trouble}.`);
}

const recoveredLines = (
  { database }: WorkerConfig,
  file: string,
  done: Recovered,
): readonly string[] => [
  `${database} is back, as it was at ${minuteText(done.until)}.`,
  `Put back: ${file}, as of ${minuteText(done.from)}.`,
  ...(done.aside === undefined ? [] : [`What was in its place: ${done.aside}`]),
  `Letters read that came in since: ${done.letters}${done.piped > 0 ? `, ${done.piped} of them by the pipe` : ''}.`,
  `Letters to be read when the server starts: ${done.left}.`,
  ...(done.later > 0 ? [`Letters that came in later, and are not read: ${done.later}.`] : []),
  `Letters about boards to be sent when it starts: ${done.boards}.`,
  ...(done.mailbox === undefined ? [] : [done.mailbox]),
  ...(done.damaged === undefined ? [] : [`Boards that are damaged, ${done.damaged}.`]),
  ...done.givenUp.map(
    ({ id, at }) =>
      `Letter ${id} of ${minuteText(at)} was put aside: reading it failed, or ended the program, too often.`,
  ),
  ...done.odd.map(
    ({ board, at }) =>
      `Board ${board}: a letter of ${minuteText(at)} answers what is not there. Its players are told.`,
  ),
  ...(done.unsigned === undefined
    ? []
    : [
        `Without its secret (${done.unsigned}), answers to letters from before do not count:`,
        'what came in since is read so, and those who wrote it are told.',
      ]),
  ...copiedText(done.copied),
  'Now start the server.',
];

function copiedText(copied: Recovered['copied']): readonly string[] {
  if (copied === undefined) return [];
  return [
    copied.ok ? `A new copy: ${copied.value}` : `No new copy could be made: ${copied.error}.`,
  ];
}

/**
 * Runs `turnpost backup FILE`: copies the database, even while a server works on it.
 *
 * @returns the lines to print, or why there is no backup
 */
export async function backupReport(
  config: Pick<WorkerConfig, 'secret' | 'database'>,
  file: string,
  time: Time,
): Promise<Result<readonly string[], string>> {
  const written = await writeBackup(config, file, time);
  if (!written.ok) return err(`There is no backup: ${written.error}`);
  const { bytes, secret } = written.value;
  return ok([`${file}: ${megabytes(bytes)}, whole and checked.`, SECRETS[secret](file)]);
}

const SECRETS: Readonly<Record<WrittenCopy['secret'], (file: string) => string>> = {
  beside: (file) => `${file}.secret: its secret. Nobody else shall read either of them.`,
  configured: () => 'Its secret is the one in TURNPOST_SECRET: keep that as well.',
  none: () => 'No secret is beside the database: answers to its letters will wait for a yes.',
};

/**
 * The warning about a change that is in no copy yet. Reading the mailbox again does not restore it.
 *
 * @param why the reason that no copy was made; undefined: one was made
 */
export const notCopiedWarning = (why: string | undefined): readonly string[] =>
  why === undefined ? [] : [`It is done, but no copy of the database has it yet: ${why}.`];
