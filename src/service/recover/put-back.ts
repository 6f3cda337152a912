import { chmodSync, copyFileSync, existsSync, linkSync, renameSync, rmSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { parseToken, type Secrets } from '../../mail/token.ts';
import type { Time } from '../../ports.ts';
import { inspectDatabase } from '../../store/file/database.ts';
import { makeFolder, namesIn, syncFile, syncFolder } from '../../store/file/durable.ts';
import { newestToken } from '../../store/letters/reread.ts';
import { allSecrets, secretPath } from '../shell/secret.ts';
import { READINGS_FILE } from './read-again.ts';

/** A database in the making, not in its place yet. */
export interface RecoveryDraft {
  readonly folder: string;
  readonly database: string;
}

/** The draft for a database path, new or left by an earlier try. */
export function draftOf(place: string): RecoveryDraft {
  const folder = `${place}.recovering`;
  return { folder, database: join(folder, 'turnpost.sqlite') };
}

/**
 * Copies a database into the draft; replaces an earlier one.
 *
 * @param secret the secret file; undefined if there is none
 */
export function makeDraft(draft: RecoveryDraft, copy: string, secret: string | undefined): void {
  dropDraft(draft);
  makeFolder(draft.folder);
  copyPrivate(copy, draft.database);
  if (secret !== undefined) copyPrivate(secret, secretPath(draft.database));
}

/** Removes a draft, but not its counts of readings, which the next one needs. */
export function dropDraft({ folder }: Pick<RecoveryDraft, 'folder'>): void {
  const names = namesIn(folder);
  for (const name of names) {
    if (name !== READINGS_FILE) rmSync(join(folder, name), { recursive: true });
  }
  if (!names.includes(READINGS_FILE)) rmSync(folder, { recursive: true, force: true });
}

/** Copies a file with a sync, readable by its owner alone. */
function copyPrivate(from: string, to: string): void {
  copyFileSync(from, to);
  chmodSync(to, 0o600);
  syncFile(to);
}

/**
 * Moves a complete database and its secret into place, with a sync. The previous files are renamed, not
 * removed: after a crash in between, the copy is unchanged and can be restored again.
 *
 * @returns the new name of the previous database
 */
export function putInPlace(
  { folder, database: made }: RecoveryDraft,
  path: string,
  now: number,
): string | undefined {
  const name = freeName(`${path}.before-${new Date(now).toISOString().replace(/[-:]|\.\d+/g, '')}`);
  const files = SUFFIXES.filter((suffix) => existsSync(`${path}${suffix}`));
  // All files have both names for a while, so that a crash cannot separate a database from its log.
  for (const suffix of files) nameAlso(`${path}${suffix}`, `${name}${suffix}`);
  syncFolder(dirname(path));
  // The secret stays until another one replaces it.
  for (const suffix of files) if (suffix !== '.secret') rmSync(`${path}${suffix}`);
  if (existsSync(secretPath(made))) renameSync(secretPath(made), secretPath(path));
  syncFile(made);
  syncFolder(dirname(path));
  renameSync(made, path);
  rmSync(folder, { recursive: true });
  syncFolder(dirname(path));
  return files.includes('') ? name : undefined;
}
/** Suffixes of the files of a database, its own the last. */
const SUFFIXES = ['-wal', '-shm', '.secret', ''];

/** A name that overwrites nothing. */
const freeName = (name: string): string =>
  SUFFIXES.some((suffix) => existsSync(`${name}${suffix}`)) ? freeName(`${name}-`) : name;

/** Links a file, or copies it where links are not supported. */
function nameAlso(file: string, name: string): void {
  try {
    linkSync(file, name);
  } catch {
    copyPrivate(file, name);
  }
}

/** Where the secret of a copy is: in a file, in the configuration, or nowhere. */
type SecretOf =
  | { readonly kind: 'file'; readonly file: string }
  | { readonly kind: 'configured' }
  | { readonly kind: 'none'; readonly why: string };

/**
 * Finds the secret that signed the letters of a copy: the configured one, the one next to the copy, or that
 * of the lost database, which may be newer.
 */
export function secretOf(
  copy: string,
  { database, secret }: { readonly database: string; readonly secret: string | undefined },
  time: Time,
): SecretOf {
  const token = inspectDatabase(copy, newestToken);
  const fits = (secrets: Secrets): boolean =>
    token === undefined || parseToken(token, secrets) !== undefined;
  if (secret !== undefined) {
    return fits([Buffer.from(secret, 'utf8')])
      ? { kind: 'configured' }
      : { kind: 'none', why: 'TURNPOST_SECRET is not what has signed its e-mail' };
  }
  const files = [secretPath(database), secretPath(copy)].filter((file) => existsSync(file));
  const known = files.map((file) => ({ file, secrets: secretsIn(file, time) }));
  const fitting = known.filter(({ secrets }) => secrets && fits(secrets));
  // Two files that fit and share no secret are of different servers: that of the copy counts.
  const [first] = fitting.length > 1 && !related(fitting) ? fitting.slice(1) : fitting;
  if (first) return { kind: 'file', file: first.file };
  const why =
    files.length === 0
      ? `there is no ${secretPath(copy)}`
      : `${files.join(' and ')} ${files.length > 1 ? 'have' : 'has'} not signed its e-mail`;
  return { kind: 'none', why };
}

function secretsIn(file: string, time: Time): Secrets | undefined {
  try {
    return allSecrets(file, time);
  } catch {
    return undefined;
  }
}

/** Whether all files are of one server: they have a secret in common. */
const related = ([one, ...others]: readonly { readonly secrets: Secrets | undefined }[]): boolean =>
  others.every(({ secrets }) =>
    secrets?.some((each) => one?.secrets?.some((own) => Buffer.from(own).equals(each))),
  );
