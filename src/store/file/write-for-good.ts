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
 * Writes a file that its owner alone may read, and waits until it is on the disk. It is complete there
 * before it has its name, so that no crash leaves half of it.
 *
 * @param like a file whose owner and mode it gets, where there is one: whoever writes may be root, and
 *   the server another user
 * @throws Error of the file system, or when it should be somebody else's who alone can make it so;
 *   then nothing has changed
 */
export function writeDurably(path: string, text: string, like?: string): void {
  const draft = `${path}.new`;
  // What a crash has left there, or somebody has laid there as a link, is not written to.
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

/** Gives an open file the owner and the mode of another, if there is one. */
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
 * Gives a file that is on the disk its name, in the place of one that had it, and waits until the
 * folder is on the disk as well: a name that a power cut takes back is a file that is gone.
 *
 * @throws Error of the file system
 */
export function renameDurably(draft: string, path: string): void {
  renameSync(draft, path);
  syncFolder(dirname(path));
}
