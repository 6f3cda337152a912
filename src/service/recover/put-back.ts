import { chmodSync, copyFileSync, existsSync, linkSync, renameSync, rmSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { parseToken, type Secrets } from '../../mail/token.ts';
import type { Time } from '../../ports.ts';
import { lookInto } from '../../store/file/database.ts';
import { makeFolder, namesIn, syncFile, syncFolder } from '../../store/file/folder.ts';
import { newestToken } from '../../store/letters/again.ts';
import { allSecrets, secretPath } from '../shell/secret.ts';
import { READINGS } from './read-again.ts';

/** Where a database is made that is not in its place yet. */
export interface RecoveryDraft {
  readonly folder: string;
  readonly database: string;
}

/** The draft of the database of a place: what an earlier try has left there, or nothing yet. */
export function draftOf(place: string): RecoveryDraft {
  const folder = `${place}.recovering`;
  return { folder, database: join(folder, 'turnpost.sqlite') };
}

/**
 * Copies a database to where it is worked on; what an earlier try has left there is removed.
 *
 * @param secret the file with its secret; undefined where there is none
 */
export function makeDraft(draft: RecoveryDraft, copy: string, secret: string | undefined): void {
  dropDraft(draft);
  makeFolder(draft.folder);
  copyPrivate(copy, draft.database);
  if (secret !== undefined) copyPrivate(secret, secretPath(draft.database));
}

/** Removes a draft, but for what the next one goes on with. */
export function dropDraft({ folder }: Pick<RecoveryDraft, 'folder'>): void {
  const names = namesIn(folder);
  for (const name of names) {
    if (name !== READINGS) rmSync(join(folder, name), { recursive: true });
  }
  if (!names.includes(READINGS)) rmSync(folder, { recursive: true, force: true });
}

/** Copies a file that its owner alone may read, and waits until it is on the disk. */
function copyPrivate(from: string, to: string): void {
  copyFileSync(from, to);
  chmodSync(to, 0o600);
  syncFile(to);
}

/**
 * Gives a database that is whole its place, with its secret, and waits until all of it is on the disk. What
 * was there is laid aside under another name, and nothing is removed: a crash in between leaves the copy as
 * it was, to be put back again.
 *
 * @returns what the database that was there is called now
 */
export function putInPlace(
  { folder, database: made }: RecoveryDraft,
  path: string,
  now: number,
): string | undefined {
  const name = freeName(`${path}.before-${new Date(now).toISOString().replace(/[-:]|\.\d+/g, '')}`);
  const files = ENDS.filter((end) => existsSync(`${path}${end}`));
  // All of them have both names for a while, so that no crash parts a database from its log.
  for (const end of files) nameAlso(`${path}${end}`, `${name}${end}`);
  syncFolder(dirname(path));
  // The secret stays where it is until there is another one in its place.
  for (const end of files) if (end !== '.secret') rmSync(`${path}${end}`);
  if (existsSync(secretPath(made))) renameSync(secretPath(made), secretPath(path));
  syncFile(made);
  syncFolder(dirname(path));
  renameSync(made, path);
  rmSync(folder, { recursive: true });
  syncFolder(dirname(path));
  return files.includes('') ? name : undefined;
}
/** The files of a database, itself the last. */
const ENDS = ['-wal', '-shm', '.secret', ''];

/** Nothing that was laid aside before is overwritten. */
const freeName = (name: string): string =>
  ENDS.some((end) => existsSync(`${name}${end}`)) ? freeName(`${name}-`) : name;

/** Where a disk knows one name of a file only, there is a copy. */
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
 * Finds the secret that has signed the letters of a copy: the configured one, the one beside the copy, or the
 * one in the place of the lost database, which may be newer.
 */
export function secretOf(
  copy: string,
  { database, secret }: { readonly database: string; readonly secret: string | undefined },
  time: Time,
): SecretOf {
  const token = lookInto(copy, newestToken);
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
