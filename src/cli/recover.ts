import { hostname } from 'node:os';
import type { WorkerConfig } from '../config.ts';
import { minuteText, type Time } from '../ports.ts';
import { err, ok, type Result } from '../result.ts';
import { holderText } from '../service/process/holder.ts';
import { newestCopies } from '../service/process/known.ts';
import type { Account } from '../service/recover/life.ts';
import { type Recovered, recover } from '../service/recover/recover.ts';
import { oneLine } from '../service/shell/one-line.ts';
import { takeLock } from '../store/file/lock.ts';

/**
 * What `turnpost recover` does: puts a backup in the place of a lost database, and reads again from
 * the mailbox and the journal what came since.
 *
 * @param backup undefined: the newest copy of this server
 * @param quiet no boards are sent
 * @returns what it prints, with all that is not known, or why nothing was done
 */
export async function recoverReport(
  config: WorkerConfig,
  backup: string | undefined,
  quiet: boolean,
  time: Time,
): Promise<Result<readonly string[], string>> {
  const { database } = config;
  const now = time.now();
  try {
    const lock = takeLock(database, { pid: process.pid, host: hostname(), since: now });
    if (!lock.ok) {
      return err(`Stop the server first; it works on ${database}: ${holderText(lock.error)}.`);
    }
    try {
      const chosen = backup === undefined ? newest(config) : ok(backup);
      if (!chosen.ok) return chosen;
      const done = await recover(config, chosen.value, { quiet, now, lock: lock.value });
      return done.ok ? ok(told(database, done.value)) : done;
    } finally {
      lock.value.release();
    }
  } catch (error) {
    return err(`${database}: ${oneLine(error)}`);
  }
}

/** @returns why no copy is the one that is meant */
function newest(config: WorkerConfig): Result<string, string> {
  const files = newestCopies(config).map(({ file }) => file);
  const [file, ...others] = files;
  if (file === undefined) return err('There is no copy of this server: name the file of one.');
  if (others.length > 0) {
    return err(`There are copies of several databases: name one.\n${files.join('\n')}`);
  }
  return ok(file);
}

const told = (database: string, done: Recovered): readonly string[] => [
  `${database} is back, as it was at ${minuteText(done.until)}; the backup is of ${minuteText(done.from)}.`,
  ...(done.aside === undefined ? [] : [`What was in its place: ${done.aside}`]),
  `Read again: ${done.account.letters} letters of the mailbox, ${done.account.piped} of the pipe.`,
  `Done again: ${done.account.acts} acts at the terminal, ${done.account.dues} of the calendar.`,
  `To be read when the server starts: ${done.left} letters.`,
  `Boards to be sent when it starts: ${done.boards}.`,
  ...(done.mailbox === undefined ? [] : [done.mailbox]),
  ...JOURNAL[done.journal],
  ...unknown(done.account),
  'What was decided in the last minute may not have been sent: it is sent once more.',
  'Make a new backup when the server runs.',
];

const JOURNAL: Readonly<Record<Recovered['journal'], readonly string[]>> = {
  whole: [],
  gaps: [
    'The journal has gaps: what came by the pipe or was done at the terminal may be missing, and',
    'what the calendar did then was done at the times at which it was due.',
  ],
  none: [
    'There is no journal of this time. Not known are: letters that came by the pipe, what was done',
    'at the terminal, and when the server was not at work; clocks ran on then. What the calendar',
    'did was done at the times at which it was due.',
  ],
};

function unknown({ gone, failed, differ }: Account): readonly string[] {
  return [
    ...gone.map(
      ({ id, at }) => `Letter ${id} was read at ${minuteText(at)} and is nowhere to be found.`,
    ),
    ...failed.map((what) => `Not as it was: ${what}`),
    ...[...differ].map(([board, why]) => `Board ${board} ${DIFFERS[why]}; its players are told.`),
  ];
}

const DIFFERS = {
  other: 'has not come back as it was',
  ahead: 'had gone further: a letter answers a revision that is not there',
  gone: 'lacks what a letter did that is nowhere to be found',
} as const;
