import type { AdminReading } from '../../command/shape/admin-reading.ts';
import type { Database } from '../file/database.ts';
import { canRetry, failedLetters, putAsideLetters, waitingForYes } from './admin-letters.ts';
import { adminActs } from './admin-log.ts';
import { serverStatus } from './admin-status.ts';

/** What admins may look up, answered from the database as it stands in this transaction. */
export const adminReadingOf = (db: Database, now: number): AdminReading => ({
  status: () => serverStatus(db, now),
  failed: (most) => failedLetters(db, most),
  putAside: (most) => putAsideLetters(db, most),
  held: (most) => waitingForYes(db, now, most),
  canRetry: (letter) => canRetry(db, letter),
  acts: (most) => adminActs(db, most),
});
