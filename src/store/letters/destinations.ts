import { type Database, sql } from '../file/database.ts';

/** How often in a row a domain has taken no letter; 0 when the last one was taken. */
export const destinationFailures = (db: Database, domain: string): number =>
  (sql(db, 'select failures from destinations where domain = ?').pluck().get(domain) as
    | number
    | undefined) ?? 0;

/** A domain has taken no letter: none is tried before this time, and then one alone. */
export const deferDestination = (db: Database, domain: string, nextAt: number): void => {
  sql(
    db,
    `insert into destinations (domain, failures, next_at) values (?, 1, ?)
    on conflict (domain) do update
    set failures = failures + 1, next_at = excluded.next_at`,
  ).run(domain, nextAt);
};

/** A domain that takes no letter for now is asked with one at once. */
export const hurryDestination = (db: Database, domain: string, now: number): void => {
  sql(db, 'update destinations set next_at = min(next_at, ?) where domain = ?').run(now, domain);
};

/** A domain has taken a letter: the others need not wait any longer. */
export const destinationWorks = (db: Database, domain: string): void => {
  sql(db, 'delete from destinations where domain = ?').run(domain);
};
