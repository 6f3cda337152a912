import { renameSync } from 'node:fs';
import { dirname } from 'node:path';
import { syncFolder } from './folder.ts';

/**
 * Gives a file that is on the disk its name, in the place of one that had it, and waits until the
 * folder is on the disk as well: a name that a power cut takes back is a file that is gone.
 *
 * @throws Error of the file system
 */
export function nameForGood(draft: string, path: string): void {
  renameSync(draft, path);
  syncFolder(dirname(path));
}
