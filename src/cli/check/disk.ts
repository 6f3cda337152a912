import { closeSync, fsyncSync, openSync, rmSync, statfsSync, statSync, writeSync } from 'node:fs';
import { userInfo } from 'node:os';
import { dirname, join, resolve } from 'node:path';
import { type Finding, finding } from './finding.ts';

interface DiskFacts {
  /** The folder, or the nearest existing one above it. */
  readonly folder: string;
  readonly freeBytes: number;
  /** Undefined where the file system does not count them. */
  readonly freeInodes: number | undefined;
  /** The file system type, as in statfs(2). */
  readonly type: number;
  /** The error code of writing a small file there; undefined: written. */
  readonly writeError: string | undefined;
}

const MIB = 1024 * 1024;
/** Enough for a busy month, with the raw letters and the write-ahead log. */
const ROOM_BYTES = 200 * MIB;
/** Less than this is used up within hours. */
const ROOM_BYTES_MIN = 20 * MIB;
/** Size of the file that tests for room: a few pages of a database. */
const TEST_BYTES = 64 * 1024;

const FULL = new Set(['ENOSPC', 'EDQUOT']);

/** Magic numbers of network and in-memory file systems (linux/magic.h). */
const SYSTEMS: ReadonlyMap<number, readonly ['disk/remote' | 'disk/in-memory', string]> = new Map([
  [0x6969, ['disk/remote', 'NFS']],
  [0x517b, ['disk/remote', 'SMB']],
  [0xff534d42, ['disk/remote', 'CIFS']],
  [0xfe534d42, ['disk/remote', 'SMB']],
  [0x65735546, ['disk/remote', 'FUSE']],
  [0x01021994, ['disk/in-memory', 'tmpfs']],
]);

/**
 * Checks the disk of a database: writes a small file next to it, and removes that.
 *
 * @param isBroken the database cannot be used: a denied write is not reported again
 */
export function diskFindings(database: string, isBroken: boolean): readonly Finding[] {
  const folder = nearestFolder(database);
  try {
    const { bavail, bsize, files: all, ffree, type } = statfsSync(folder);
    const writeError = tryToWrite(folder);
    if (isBroken && writeError !== undefined && !FULL.has(writeError)) return [];
    const freeInodes = all > 0 ? ffree : undefined;
    return roomFindings({ folder, freeBytes: bavail * bsize, freeInodes, type, writeError });
  } catch (error) {
    const { code = String(error) } = error as NodeJS.ErrnoException;
    return [finding('disk/unknown', { folder, code })];
  }
}

export function roomFindings(facts: DiskFacts): readonly Finding[] {
  const { folder, freeBytes, freeInodes, type, writeError } = facts;
  const [kind, system = ''] = SYSTEMS.get(type) ?? [];
  const place = kind ? [finding(kind, { folder, system })] : [];
  const room = `${Math.floor(freeBytes / MIB)} MB are free in ${folder}.`;
  const code = writeError ?? 'ENOSPC';
  if (freeInodes === 0) return [finding('disk/no-inodes', { folder, code }), ...place];
  if (FULL.has(writeError ?? '')) return [finding('disk/full', { folder, code }), ...place];
  if (writeError !== undefined) {
    const why = writeError === 'EROFS' ? 'disk/read-only' : 'disk/denied';
    return [finding(why, { folder, code }), ...place];
  }
  if (freeBytes < ROOM_BYTES_MIN) return [finding('disk/least', { room }), ...place];
  if (freeBytes < ROOM_BYTES) return [finding('disk/little', { room }), ...place];
  return place.length > 0 ? place : [finding('disk/ok', { room })];
}

/** The nearest existing folder above a path. */
function nearestFolder(path: string): string {
  const folder = dirname(path);
  try {
    if (folder === path || statSync(folder).isDirectory()) return folder;
  } catch {
    // The folder is missing, or a part of its path is no folder.
  }
  return nearestFolder(folder);
}

/** @returns the error code; undefined if a file can be written */
function tryToWrite(folder: string): string | undefined {
  const path = join(folder, `.turnpost-check-${process.pid}`);
  try {
    const file = openSync(path, 'wx', 0o600);
    try {
      writeSync(file, Buffer.alloc(TEST_BYTES, 1));
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

/** Checks that others cannot read a private file. */
export function readableFindings(name: string, path: string): readonly Finding[] {
  try {
    const { mode } = statSync(path);
    if ((mode & 0o004) === 0) return [];
    const isOpen = isReachableByOthers(dirname(resolve(path)));
    return [finding(isOpen ? 'secret/open' : 'secret/hidden', { path }, name)];
  } catch {
    // The file is missing, or cannot be examined.
    return [];
  }
}

/** Whether others may enter a folder and all above it. */
function isReachableByOthers(folder: string): boolean {
  const above = dirname(folder);
  return (statSync(folder).mode & 0o001) !== 0 && (above === folder || isReachableByOthers(above));
}

export function userName(): string {
  try {
    return userInfo().username;
  } catch {
    // In a container, a user ID may have no name.
    return `user ${process.getuid?.() ?? '?'}`;
  }
}

/** The owner of a path, or of the nearest existing folder above it. */
export function ownerOf(path: string): string {
  try {
    const { uid } = statSync(path);
    return uid === process.getuid?.() ? userName() : `user ${uid}`;
  } catch {
    return dirname(path) === path ? 'nobody' : ownerOf(dirname(path));
  }
}
