import { hostname } from 'node:os';
import type { WorkerConfig } from '../config.ts';
import { minuteText, type Time } from '../ports.ts';
import { err, ok, type Result } from '../result.ts';
import { tryCopy } from '../service/backup/prove.ts';
import { holderText } from '../service/process/holder.ts';
import { type Line, linesOf, namedCopy } from '../service/recover/choose.ts';
import { type Recovered, recover } from '../service/recover/recover.ts';
import { oneLine } from '../service/shell/one-line.ts';
import { takeLock } from '../store/file/lock.ts';
import type { Terminal } from './command.ts';

/** What was typed behind `turnpost recover`. */
export interface Asked {
  /** Undefined: the newest copy that is whole. */
  readonly copy: string | undefined;
  /** ISO 8601; undefined: all that came in is read. */
  readonly at: string | undefined;
}

/**
 * What `turnpost recover` does: puts the newest copy in the place of a lost database, and reads what came in
 * since.
 *
 * @returns what it prints, with all that is not known, or why nothing was done
 */
export async function recoverReport(
  config: WorkerConfig,
  { copy, at }: Asked,
  terminal: Pick<Terminal, 'isTyped' | 'confirm'>,
  time: Time,
): Promise<Result<readonly string[], string>> {
  const { database } = config;
  const now = time.now();
  const until = at === undefined ? Number.POSITIVE_INFINITY : Date.parse(at);
  if (Number.isNaN(until)) return err(`${at} is no time; one is written so: 2026-11-22T13:30Z`);
  try {
    const lock = takeLock(database, { pid: process.pid, host: hostname(), since: now });
    if (!lock.ok) {
      return err(`Stop the server first; it works on ${database}: ${holderText(lock.error)}.`);
    }
    try {
      const chosen =
        copy === undefined ? await choose(config, until, terminal) : named(config, copy);
      if (!chosen.ok) return chosen;
      const { file, skipped } = chosen.value;
      const done = await recover(config, file, { until, now, lock: lock.value });
      return done.ok ? ok([...skipped, ...told(config, file, done.value)]) : done;
    } finally {
      lock.value.release();
    }
  } catch (error) {
    return err(`${database}: ${oneLine(error)}`);
  }
}

/** The copy that is put back, and what there is to say about others. */
type Chosen = Pick<Line, 'file' | 'skipped'>;

function named({ database }: WorkerConfig, copy: string): Result<Chosen, string> {
  const found = namedCopy(copy, database);
  return found.ok ? ok({ file: found.value, skipped: [] }) : found;
}

async function choose(
  config: WorkerConfig,
  until: number,
  { isTyped, confirm }: Pick<Terminal, 'isTyped' | 'confirm'>,
): Promise<Result<Chosen, string>> {
  const lines = linesOf(config, until);
  const [only, ...others] = lines;
  if (!only) return err(noCopy(config));
  if (others.length === 0) return ok(only);
  const list = [
    `There are copies of ${lines.length} databases in ${config.backups?.folder}:`,
    ...lines.map(lineText),
  ];
  if (isTyped) {
    for (const [index, line] of lines.entries()) {
      const question = [...(index === 0 ? list : []), `Put back ${line.file}?`].join('\n');
      if (await confirm(question)) return ok(line);
    }
  }
  return err([...list, `Name the one to be put back: turnpost recover ${only.file}`].join('\n'));
}

const lineText = ({ file, players, boards, lastMoveAt }: Line): string =>
  `  ${file}: ${players} players, ${boards} boards, ` +
  (lastMoveAt === null ? 'no move' : `last move ${minuteText(lastMoveAt)}`);

const noCopy = ({ backups, address }: WorkerConfig): string =>
  backups
    ? `There is no copy of ${address} in ${backups.folder} that can be put back.\nOne that lies elsewhere is named: turnpost recover FILE`
    : 'No copies are made here (TURNPOST_BACKUP_DIR is empty).\nOne that lies elsewhere is named: turnpost recover FILE';

/**
 * What `turnpost recover --try` does: restores the newest copy into a file of its own, and plays every board
 * in it from its moves.
 */
export function tryReport(
  config: WorkerConfig,
  copy: string | undefined,
): Result<readonly string[], string> {
  const file = copy ?? linesOf(config, Number.POSITIVE_INFINITY)[0]?.file;
  if (file === undefined) return err(noCopy(config));
  const trouble = tryCopy(file);
  return trouble === undefined
    ? ok([`${file} can be put back: it is whole, and every board follows from its moves.`])
    : err(`${file} cannot be put back: ${trouble}.`);
}

const told = ({ database }: WorkerConfig, file: string, done: Recovered): readonly string[] => [
  `${database} is back, as it was at ${minuteText(done.until)}.`,
  `Put back: ${file}, as of ${minuteText(done.from)}.`,
  ...(done.aside === undefined ? [] : [`What was in its place: ${done.aside}`]),
  `Letters read that came in since: ${done.letters}${done.piped > 0 ? `, ${done.piped} of them by the pipe` : ''}.`,
  `Letters to be read when the server starts: ${done.left}.`,
  ...(done.later > 0 ? [`Letters that came in later, and are not read: ${done.later}.`] : []),
  `Letters about boards to be sent when it starts: ${done.boards}.`,
  ...(done.mailbox === undefined ? [] : [done.mailbox]),
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
  'Start the server: it makes a new copy.',
];
