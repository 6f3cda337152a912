import { closeSync, fsyncSync, mkdirSync, openSync } from 'node:fs';
import { dirname, resolve } from 'node:path';

/**
 * Makes a folder that its owner alone may read, and those on the way to it, where there are none, and
 * waits until each is on the disk: one that a power cut takes back is gone with everything in it,
 * however well that was kept.
 *
 * @throws Error of the file system
 */
export function makeFolder(path: string): void {
  const folder = resolve(path);
  const first = mkdirSync(folder, { recursive: true, mode: 0o700 });
  if (first === undefined) return;
  for (let made = folder; made.length >= first.length; made = dirname(made)) {
    syncFolder(dirname(made));
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
