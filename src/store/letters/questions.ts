import { type Database, sql } from '../file/database.ts';
import type { Lately } from '../file/lately.ts';
import { heldKey } from './held.ts';

/** Notes a letter that asks for the yes to held commands. */
export const noteQuestion = (db: Database, heldId: number, proven: boolean, now: number): void => {
  sql(db, 'insert into questions (held_id, proven, asked_at) values (?, ?, ?)').run(
    heldId,
    proven ? 1 : 0,
    now,
  );
};

/**
 * How many questions letters have caused to an address lately. One that got its yes does not count.
 *
 * @param proven whether those of proven letters are counted, or all others
 */
export const questionsSince = (
  db: Database,
  address: string,
  proven: boolean,
  { since, now }: Lately,
): number =>
  sql(
    db,
    `select count(*)
    from held
    join questions on questions.held_id = held.id
    where address_key = ? and state <> 'confirmed' and proven = ? and asked_at between ? and ?`,
  )
    .pluck()
    .get(heldKey(db, address), proven ? 1 : 0, since, now) as number;

/** When it was last asked about held commands. */
export const lastAskedAt = (db: Database, heldId: number): number | undefined =>
  sql(db, 'select max(asked_at) from questions where held_id = ? having count(*) > 0')
    .pluck()
    .get(heldId) as number | undefined;
