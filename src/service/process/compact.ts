import type { Logger } from 'pino';
import { systemTime } from '../../ports.ts';
import { compactBytesMax } from '../../server-limits.ts';
import type { Database } from '../../store/file/database.ts';
import { canGiveBack, compact, fileBytes } from '../../store/file/room.ts';
import { megabytes } from '../backup/write.ts';
import { oneLine } from '../shell/one-line.ts';

/**
 * Lets a database from an older version give room back, which takes its whole file to be written anew:
 * once, at a start, before any letter waits. A file that is too large for that, or has no room beside
 * it, stays as it is; what is free in it is used again all the same.
 */
export function letShrink(db: Database, log: Logger): void {
  if (canGiveBack(db)) return;
  const bytes = fileBytes(db);
  if (bytes > compactBytesMax) {
    log.info({ size: megabytes(bytes) }, 'the file gets no smaller; docs/operating.md says how');
    return;
  }
  const began = systemTime.now();
  try {
    compact(db);
    const ms = systemTime.now() - began;
    log.info(
      { from: megabytes(bytes), to: megabytes(fileBytes(db)), ms },
      'the file was compacted',
    );
  } catch (error) {
    log.warn({ error: oneLine(error) }, 'the file could not be compacted; the next start tries it');
  }
}
