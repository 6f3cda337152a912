import { type Database, sql } from '../file/database.ts';

/** The moment of the last decision, before which none is dated; 0 when there was none. */
export const decidedAt = (db: Database): number =>
  sql(db, 'select decided_at from decisions').pluck().get() as number;

/** From what the chance of decisions follows; undefined where that is the secret. */
export const seedOf = (db: Database): Uint8Array | undefined =>
  (sql(db, 'select seed from decisions').pluck().get() as Uint8Array | null) ?? undefined;

/** Lets chance follow from these bytes for good, unless it follows from others already. */
export const putSeed = (db: Database, seed: Uint8Array): void => {
  sql(db, 'update decisions set seed = coalesce(seed, ?)').run(seed);
};

/** Notes that something was decided, or that the mailbox was read to its end, at this moment. */
export const noteDecided = (db: Database, at: number): void => {
  sql(db, 'update decisions set decided_at = ?').run(at);
};
