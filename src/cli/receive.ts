import type { Config, WorkerConfig } from '../config.ts';
import { letterLimits } from '../limits.ts';
import { noCrashPoints, systemTime } from '../ports.ts';
import type { Result } from '../result.ts';
import { copiesFolder } from '../service/backup/copies.ts';
import { keepPiped } from '../service/backup/make.ts';
import { type Piped, takePiped } from '../service/in/receive.ts';
import { openForCommand } from '../service/process/before-start.ts';
import { oneLine } from '../service/shell/log.ts';
import type { Database } from '../store/file/database.ts';
import { watchServedDatabase } from '../store/file/lock.ts';
import { databaseId, noteBackupFailure } from '../store/server/conditions.ts';
import { type Exit, exits } from './command.ts';

/**
 * Runs `turnpost receive`: reads one raw letter to its end and commits it. The mail transfer agent that
 * pipes it in keeps the letter and retries after exit code 75.
 *
 * @returns an exit code for the agent, and a line that it sends back with a rejected letter
 */
export async function receiveLetter(
  configure: () => Result<Config, readonly string[]>,
  input: AsyncIterable<Uint8Array>,
): Promise<Exit> {
  try {
    const config = configure();
    if (!config.ok || config.value.mode !== 'worker') {
      const line = 'turnpost is not configured; turnpost check says what is missing';
      return { code: exits.config, line };
    }
    const raw = await readAll(input);
    if (raw === 'too large') return { code: exits.data, line: tooLarge };
    if (raw.length === 0) return { code: exits.data, line: 'the e-mail is empty' };
    const isSafe = storeLetter(config.value, raw);
    return isSafe ? { code: exits.ok } : { code: exits.later, line: lost };
  } catch (error) {
    return { code: exits.later, line: `turnpost cannot store the e-mail now: ${codeOf(error)}` };
  }
}

/** @returns whether the letter was committed to the database that the server works on */
function storeLetter(config: WorkerConfig, raw: Uint8Array): boolean {
  const { database } = config;
  const db = openForCommand(database);
  try {
    const isInPlace = watchServedDatabase(db, database);
    if (!isInPlace()) return false;
    const folder = copiesFolder(config, databaseId(db));
    takePiped({ db, time: systemTime, crash: noCrashPoints }, raw, (piped, now) => {
      if (folder !== undefined) backUpPiped(db, folder, piped, now);
    });
    return isInPlace();
  } finally {
    db.close();
  }
}

/** Copies the letter, which is in no mailbox. A failed copy is noted; the letter is stored all the same. */
function backUpPiped(db: Database, folder: string, { raw, id }: Piped, now: number): void {
  try {
    keepPiped(folder, raw, id, now);
  } catch (error) {
    noteBackupFailure(db, oneLine(error), now);
  }
}

const lost = 'turnpost cannot store the e-mail now: its database was moved or deleted';
const tooLarge = `the e-mail is larger than ${letterLimits.bytes} bytes`;

/** Reads to the end, even what is too large, so that the agent does not write to a closed pipe. */
async function readAll(input: AsyncIterable<Uint8Array>): Promise<Uint8Array | 'too large'> {
  const chunks: Uint8Array[] = [];
  let bytes = 0;
  for await (const chunk of input) {
    bytes += chunk.length;
    if (bytes <= letterLimits.bytes) chunks.push(chunk);
    else chunks.length = 0;
  }
  return bytes > letterLimits.bytes ? 'too large' : Buffer.concat(chunks);
}

/** The code of an error, without a path or detail: the line may go to a stranger. */
const codeOf = (error: unknown): string =>
  (error as NodeJS.ErrnoException).code ?? 'the database is not ready';
