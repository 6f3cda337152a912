import type { Database } from './database.ts';
import { findHolder } from './lock.ts';
import { watchFiles } from './witness.ts';

/**
 * Watches a database that is open beside the worker.
 *
 * @returns looks whether what is committed is in the database that the worker works on, and will be:
 *   to be asked before a commit, because a log that is not of this file must not be written to, and
 *   after it
 */
export function watchBeside(db: Database, path: string): () => boolean {
  const witness = watchFiles(db, path);
  return () => {
    const holder = findHolder(path);
    return !witness.look(holder === 'unknown' ? undefined : holder?.files);
  };
}
