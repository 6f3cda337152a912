import { existsSync } from 'node:fs';
import type { Config, WorkerConfig } from '../config.ts';
import { letterBytesMax } from '../limits.ts';
import type { Secrets } from '../mail/token.ts';
import { noCrashPoints, systemRandom, systemTime } from '../ports.ts';
import type { Result } from '../result.ts';
import { takePiped } from '../service/in/pipe.ts';
import { openBeside } from '../service/process/beside.ts';
import { journalFolder, openJournal } from '../service/shell/journal.ts';
import { seal } from '../service/shell/seal.ts';
import { secretPath, secretsSince } from '../service/shell/secret.ts';
import { watchBeside } from '../store/file/watch-beside.ts';
import type { Exit } from './command.ts';
import { exits } from './sysexits.ts';

/**
 * What `turnpost receive` does: reads one raw letter to its end and commits it. Whatever fails on our
 * side is for the agent to try again.
 *
 * @param input the standard input
 * @returns a code for the agent, and a line that it sends back with a letter that it gives up
 */
export async function receiveLetter(
  configure: () => Result<Config, readonly string[]>,
  input: AsyncIterable<Uint8Array>,
): Promise<Exit> {
  try {
    const config = configure();
    if (!config.ok || config.value.mode !== 'worker') {
      const line = 'turnpost is not configured; what is missing is told by: turnpost check';
      return { code: exits.config, line };
    }
    const raw = await readAll(input);
    if (raw === 'too large') return { code: exits.data, line: tooLarge };
    if (raw.length === 0) return { code: exits.data, line: 'the letter is empty' };
    const isSafe = take(config.value, raw);
    return isSafe ? { code: exits.ok } : { code: exits.later, line: lost };
  } catch (error) {
    return { code: exits.later, line: `turnpost cannot store the letter now: ${codeOf(error)}` };
  }
}

/** @returns whether what was committed is in the database that the server works on, and will be */
function take(config: WorkerConfig, raw: Uint8Array): boolean {
  const { database } = config;
  const db = openBeside(database);
  const journal = openJournal(journalFolder(config), systemTime, () => undefined);
  try {
    const isThere = watchBeside(db, database);
    if (!isThere()) return false;
    const secrets = secretsOf(config);
    takePiped({ db, time: systemTime, crash: noCrashPoints }, raw, (piped, now) => {
      // Where there is none, no server has ever worked, and there is nothing to be put back.
      if (!secrets) return;
      journal.note(
        db,
        { is: 'pipe', id: piped.id, raw: seal(piped.raw, secrets, systemRandom) },
        now,
      );
    });
    return isThere();
  } finally {
    journal.close();
    db.close();
  }
}

function secretsOf({ secret, database }: WorkerConfig): Secrets | undefined {
  const path = secretPath(database);
  return secret === undefined && !existsSync(path)
    ? undefined
    : secretsSince(secret, path, systemTime.now(), systemTime);
}

const lost = 'turnpost cannot store the letter now: its database is not in its place';
const tooLarge = `the letter is larger than ${letterBytesMax} bytes`;

/** Reads to the end also what is not kept, so that the agent does not write to a closed pipe. */
async function readAll(input: AsyncIterable<Uint8Array>): Promise<Uint8Array | 'too large'> {
  const chunks: Uint8Array[] = [];
  let bytes = 0;
  for await (const chunk of input) {
    bytes += chunk.length;
    if (bytes <= letterBytesMax) chunks.push(chunk);
    else chunks.length = 0;
  }
  return bytes > letterBytesMax ? 'too large' : Buffer.concat(chunks);
}

/** No path and no detail: the line may go to a stranger. */
const codeOf = (error: unknown): string =>
  (error as NodeJS.ErrnoException).code ?? 'the database is not ready';
