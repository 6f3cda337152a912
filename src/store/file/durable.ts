import {
  closeSync,
  fchmodSync,
  fchownSync,
  fsyncSync,
  mkdirSync,
  openSync,
  readdirSync,
  renameSync,
  rmSync,
  statSync,
  writeFileSync,
} from 'node:fs';
import { dirname, resolve } from 'node:path';

/**
 * Creates a folder readable only by its owner, and its missing parents, and syncs each: a power cut that
 * undoes one takes everything in it, synced or not. `mkdirSync` with `recursive` never returns below an
 * existing folder that reports ENOENT, such as /proc.
 *
 * @throws Error of the file system
 */
export function makeFolder(path: string): void {
  const folder = resolve(path);
  if (isFolder(folder)) return;
  const above = dirname(folder);
  if (above !== folder) makeFolder(above);
  try {
    mkdirSync(folder, 0o700);
  } catch (error) {
    // Another process may have been faster.
    if (!isFolder(folder)) throw error;
  }
  syncFolder(above);
}

const isFolder = (path: string): boolean =>
  statSync(path, { throwIfNoEntry: false })?.isDirectory() ?? false;

/**
 * Syncs a file.
 *
 * @throws Error of the file system
 */
export function syncFile(path: string): void {
  const file = openSync(path, 'r+');
  try {
    fsyncSync(file);
  } finally {
    closeSync(file);
  }
}

/**
 * Syncs a folder: the names that were added to it, and those removed.
 *
 * @throws Error of the file system
 */
export function syncFolder(path: string): void {
  const folder = openSync(path, 'r');
  try {
    fsyncSync(folder);
  } finally {
    closeSync(folder);
  }
}

/** The names of files and folders in a folder; none if it is missing, or access is denied. */
export function namesIn(folder: string): readonly string[] {
  try {
    return readdirSync(folder);
  } catch (error) {
    if (UNREADABLE_CODES.has((error as NodeJS.ErrnoException).code ?? '')) return [];
    throw error;
  }
}
const UNREADABLE_CODES: ReadonlySet<string> = new Set(['ENOENT', 'ENOTDIR', 'EACCES']);

/**
 * Writes a file readable only by its owner, and syncs it. It is complete before it gets its name, so that no
 * crash leaves half of it.
 *
 * @param content all of it, or its parts one after the other
 * @param like a file whose owner and mode it gets, if that exists: the writer may be root, and the server
 *   another user
 * @throws Error of the file system, or if this user may not give it that owner; nothing has changed then
 */
export function writeDurably(...[path, content, like]: Parameters<typeof writeDraft>): void {
  const draft = writeDraft(path, content, like);
  try {
    draft.commit();
  } finally {
    draft.discard();
  }
}

/**
 * Writes a file as `writeDurably` does, but as a draft, to be committed or discarded; discarding a
 * committed one does nothing.
 */
export function writeDraft(
  path: string,
  content: string | Uint8Array | Iterable<string | Uint8Array>,
  like?: string,
) {
  const draft = `${path}.new`;
  const discard = (): void => rmSync(draft, { force: true });
  // A file that a crash has left there, or a link that was planted there, is not written to.
  discard();
  const file = openSync(draft, 'wx', 0o600);
  try {
    if (like !== undefined) makeLike(file, like);
    const isOne = typeof content === 'string' || content instanceof Uint8Array;
    for (const part of isOne ? [content] : content) writeFileSync(file, part);
    fsyncSync(file);
  } catch (error) {
    discard();
    throw error;
  } finally {
    closeSync(file);
  }
  return { commit: () => renameDurably(draft, path), discard };
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
