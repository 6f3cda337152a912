import { readFileSync } from 'node:fs';
import { dirname } from 'node:path';
import { makeFolder } from '../store/file/folder.ts';
import { writeForGood } from '../store/file/write-for-good.ts';
import { isToken } from './token.ts';

/** Where the newest refresh token of a database is. */
export const keptTokenPath = (database: string): string => `${database}.refresh-token`;

/**
 * The newest refresh token that came from a certain one.
 *
 * @param origin stands for that one; a token of another origin is of a configuration that was changed
 * @returns undefined where none is kept
 */
export function keptToken(path: string, origin: string): string | undefined {
  try {
    const kept = JSON.parse(readFileSync(path, 'utf8')) as { origin?: unknown; token?: unknown };
    return kept.origin === origin && isToken(kept.token) ? kept.token : undefined;
  } catch {
    return undefined;
  }
}

/**
 * Keeps a refresh token, for its owner alone, and waits until it is on the disk.
 *
 * @throws Error of the file system
 */
export function keepToken(path: string, origin: string, token: string): void {
  makeFolder(dirname(path));
  // Whoever asks may be root, and the server another user: it is to be the owner of the database.
  const like = path.replace(/\.refresh-token$/, '');
  writeForGood(path, `${JSON.stringify({ origin, token })}\n`, like);
}
