import { readdirSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { syncFolder } from '../../store/file/folder.ts';
import { secretPath } from '../shell/secret.ts';
import { DRAFT } from './write.ts';

/** A backup that the worker has made, in the folder of its backups. */
export interface KeptBackup {
  readonly file: string;
  /** When it was begun, in UTC milliseconds: it holds all that was there before. */
  readonly at: number;
}

const NAME = /^turnpost-(\d{4})(\d\d)(\d\d)T(\d\d)(\d\d)(\d\d)Z\.sqlite$/;

/** The name of a backup that is begun at this time: `turnpost-20261122T133400Z.sqlite`. */
export const backupName = (at: number): string =>
  `turnpost-${new Date(at).toISOString().slice(0, 19).replace(/[-:]/g, '')}Z.sqlite`;

/** Every backup of a folder, the oldest first; nothing else that lies there. */
export const keptBackups = (folder: string): readonly KeptBackup[] =>
  namesIn(folder)
    .filter((name) => NAME.test(name))
    .map((name) => ({
      file: join(folder, name),
      at: Date.parse(name.replace(NAME, '$1-$2-$3T$4:$5:$6Z')),
    }))
    .filter(({ at }) => !Number.isNaN(at))
    .sort((one, other) => one.at - other.at);

/**
 * When the oldest backup was begun that may still be put back, in UTC milliseconds. What is newer than
 * that may be needed with it.
 *
 * @returns undefined where there is none
 */
export const oldestBackupAt = (folder: string): number | undefined => keptBackups(folder)[0]?.at;

/**
 * Removes the oldest backups beyond so many, with their secrets. One that is dated later than the
 * newest was made under a wrong clock: nobody knows how old it is, and it goes first.
 *
 * @param newest the one that was just made; it stays
 * @returns how many
 * @throws Error of the file system
 */
export function dropBackups(folder: string, keep: number, newest: KeptBackup): number {
  const others = keptBackups(folder).filter(({ file }) => file !== newest.file);
  const misdated = others.filter(({ at }) => at > newest.at);
  const inOrder = [...misdated, ...others.filter((each) => !misdated.includes(each))];
  const old = inOrder.slice(0, Math.max(inOrder.length + 1 - keep, 0));
  for (const { file } of old) {
    rmSync(file);
    rmSync(secretPath(file), { force: true });
  }
  if (old.length > 0) syncFolder(folder);
  return old.length;
}

/**
 * Removes what a crash has left of backups that have no name yet. To be called by the only one that
 * makes backups in this folder, while it makes none.
 */
export function dropDrafts(folder: string): void {
  for (const name of namesIn(folder)) {
    const [backup = '', draft] = name.split(DRAFT);
    if (draft !== undefined && NAME.test(backup)) rmSync(join(folder, name), { recursive: true });
  }
}

function namesIn(folder: string): readonly string[] {
  try {
    return readdirSync(folder);
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') return [];
    throw error;
  }
}
