import { type Database, sql } from '../file/database.ts';
import type { Lately } from '../file/lately.ts';

/** A domain was sent a letter under the plain sender after it was refused under the tagged one. */
export const notePlainSender = (db: Database, domain: string, now: number): void => {
  sql(
    db,
    `insert into plain_senders (domain, at)
    values (?, ?)
    on conflict (domain) do update
    set at = excluded.at`,
  ).run(domain, now);
};

/** For how many domains that has been so lately. */
export const plainSendersLately = (db: Database, tried: Lately): number =>
  sql(db, 'select count(*) from plain_senders where at > :since and at <= :now')
    .pluck()
    .get(tried) as number;
