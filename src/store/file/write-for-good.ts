import {
  closeSync,
  fchmodSync,
  fchownSync,
  fsyncSync,
  openSync,
  renameSync,
  rmSync,
  statSync,
  writeSync,
} from 'node:fs';
import { dirname } from 'node:path';
import { syncFolder } from './folder.ts';

/**
 * Writes a file readable only by its owner, and syncs it. It is complete before it gets its name, so that no
 * crash leaves half of it.
 *
 * @param like a file whose owner and mode it gets, if that exists: the writer may be root, and the server
 *   another user
 * @throws Error of the file system, or if this user may not give it that owner; nothing has changed then
 */
export function writeDurably(path: string, text: string, like?: string): void {
  const draft = `${path}.new`;
  // A file that a crash has left there, or a link that was planted there, is not written to.
  rmSync(draft, { force: true });
  const file = openSync(draft, 'wx', 0o600);
  try {
    if (like !== undefined) makeLike(file, like);
    writeSync(file, text);
    fsyncSync(file);
  } finally {
    closeSync(file);
  }
  renameDurably(draft, path);
}

/** Gives an open file the owner and the mode of another, if that exists. */
function makeLike(file: number, path: string): void {
  const other = statSync(path, { throwIfNoEntry: false });
  if (!other) return;
  try {
    fchownSync(file, other.uid, other.gid);
  } catch {
    throw new Error(`${path} belongs to somebody else: do this as that user, or as root`);
  }
  fchmodSync(file, other.mode & 0o777);
}

/**
 * Renames a synced file, in place of one that had the name, and syncs the folder: a power cut that undoes
 * the name loses the file.
 *
 * @throws Error of the file system
 */
export function renameDurably(draft: string, path: string): void {
  renameSync(draft, path);
  syncFolder(dirname(path));
}
