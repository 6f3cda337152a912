import { existsSync } from 'node:fs';
import { parseToken, type Secrets } from '../../mail/token.ts';
import type { Time } from '../../ports.ts';
import { openToLook } from '../../store/file/database.ts';
import { newestToken } from '../../store/letters/again.ts';
import { allSecrets, secretPath } from '../shell/secret.ts';

/** Where the secret of a copy is: in a file, in the configuration, or nowhere. */
export type SecretOf =
  | { readonly kind: 'file'; readonly file: string }
  | { readonly kind: 'configured' }
  | { readonly kind: 'none'; readonly why: string };

/**
 * Finds the secret that has signed the letters of a copy: the configured one, the one beside the copy, or the
 * one in the place of the lost database, which may be newer.
 */
export function secretOf(
  copy: string,
  { database, secret }: { readonly database: string; readonly secret: string | undefined },
  time: Time,
): SecretOf {
  const token = tokenIn(copy);
  const fits = (secrets: Secrets): boolean =>
    token === undefined || parseToken(token, secrets) !== undefined;
  if (secret !== undefined) {
    return fits([Buffer.from(secret, 'utf8')])
      ? { kind: 'configured' }
      : { kind: 'none', why: 'TURNPOST_SECRET is not what has signed its letters' };
  }
  const files = [secretPath(database), secretPath(copy)].filter((file) => existsSync(file));
  const known = files.map((file) => ({ file, secrets: readable(file, time) }));
  const fitting = known.filter(({ secrets }) => secrets && fits(secrets));
  // A secret that has signed nothing yet is told from that of another server by those before it.
  const [first] = fitting.length > 1 && !isOfOne(fitting) ? fitting.slice(1) : fitting;
  if (first) return { kind: 'file', file: first.file };
  const why =
    files.length === 0
      ? `there is no ${secretPath(copy)}`
      : `${files.join(' and ')} ${files.length > 1 ? 'have' : 'has'} not signed its letters`;
  return { kind: 'none', why };
}

function tokenIn(copy: string): string | undefined {
  const db = openToLook(copy);
  try {
    return newestToken(db);
  } finally {
    db.close();
  }
}

function readable(file: string, time: Time): Secrets | undefined {
  try {
    return allSecrets(file, time);
  } catch {
    return undefined;
  }
}

/** Whether all of them are files of one server: they have a secret in common. */
const isOfOne = ([one, ...others]: readonly { readonly secrets: Secrets | undefined }[]): boolean =>
  others.every(({ secrets }) =>
    secrets?.some((each) => one?.secrets?.some((own) => Buffer.from(own).equals(each))),
  );
