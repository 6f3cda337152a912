import type { Logger } from 'pino';
import type { Random } from '../../ports.ts';
import { type Database, isDamage } from '../../store/file/database.ts';
import type { Lock } from '../../store/file/lock.ts';
import { type Loss, watchFiles } from '../../store/file/witness.ts';

/**
 * Keeps the worker from telling the mail servers about commits that are nowhere: a database that was
 * deleted, replaced or overwritten takes them like any other.
 */
export interface Guard {
  /**
   * Looks whether the database still is what lies at its path. To be asked before anything outside is
   * done that cannot be taken back: before letters are filed, or handed over.
   *
   * @throws Error when it cannot be looked at just now
   */
  isWhole(): boolean;
  /** Whether an error has come of a database that is lost; then all has been said about it. */
  blames(error: unknown): boolean;
  /** Aborted, with one sentence for the operator, as soon as the database is lost; for good. */
  readonly lost: AbortSignal;
  /** Closes the database. */
  close(): void;
}

/** @param lock of the worker, where there is one: it may be lost as well */
export function makeGuard(
  db: Database,
  path: string,
  { random, log, lock }: { random: Random; log: Logger; lock: Lock | undefined },
): Guard {
  const witness = watchFiles(db, path, { random, tell: (files) => lock?.sign(files) });
  const lost = new AbortController();
  let how: Loss | undefined;

  const lose = (what: string): void => {
    const sentence = `${path}${what}. ${WHAT_TO_DO}`;
    log.fatal({ database: path }, sentence);
    lost.abort(sentence);
  };
  const isWhole = (): boolean => {
    if (lost.signal.aborted) return false;
    how = lookAt(() => witness.look());
    if (how) lose(SAID[how]);
    else if (lock && !lock.isHeld())
      lose('.lock was removed or replaced, so another may have begun');
    return !lost.signal.aborted;
  };
  return {
    isWhole,
    blames(error) {
      try {
        // A file that was overwritten is damaged, too, and is not to be written to.
        if (!isWhole()) return true;
      } catch {
        // What is in the way of looking is in the way of the next step, too, which will say it.
      }
      if (!isDamage(error)) return false;
      how = 'damaged';
      lose(SAID.damaged);
      return true;
    },
    lost: lost.signal,
    close: () => witness.close(how),
  };
}

function lookAt(look: () => Loss | undefined): Loss | undefined {
  try {
    return look();
  } catch (error) {
    if (isDamage(error)) return 'damaged';
    throw error;
  }
}

const SAID: Readonly<Record<Loss, string>> = {
  gone: ' is gone',
  replaced: ' was replaced by another file',
  emptied: ' was emptied',
  overwritten: ' was overwritten by something else than the server',
  log: ' has lost its log: -wal or -shm was removed, replaced or cut',
  rows: ' has lost rows that the server never deletes',
  damaged: ' is damaged',
};

const WHAT_TO_DO =
  'The server stops and files and sends nothing more; letters that are not filed are safe in the ' +
  'mailbox. Put the file back, or run turnpost recover, and start the server again.';
