import { join } from 'node:path';
import { transact } from '../../store/file/database.ts';
import { makeFolder } from '../../store/file/folder.ts';
import { noteBackup, noteBackupFailure } from '../../store/server/backups.ts';
import { cutJournal } from '../shell/journal.ts';
import { oneLine } from '../shell/one-line.ts';
import type { Shell } from '../shell/shell.ts';
import type { Copier } from './copier.ts';
import { backupName, dropBackups, dropDrafts, type KeptBackup, oldestBackupAt } from './kept.ts';
import type { Source } from './write.ts';

/** Where backups are made, and how many of them stay. */
export interface Place {
  readonly folder: string;
  readonly keep: number;
}

/**
 * Makes a backup, and when it is there, removes those that are too many. What comes of it is in the
 * log and in the database, from where the admins hear of it.
 *
 * @param signal ends it, and nothing is said about it then
 * @returns whether there is one
 */
export async function makeBackup(
  shell: Shell,
  source: Source,
  { folder, keep }: Place,
  copier: Pick<Copier, 'write'>,
  signal: AbortSignal,
): Promise<boolean> {
  const { db, time, journal, log } = shell;
  const at = time.now();
  const made: KeptBackup = { file: join(folder, backupName(at)), at };
  const error = await attempt(made, folder, source, copier);
  if (signal.aborted) return false;
  if (error !== undefined) {
    log.error({ folder, error }, 'no backup could be made');
    transact(db, () => noteBackupFailure(db, error, at));
    return false;
  }
  transact(db, () => noteBackup(db, made.file, at));
  try {
    const removed = dropBackups(folder, keep, made);
    journal.begin();
    cutJournal(folder, oldestBackupAt(folder) ?? at);
    log.info({ file: made.file, removed }, 'backup made');
  } catch (cause) {
    log.warn({ folder, error: oneLine(cause) }, 'old backups could not be removed');
  }
  return true;
}

/** @returns why there is no backup */
async function attempt(
  { file }: KeptBackup,
  folder: string,
  source: Source,
  copier: Pick<Copier, 'write'>,
): Promise<string | undefined> {
  try {
    makeFolder(folder);
    dropDrafts(folder);
  } catch (error) {
    return oneLine(error);
  }
  const written = await copier.write(source, file);
  return written.ok ? undefined : written.error;
}
