import { existsSync } from 'node:fs';
import type { WorkerConfig } from '../config.ts';
import { oneDayMs, secretKeptMs } from '../limits.ts';
import type { Random, Time } from '../ports.ts';
import { err, ok, type Result } from '../result.ts';
import { openBeside } from '../service/process/beside.ts';
import { journalFolder, openJournal } from '../service/shell/journal.ts';
import { seal } from '../service/shell/seal.ts';
import { readSecrets, rotateSecret, secretPath } from '../service/shell/secret.ts';
import { transact } from '../store/file/database.ts';

/**
 * `turnpost secret rotate`: a new secret for the reply tokens.
 *
 * @returns what to tell the operator; no part of a secret is in it
 */
export function rotateReport(
  config: Pick<WorkerConfig, 'secret' | 'database' | 'backups'>,
  time: Time,
  random: Random,
): Result<readonly string[], string> {
  const { secret, database } = config;
  const path = secretPath(database);
  if (secret !== undefined) {
    return err(
      `The secret is the one in TURNPOST_SECRET, which is not changed here. To let it be kept in
${path} instead, take the variable out and start the server: it makes a
new one. Answers to letters sent before that then wait for a yes.`,
    );
  }
  try {
    rotateNoted(config, time, random);
  } catch (error) {
    const { code, message } = error as NodeJS.ErrnoException;
    const isMissing = code === 'ENOENT';
    return err(
      isMissing ? `There is no ${path} yet: the server makes it when it first starts.` : message,
    );
  }
  return ok([
    'There is a new secret. A server that is running has to be started again to use it.',
    `Answers to letters signed with the one before count for ${secretKeptMs / oneDayMs} days.`,
  ]);
}

/** What the backups do not hold yet stands in the journal beside them, sealed with the secret before. */
function rotateNoted(
  config: Pick<WorkerConfig, 'database' | 'backups'>,
  time: Time,
  random: Random,
): void {
  const { database } = config;
  const path = secretPath(database);
  if (!existsSync(database) || !existsSync(path)) {
    rotateSecret(path, time, random);
    return;
  }
  const before = readSecrets(undefined, path, time, random);
  const db = openBeside(database);
  const journal = openJournal(journalFolder(config), time, () => undefined);
  try {
    transact(db, () => {
      rotateSecret(path, time, random, (text) => {
        const sealed = seal(Buffer.from(text), before, random);
        journal.note(db, { is: 'secret', sealed }, time.now());
      });
    });
  } finally {
    journal.close();
    db.close();
  }
}
