import { rmSync } from 'node:fs';
import { join } from 'node:path';
import { restoreInto } from '../../store/file/copy.ts';
import {
  type Database,
  isNew,
  lookInto,
  migrate,
  openDatabase,
  refuseNewer,
} from '../../store/file/database.ts';
import { makeFolder } from '../../store/file/folder.ts';
import { damagedBoards } from '../../store/play/matches.ts';
import { oneLine } from '../shell/log.ts';
import { MIGRATIONS } from '../shell/shell.ts';

/**
 * Reads a copy from its beginning to its end.
 *
 * @returns why it cannot be put back, in one line; undefined when it is whole
 */
export function unusableCopy(file: string): string | undefined {
  try {
    return lookInto(file, (db) => {
      if (isNew(db)) return 'it is empty';
      refuseNewer(db, MIGRATIONS);
      const found = db.pragma('integrity_check(1)', { simple: true });
      return found === 'ok' ? undefined : 'it is damaged';
    });
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
