import {
  chmodSync,
  closeSync,
  copyFileSync,
  existsSync,
  fsyncSync,
  openSync,
  renameSync,
  rmSync,
} from 'node:fs';
import { dirname, join } from 'node:path';
import { makeFolder, namesIn, syncFolder } from '../../store/file/folder.ts';
import { nameForGood } from '../../store/file/name-for-good.ts';
import { secretPath } from '../shell/secret.ts';
import { READINGS } from './readings.ts';

/** Where a database is made that is not in its place yet. */
export interface Draft {
  readonly folder: string;
  readonly database: string;
}

/** The draft of the database of a place: what an earlier try has left there, or nothing yet. */
export function draftOf(place: string): Draft {
  const folder = `${place}.recovering`;
  return { folder, database: join(folder, 'turnpost.sqlite') };
}

/**
 * Copies a database to where it is worked on; what an earlier try has left there is removed.
 *
 * @param secret the file with its secret; undefined where there is none
 */
export function makeDraft(draft: Draft, copy: string, secret: string | undefined): void {
  dropDraft(draft);
  makeFolder(draft.folder);
  copyPrivate(copy, draft.database);
  if (secret !== undefined) copyPrivate(secret, secretPath(draft.database));
}

/** Removes a draft, but for what the next one goes on with. */
export function dropDraft({ folder }: Pick<Draft, 'folder'>): void {
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
  sync(to);
}

function sync(path: string): void {
  const file = openSync(path, 'r+');
  try {
    fsyncSync(file);
  } finally {
    closeSync(file);
  }
}

/**
 * Gives a database that is whole its place, with its secret, and waits until all of it is on the disk. What
 * was there is laid aside under another name, and nothing is removed: a crash in between leaves the copy as
 * it was, to be put back again.
 *
 * @returns what the database that was there is called now
 */
export function putInPlace(
  { folder, database: made }: Draft,
  path: string,
  now: number,
): string | undefined {
  const name = freeName(`${path}.before-${new Date(now).toISOString().replace(/[-:]|\.\d+/g, '')}`);
  const files = ['', '-wal', '-shm', '.secret'].filter((end) => existsSync(`${path}${end}`));
  for (const end of files) {
    // The secret stays where it is until there is another one in its place.
    if (end === '.secret') copyPrivate(`${path}${end}`, `${name}${end}`);
    else renameSync(`${path}${end}`, `${name}${end}`);
  }
  syncFolder(dirname(path));
  sync(made);
  if (existsSync(secretPath(made))) nameForGood(secretPath(made), secretPath(path));
  nameForGood(made, path);
  rmSync(folder, { recursive: true });
  return files.includes('') ? name : undefined;
}

/** Nothing that was laid aside before is overwritten. */
const freeName = (name: string): string => (existsSync(name) ? freeName(`${name}-`) : name);
