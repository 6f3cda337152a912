import { statSync } from 'node:fs';
import { dirname } from 'node:path';
import type { WorkerConfig } from '../../config.ts';
import { oneDayMs } from '../../limits.ts';
import { diskBytesMin } from '../../server-limits.ts';
import type { Amiss } from '../../store/server/backups.ts';
import { freeBytesIn } from './write.ts';

/**
 * What is amiss with the place where copies of a database lie, or would lie: that there is none, that it is
 * lost with the database, or that it has hardly room for one.
 *
 * @throws Error of the file system
 */
export function amissWith(
  { database, backups }: Pick<WorkerConfig, 'database' | 'backups'>,
  freeBytes = freeBytesIn,
): Amiss | undefined {
  if (!backups) return 'none';
  const place = nearest(backups.folder);
  const bytes = statSync(database, { throwIfNoEntry: false })?.size ?? 0;
  if (freeBytes(place) < bytes + diskBytesMin) return 'room';
  return statSync(place).dev === statSync(nearest(dirname(database))).dev ? 'same-disk' : undefined;
}

/** The nearest folder above that is there. */
const nearest = (path: string): string =>
  statSync(path, { throwIfNoEntry: false }) || dirname(path) === path
    ? path
    : nearest(dirname(path));

/** Whether a day has gone by since a copy, and letters have come in since. */
export const isOldCopy = (madeAt: number | null, cameAt: number | null, now: number): boolean =>
  madeAt !== null && cameAt !== null && cameAt > madeAt && now - madeAt > oneDayMs;

/** What to say of it, and what to do. */
export const AMISS: Readonly<Record<Amiss, { readonly what: string; readonly remedy: string }>> = {
  none: {
    what: 'No copies of the database are made: with its disk all games are lost.',
    remedy: 'Let TURNPOST_BACKUP_DIR name a folder on another disk.',
  },
  'same-disk': {
    what: 'The copies of the database lie on the same disk: they are lost with it.',
    remedy: 'Let TURNPOST_BACKUP_DIR name a folder on another disk.',
  },
  room: {
    what: 'There is hardly room for another copy of the database.',
    remedy: 'Make room, or let TURNPOST_BACKUP_DIR name a folder on another disk.',
  },
};
