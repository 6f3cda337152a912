import { closeSync, fsyncSync, openSync, rmSync, statfsSync, statSync, writeSync } from 'node:fs';
import { userInfo } from 'node:os';
import { dirname, join, resolve } from 'node:path';
import { type Finding, finding } from './finding.ts';

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

/** Numbers of file systems of linux/magic.h that lie on another machine, or are gone when this one stops. */
const SYSTEMS: ReadonlyMap<number, readonly ['disk/remote' | 'disk/in-memory', string]> = new Map([
  [0x6969, ['disk/remote', 'NFS']],
  [0x517b, ['disk/remote', 'SMB']],
  [0xff534d42, ['disk/remote', 'CIFS']],
  [0xfe534d42, ['disk/remote', 'SMB']],
  [0x5346414f, ['disk/remote', 'AFS']],
  [0x00c36400, ['disk/remote', 'Ceph']],
  [0x0bd00bd0, ['disk/remote', 'Lustre']],
  [0x01021997, ['disk/remote', '9P']],
  [0x65735546, ['disk/remote', 'FUSE']],
  [0x01021994, ['disk/in-memory', 'tmpfs']],
  [0x858458f6, ['disk/in-memory', 'ramfs']],
]);

/**
 * Looks at the disk under a database: writes a small file beside it, and takes it away again.
 *
 * @param isBarred the database cannot be used: then it is known already that nothing may be written
 */
export function diskFindings(database: string, isBarred: boolean): readonly Finding[] {
  const folder = nearestFolder(database);
  try {
    const { bavail, bsize, files: all, ffree, type } = statfsSync(folder);
    const refused = tryToWrite(folder);
    if (isBarred && refused !== undefined && !FULL.has(refused)) return [];
    const files = all > 0 ? ffree : undefined;
    return roomFindings({ folder, free: bavail * bsize, files, type, refused });
  } catch (error) {
    const { code = String(error) } = error as NodeJS.ErrnoException;
    return [finding('disk/unknown', { folder, code })];
  }
}

/** What is to be said of a disk. */
export function roomFindings(facts: DiskFacts): readonly Finding[] {
  const { folder, free, files, type, refused } = facts;
  const [kind, system = ''] = SYSTEMS.get(type) ?? [];
  const place = kind ? [finding(kind, { folder, system })] : [];
  const room = `${Math.floor(free / MIB)} MB are free at ${folder}.`;
  const code = refused ?? 'ENOSPC';
  if (files === 0) return [finding('disk/no-files', { folder, code }), ...place];
  if (FULL.has(refused ?? '')) return [finding('disk/full', { folder, code }), ...place];
  if (refused !== undefined) {
    const why = refused === 'EROFS' ? 'disk/read-only' : 'disk/barred';
    return [finding(why, { folder, code }), ...place];
  }
  if (free < ROOM_BYTES_LEAST) return [finding('disk/least', { room }), ...place];
  if (free < ROOM_BYTES) return [finding('disk/little', { room }), ...place];
  return place.length > 0 ? place : [finding('disk/well', { room })];
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

/**
 * Whether others can read what only the owner should.
 *
 * @param name of the finding
 */
export function readableFindings(name: string, path: string): readonly Finding[] {
  try {
    const { mode } = statSync(path);
    if ((mode & 0o004) === 0) return [];
    const isOpen = isReached(dirname(resolve(path)));
    return [finding(isOpen ? 'secret/open' : 'secret/hidden', { path }, name)];
  } catch {
    // There is no file, or nothing can be found out about it.
    return [];
  }
}

/** Whether everybody may go through a folder and all above it. */
function isReached(folder: string): boolean {
  const above = dirname(folder);
  return (statSync(folder).mode & 0o001) !== 0 && (above === folder || isReached(above));
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
