import { chmodSync, copyFileSync, existsSync, renameSync, rmSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { makeFolder, syncFolder } from '../../store/file/folder.ts';
import { secretPath } from '../shell/secret.ts';
import type { SecretFile } from './backup-file.ts';

/** Where a database is made that is not in its place yet. */
export interface Draft {
  readonly folder: string;
  readonly database: string;
}

/** Copies a backup to where it is worked on; what an earlier try has left there is removed. */
export function beginDraft(database: string, backup: string, secret: SecretFile): Draft {
  const folder = `${database}.recovering`;
  rmSync(folder, { recursive: true, force: true });
  makeFolder(folder);
  const draft = { folder, database: join(folder, 'turnpost.sqlite') };
  copyPrivate(backup, draft.database);
  if (secret !== undefined) copyPrivate(secret, secretPath(draft.database));
  return draft;
}

function copyPrivate(from: string, to: string): void {
  copyFileSync(from, to);
  chmodSync(to, 0o600);
}

/**
 * Gives a database that is whole its place, with its secret. What was there is laid aside under another
 * name, and nothing is removed. A crash in between leaves the backup as it was, to be put back again.
 *
 * @returns what the database that was there is called now
 */
export function putInPlace({ folder, database: made }: Draft, path: string, now: number) {
  const name = freeName(`${path}.before-${new Date(now).toISOString().replace(/[-:]|\.\d+/g, '')}`);
  const files = ['', '-wal', '-shm', '.secret'].filter((end) => existsSync(`${path}${end}`));
  for (const end of files) {
    // The secret stays where it is until there is another one in its place.
    if (end === '.secret') copyPrivate(`${path}${end}`, `${name}${end}`);
    else renameSync(`${path}${end}`, `${name}${end}`);
  }
  if (existsSync(secretPath(made))) renameSync(secretPath(made), secretPath(path));
  renameSync(made, path);
  syncFolder(dirname(path));
  rmSync(folder, { recursive: true });
  return files.includes('') ? name : undefined;
}

/** Nothing that was laid aside before is overwritten. */
const freeName = (name: string): string => (existsSync(name) ? freeName(`${name}-`) : name);
