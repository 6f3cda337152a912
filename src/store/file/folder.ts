import { closeSync, fsyncSync, mkdirSync, openSync, readdirSync, statSync } from 'node:fs';
import { dirname, resolve } from 'node:path';

/**
 * Creates a folder readable only by its owner, and its missing parents, and syncs each: a power cut that
 * undoes one takes everything in it, synced or not. `mkdirSync` with `recursive` does not end in an existing
 * folder that answers ENOENT, such as /proc.
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

/** The names in a folder; none if it is missing, or access is denied. */
export function namesIn(folder: string): readonly string[] {
  try {
    return readdirSync(folder);
  } catch (error) {
    if (NONE.has((error as NodeJS.ErrnoException).code ?? '')) return [];
    throw error;
  }
}
const NONE: ReadonlySet<string> = new Set(['ENOENT', 'ENOTDIR', 'EACCES']);
