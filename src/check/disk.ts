import { closeSync, fsyncSync, openSync, rmSync, statfsSync, statSync, writeSync } from 'node:fs';
import { userInfo } from 'node:os';
import { dirname, join, resolve } from 'node:path';
import { type Finding, findingsOf } from './finding.ts';

const { ok, warn, wrong } = findingsOf('disk');

/** What there is of the place of a database. */
interface DiskFacts {
  /** The folder, or the nearest one above it that is there. */
  readonly folder: string;
  /** Bytes that this user may still write. */
  readonly free: number;
  /** Files that can still be made; undefined where nobody counts them. */
  readonly files: number | undefined;
  /** The kind of file system, as statfs(2) numbers them. */
  readonly type: number;
  /** The code of the error with which a small file could not be written there. */
  readonly refused: string | undefined;
}

const MIB = 1024 * 1024;
/** A busy month, with the letters' bytes and the log that is begun anew now and then. */
const ROOM_BYTES = 200 * MIB;
/** Less than this is gone within hours. */
const ROOM_BYTES_LEAST = 20 * MIB;
/** What is written to see whether there is room: a few pages of a database. */
const TRIED_BYTES = 64 * 1024;

/** Nothing can be written, because there is no room. */
const FULL = new Set(['ENOSPC', 'EDQUOT']);

/** Numbers of file systems that lie on another machine, of linux/magic.h. */
const REMOTE: ReadonlyMap<number, string> = new Map([
  [0x6969, 'NFS'],
  [0x517b, 'SMB'],
  [0xff534d42, 'CIFS'],
  [0xfe534d42, 'SMB'],
  [0x5346414f, 'AFS'],
  [0x00c36400, 'Ceph'],
  [0x0bd00bd0, 'Lustre'],
  [0x01021997, '9P'],
  [0x65735546, 'FUSE'],
]);

/** Numbers of file systems that are gone when the machine is switched off. */
const IN_MEMORY: ReadonlyMap<number, string> = new Map([
  [0x01021994, 'tmpfs'],
  [0x858458f6, 'ramfs'],
]);

/**
 * Looks at the disk under a database: writes a small file beside it, and takes it away again.
 *
 * @param isBarred the database cannot be used: then it is known already that nothing may be written
 */
export function diskFindings(database: string, isBarred: boolean): readonly Finding[] {
  const folder = nearestFolder(database);
  try {
    const { bavail, bsize, files, ffree, type } = statfsSync(folder);
    const known = files > 0 ? ffree : undefined;
    const refused = tryToWrite(folder);
    if (isBarred && refused !== undefined && !FULL.has(refused)) return [];
    return roomFindings({
      folder,
      free: bavail * bsize,
      files: known,
      type,
      refused,
    });
  } catch (error) {
    const { code = String(error) } = error as NodeJS.ErrnoException;
    return [wrong(`Nothing can be found out about ${folder} (${code}).`, 'Choose another folder.')];
  }
}

/** What is to be said of a disk. */
export function roomFindings({
  folder,
  free,
  files,
  type,
  refused,
}: DiskFacts): readonly Finding[] {
  const room = `${Math.floor(free / MIB)} MB are free at ${folder}.`;
  const makeRoom = 'Make room, or let TURNPOST_DATABASE name a file on another disk.';
  const system = REMOTE.get(type);
  const memory = IN_MEMORY.get(type);
  const remote =
    system === undefined
      ? memory === undefined
        ? []
        : [
            warn(
              `${folder} lies in memory (${memory}), and is empty when the machine starts again.`,
              'Let TURNPOST_DATABASE name a file on a disk.',
            ),
          ]
      : [
          warn(
            `${folder} lies on a network file system (${system}), where locks may not hold.`,
            'Put the database on a disk of this machine.',
          ),
        ];
  if (FULL.has(refused ?? '') || files === 0) {
    const what = files === 0 ? 'No more files can be made' : 'The disk is full';
    return [
      wrong(`${what}: nothing could be written to ${folder} (${refused ?? 'ENOSPC'}).`, makeRoom),
      ...remote,
    ];
  }
  if (refused !== undefined) {
    return [
      wrong(
        `Nothing can be written to the folder ${folder} (${refused}).`,
        refused === 'EROFS'
          ? 'It lies on a disk that cannot be written to: mount it for writing, or choose another.'
          : 'Give the folder to the user that the server runs as (chown), or run this as that user.',
      ),
      ...remote,
    ];
  }
  if (free < ROOM_BYTES_LEAST)
    return [wrong(`The disk is nearly full: ${room}`, makeRoom), ...remote];
  if (free < ROOM_BYTES) return [warn(`The disk has little room: ${room}`, makeRoom), ...remote];
  return [...(remote.length > 0 ? [] : [ok(room)]), ...remote];
}

/** The nearest folder above a path that is there. */
function nearestFolder(path: string): string {
  const folder = dirname(path);
  try {
    if (folder === path || statSync(folder).isDirectory()) return folder;
  } catch {
    // It is not there, or something on the way to it is no folder.
  }
  return nearestFolder(folder);
}

/** @returns the code of the error, where a file cannot be written */
function tryToWrite(folder: string): string | undefined {
  const path = join(folder, `.turnpost-check-${process.pid}`);
  try {
    const file = openSync(path, 'wx', 0o600);
    try {
      writeSync(file, Buffer.alloc(TRIED_BYTES, 1));
      fsyncSync(file);
    } finally {
      closeSync(file);
    }
    return undefined;
  } catch (error) {
    return (error as NodeJS.ErrnoException).code ?? 'unknown';
  } finally {
    rmSync(path, { force: true });
  }
}

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
