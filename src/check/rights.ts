import { statSync } from 'node:fs';
import { userInfo } from 'node:os';
import { dirname, resolve } from 'node:path';

/** Who may read a file beside its owner. */
export interface Readers {
  /** The permission bits of the file. */
  readonly mode: number;
  /** Whether everybody gets as far as its folder. */
  readonly isReached: boolean;
}

/** @returns undefined where there is no file, or nothing can be found out about it */
export function readersOf(path: string): Readers | undefined {
  try {
    const { mode } = statSync(path);
    return { mode: mode & 0o777, isReached: isReached(dirname(resolve(path))) };
  } catch {
    return undefined;
  }
}

/** Whether everybody may go through a folder and all above it. */
function isReached(folder: string): boolean {
  const above = dirname(folder);
  return (statSync(folder).mode & 0o001) !== 0 && (above === folder || isReached(above));
}

/** How open a file is that nobody but its owner should read: not at all, or but for a folder above. */
export function openness({ mode, isReached: reached }: Readers): 'none' | 'hidden' | 'open' {
  if ((mode & 0o044) === 0 || (mode & 0o004) === 0) return 'none';
  return reached ? 'open' : 'hidden';
}

/** Who this process is. */
export function userName(): string {
  try {
    return userInfo().username;
  } catch {
    // A container may run as a number that has no name.
    return `user ${process.getuid?.() ?? '?'}`;
  }
}

/** Whose a file is, or the nearest folder above it that is there. */
export function ownerOf(path: string): string {
  try {
    const { uid } = statSync(path);
    return uid === process.getuid?.() ? userName() : `user ${uid}`;
  } catch {
    return dirname(path) === path ? 'nobody' : ownerOf(dirname(path));
  }
}
