import { existsSync, statSync } from 'node:fs';
import { parseToken, type Secrets } from '../../mail/token.ts';
import type { Time } from '../../ports.ts';
import { err, ok, type Result } from '../../result.ts';
import { openToLook } from '../../store/file/database.ts';
import { refuseNewer } from '../../store/file/migrate.ts';
import { newestToken } from '../../store/letters/again.ts';
import { MIGRATIONS } from '../shell/folders.ts';
import { oneLine } from '../shell/one-line.ts';
import { allSecrets, secretPath } from '../shell/secret.ts';

/** Where the secret of a database that is put back comes from; undefined: it is configured. */
export type SecretFile = string | undefined;

/**
 * Looks at a backup before anything is changed: it is read to its end, and there is a secret that has
 * signed its letters.
 *
 * @param place where it is to be put, with its configured secret if it has one
 * @returns the file of the secret, or in one line why this cannot be put back
 */
export function openableBackup(
  backup: string,
  place: { readonly database: string; readonly secret: string | undefined },
  time: Time,
): Result<SecretFile, string> {
  if (!statSync(backup, { throwIfNoEntry: false })?.isFile())
    return err(`There is no backup ${backup}.`);
  try {
    const token = lookInto(backup);
    return fittingSecret(backup, place, token, time);
  } catch (error) {
    return err(`${backup} cannot be put back: ${oneLine(error)}`);
  }
}

/** Returns the token of its newest letter that has one. */
function lookInto(backup: string): string | undefined {
  const db = openToLook(backup);
  try {
    refuseNewer(db, MIGRATIONS);
    const [found] = db.pragma('integrity_check(1)') as { integrity_check: string }[];
    if (found?.integrity_check !== 'ok') throw new Error('it is damaged');
    return newestToken(db);
  } finally {
    db.close();
  }
}

function fittingSecret(
  backup: string,
  { database, secret }: { readonly database: string; readonly secret: string | undefined },
  token: string | undefined,
  time: Time,
): Result<SecretFile, string> {
  const fits = (secrets: Secrets): boolean =>
    token === undefined || parseToken(token, secrets) !== undefined;
  if (secret !== undefined) {
    return fits([Buffer.from(secret, 'utf8')])
      ? ok(undefined)
      : err('The backup is of another secret than the one in TURNPOST_SECRET.');
  }
  const [beside, here] = [secretPath(backup), secretPath(database)];
  const files = [beside, here].filter((file) => existsSync(file));
  if (files.length === 0) {
    return err(`There is no ${beside}: without its secret a backup is of no use.`);
  }
  const [ofBackup, ofHere] = [beside, here].map((file) =>
    existsSync(file) ? allSecrets(file, time) : undefined,
  );
  if (ofBackup && ofHere && !ofBackup.some((one) => ofHere.some((other) => isSame(one, other)))) {
    return err(
      `The backup is of another secret than ${here}. If that is the one to be put back,\n` +
        'move this file away first.',
    );
  }
  const file = files.find((each) => fits(allSecrets(each, time)));
  return file === undefined
    ? err(`The letters of the backup were signed with another secret than ${files.join(' or ')}.`)
    : ok(file);
}

const isSame = (one: Uint8Array, other: Uint8Array): boolean =>
  Buffer.from(one).equals(Buffer.from(other));
