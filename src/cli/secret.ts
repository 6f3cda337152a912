import { existsSync } from 'node:fs';
import type { WorkerConfig } from '../config.ts';
import { oneDayMs, tokenLimits } from '../limits.ts';
import type { Random, Time } from '../ports.ts';
import { err, ok, type Result } from '../result.ts';
import { copyDatabaseNow } from '../service/backup/make.ts';
import { openForCommand } from '../service/process/before-start.ts';
import { addSecret, rotate, secretPath } from '../service/shell/secret.ts';

type Config = Pick<WorkerConfig, 'secret' | 'database' | 'backups'>;

/**
 * Runs `turnpost secret rotate`: makes a new secret for the reply tokens.
 *
 * @returns the lines to print, without any part of a secret
 */
export async function runSecretRotate(
  config: Config,
  time: Time,
  random: Random,
): Promise<Result<readonly string[], string>> {
  const { secret, database } = config;
  const path = secretPath(database);
  if (secret !== undefined) {
    return err(
      `The secret is in TURNPOST_SECRET, which this command does not change. To keep it in
${path} instead, unset the variable and start the server: it creates a
new one. Replies to e-mails sent before that then wait for a yes.`,
    );
  }
  try {
    const done = await rotateSecret(config, time, random);
    if (!done.ok) return done;
  } catch (error) {
    const { code, message } = error as NodeJS.ErrnoException;
    const isMissing = code === 'ENOENT';
    return err(
      isMissing ? `There is no ${path} yet: the server creates it at its first start.` : message,
    );
  }
  return ok([
    'A new secret was created. Restart a running server to use it.',
    `Replies to e-mails signed with the previous secret count for ${tokenLimits.oldSecretMs / oneDayMs} days.`,
  ]);
}

async function rotateSecret(
  config: Config,
  time: Time,
  random: Random,
): Promise<Result<void, string>> {
  const { database } = config;
  const path = secretPath(database);
  if (!existsSync(database)) {
    addSecret(path, time, random);
    return ok(undefined);
  }
  const db = openForCommand(database);
  try {
    return await rotate(db, path, { time, random }, () => copyDatabaseNow(config, db));
  } finally {
    db.close();
  }
}
