import { closeSync, fsyncSync, mkdirSync, openSync, readdirSync, statSync } from 'node:fs';
import { dirname, resolve } from 'node:path';

/**
 * Makes a folder that its owner alone may read, and those on the way to it, where there are none, and
 * waits until each is on the disk: one that a power cut takes back is gone with everything in it,
 * however well that was kept. `mkdirSync` with `recursive` does not end in a folder that is there and
 * answers ENOENT, such as /proc.
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
 * Waits until what is in a file is on the disk.
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
 * Waits until the names in a folder are on the disk: those that were given, and those taken away.
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

/** The names in a folder; none where there is no such folder, or it may not be read. */
export function namesIn(folder: string): readonly string[] {
  try {
    return readdirSync(folder);
  } catch (error) {
    if (NONE.has((error as NodeJS.ErrnoException).code ?? '')) return [];
    throw error;
  }
}
const NONE: ReadonlySet<string> = new Set(['ENOENT', 'ENOTDIR', 'EACCES']);
