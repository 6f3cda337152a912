import { rmSync } from 'node:fs';
import { join } from 'node:path';
import { Worker } from 'node:worker_threads';
import { restoreInto } from '../../store/file/copy.ts';
import { type Database, openDatabase, openToLook } from '../../store/file/database.ts';
import { makeFolder } from '../../store/file/folder.ts';
import { isNew, migrate, refuseNewer } from '../../store/file/migrate.ts';
import { damagedBoards } from '../../store/play/matches.ts';
import { MIGRATIONS } from '../shell/folders.ts';
import { oneLine } from '../shell/log.ts';
import { threadFile } from '../thread/thread-queue.ts';

/**
 * Reads a copy from its beginning to its end.
 *
 * @returns why it cannot be put back, in one line; undefined when it is whole
 */
export function unusableCopy(file: string): string | undefined {
  try {
    const db = openToLook(file);
    try {
      if (isNew(db)) return 'it is empty';
      refuseNewer(db, MIGRATIONS);
      const [found] = db.pragma('integrity_check(1)') as { integrity_check: string }[];
      return found?.integrity_check === 'ok' ? undefined : 'it is damaged';
    } finally {
      db.close();
    }
  } catch (error) {
    return oneLine(error);
  }
}

/** The first boards whose moves do not lead to what is stored of them, in one line; undefined where all do. */
export function boardsTrouble(db: Database): string | undefined {
  const damaged: number[] = [];
  for (const board of damagedBoards(db)) {
    damaged.push(board);
    if (damaged.length === BOARDS_NAMED) break;
  }
  return damaged.length === 0
    ? undefined
    : `not as their moves lead to: board ${damaged.join(', ')}${damaged.length === BOARDS_NAMED ? ' ...' : ''}`;
}
const BOARDS_NAMED = 10;

/**
 * Restores a copy into a file of its own beside it, brings that up to date, and plays every board in it.
 *
 * @returns why it could not be put back, in one line; undefined when it could
 */
export function tryCopy(file: string): string | undefined {
  const scratch = `${file}.try-${process.pid}`;
  try {
    rmSync(scratch, { recursive: true, force: true });
    makeFolder(scratch);
    const restored = join(scratch, 'turnpost.sqlite');
    restoreInto(file, restored);
    const trouble = unusableCopy(restored);
    if (trouble !== undefined) return trouble;
    const db = openDatabase(restored);
    try {
      migrate(db, MIGRATIONS);
      return boardsTrouble(db);
    } finally {
      db.close();
    }
  } catch (error) {
    return oneLine(error);
  } finally {
    rmSync(scratch, { recursive: true, force: true });
  }
}

/** The same in a thread of its own, which is ended by the signal. */
export function tryCopyBeside(file: string, signal: AbortSignal): Promise<string | undefined> {
  return new Promise((resolve) => {
    const thread = new Worker(threadFile('prove-thread'), { workerData: file });
    const end = () => void thread.terminate();
    signal.addEventListener('abort', end);
    thread.once('message', ({ trouble }: { readonly trouble: string | undefined }) =>
      resolve(trouble),
    );
    thread.once('error', ({ message }) => resolve(message));
    thread.once('exit', () => {
      signal.removeEventListener('abort', end);
      resolve('the thread that tried it was ended');
    });
  });
}
