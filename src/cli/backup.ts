import type { WorkerConfig } from '../config.ts';
import type { Time } from '../ports.ts';
import { err, ok, type Result } from '../result.ts';
import { megabytes, type Written, writeBackup } from '../service/backup/write.ts';

/**
 * What `turnpost backup FILE` does: copies the database, also beside a server that is at work on it.
 *
 * @returns what it prints, or why there is no backup
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

const SECRETS: Readonly<Record<Written['secret'], (file: string) => string>> = {
  beside: (file) => `${file}.secret: its secret. Nobody else shall read either of them.`,
  configured: () => 'Its secret is the one in TURNPOST_SECRET: keep that as well.',
  none: () => 'No secret is beside the database: answers to its letters will wait for a yes.',
};

/**
 * What is said where something is done of which no mailbox tells.
 *
 * @param why it is in no copy; undefined when it is in one
 */
export const notCopied = (why: string | undefined): readonly string[] =>
  why === undefined ? [] : [`It is done, but no copy of the database has it yet: ${why}.`];
