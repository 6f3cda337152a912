import type { Logger } from 'pino';
import type { Random } from '../../ports.ts';
import { type Database, isCorruption } from '../../store/file/database.ts';
import type { Lock } from '../../store/file/lock.ts';
import { type Loss, watchFiles } from '../../store/file/witness.ts';

export type Guard = ReturnType<typeof makeGuard>;

/**
 * Detects that the database was deleted, replaced or overwritten, though it still accepts commits: the worker
 * must not tell mail servers about commits that are lost.
 *
 * @param lock of the worker, if any: it may be lost as well
 */
export function makeGuard(
  db: Database,
  path: string,
  { random, log, lock }: { random: Random; log: Logger; lock: Lock | undefined },
) {
  const watch = watchFiles(db, path, { random, tell: (files) => lock?.recordFiles(files) });
  const lost = new AbortController();
  let how: Loss | undefined;

  const lose = (what: string): void => {
    const sentence = `${path}${what}. ${WHAT_TO_DO}`;
    log.fatal({ database: path }, sentence);
    lost.abort(sentence);
  };
  const isWhole = (): boolean => {
    if (lost.signal.aborted) return false;
    how = lookAt(() => watch.look());
    if (how) lose(LOSS_TEXTS[how]);
    else if (lock && !lock.isHeld())
      lose('.lock was removed or replaced, so another may have begun');
    return !lost.signal.aborted;
  };
  return {
    /**
     * Checks whether the database is still the file at its path. Call before any irreversible act outside:
     * before letters are filed or handed over.
     *
     * @throws Error if it cannot be checked now
     */
    isWhole,
    /** Whether an error comes from a lost database, whose loss is already logged. */
    isFromLostDatabase(error: unknown): boolean {
      try {
        // An overwritten file is damaged, too, and must not be written to.
        if (!isWhole()) return true;
      } catch {
        // The next step fails the same way, and reports it.
      }
      if (!isCorruption(error)) return false;
      how = 'damaged';
      lose(LOSS_TEXTS.damaged);
      return true;
    },
    /** Aborted for good, with one sentence for the operator, once the database is lost. */
    lost: lost.signal,
    /** Closes the database. */
    close: (): void => watch.close(how),
  };
}

function lookAt(look: () => Loss | undefined): Loss | undefined {
  try {
    return look();
  } catch (error) {
    if (isCorruption(error)) return 'damaged';
    throw error;
  }
}

const LOSS_TEXTS: Readonly<Record<Loss, string>> = {
  gone: ' is gone',
  replaced: ' was replaced by another file',
  emptied: ' was emptied',
  overwritten: ' was overwritten by something else than the server',
  log: ' has lost its log: -wal or -shm was removed, replaced or cut',
  rows: ' has lost rows that the server never deletes',
  damaged: ' is damaged',
};

const WHAT_TO_DO =
  'The server stops and files and sends nothing more; e-mails that are not filed are safe in the ' +
  'mailbox. Put the file back, or run turnpost recover, and start the server again.';
