import { rmSync } from 'node:fs';
import { join } from 'node:path';
import { restoreInto } from '../../store/file/copy.ts';
import {
  assertNotNewer,
  type Database,
  inspectDatabase,
  isNew,
  migrate,
  openDatabase,
} from '../../store/file/database.ts';
import { makeFolder } from '../../store/file/durable.ts';
import { damagedBoards } from '../../store/play/matches.ts';
import { oneLine } from '../shell/log.ts';
import { MIGRATIONS } from '../shell/shell.ts';

/**
 * Checks a complete copy.
 *
 * @returns why it cannot be restored, in one line; undefined if it is intact
 */
export function unusableCopy(file: string): string | undefined {
  try {
    return inspectDatabase(file, (db) => {
      if (isNew(db)) return 'it is empty';
      assertNotNewer(db, MIGRATIONS);
      const found = db.pragma('integrity_check(1)', { simple: true });
      return found === 'ok' ? undefined : 'it is damaged';
    });
  } catch (error) {
    return oneLine(error);
  }
}

/** The first boards that do not follow from their moves, in one line; undefined if there are none. */
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
 * Restores a copy next to it, migrates it, and replays every board.
 *
 * @returns why it cannot be restored, in one line; undefined if it can
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
