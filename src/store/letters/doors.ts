import { type Database, sql } from '../file/database.ts';

/** A time in which it is not clear whether the submission server takes letters of ours, or it does not. */
export interface Door {
  readonly state: 'doubted' | 'shut';
  readonly beganAt: number;
  /** When any letter may ask next whether it is open. */
  readonly askAt: number;
  /** What the server said last, as codes. */
  readonly error: string;
}

/** A time in which no letter went out, for the admins. */
export interface Closure {
  readonly beganAt: number;
  /** Null while it lasts. */
  readonly openedAt: number | null;
  readonly codes: string;
}

/** What is known of the door now; undefined while it is open. */
export const doorNow = (db: Database): Door | undefined =>
  sql(
    db,
    `select state, began_at as beganAt, ask_at as askAt, error
    from doors
    where opened_at is null`,
  ).get() as Door | undefined;

/** The door is in doubt from now on. */
export const doubtDoor = (db: Database, now: number, askAt: number, error: string): void => {
  sql(db, `insert into doors (state, began_at, ask_at, error) values ('doubted', ?, ?, ?)`).run(
    now,
    askAt,
    error,
  );
};

/** Nobody doubts any more: it is shut. */
export const shutDoor = (db: Database): void => {
  sql(db, `update doors set state = 'shut' where opened_at is null`).run();
};

/** The server has refused one more letter: when it is asked again. */
export const askDoorAt = (db: Database, askAt: number, error: string): void => {
  sql(db, 'update doors set ask_at = ?, error = ? where opened_at is null').run(askAt, error);
};

/** The door is open. A doubt that did not last is nothing to tell of. */
export const openDoor = (db: Database, now: number, toldFromMs: number): void => {
  sql(db, 'update doors set opened_at = ? where opened_at is null').run(now);
  sql(db, `delete from doors where state = 'doubted' and opened_at - began_at < ?`).run(toldFromMs);
};

/** The newest time that no report has told of in which the door was shut, or long in doubt. */
export const unreportedClosure = (
  db: Database,
  now: number,
  toldFromMs: number,
): Closure | undefined =>
  sql(
    db,
    `select began_at as beganAt, opened_at as openedAt, error as codes
    from doors
    where reported_at is null
      and (state = 'shut' or coalesce(opened_at, ?) - began_at >= ?)
    order by id desc
    limit 1`,
  ).get(now, toldFromMs) as Closure | undefined;

/** The admins know of every such time until now. */
export const markClosuresReported = (db: Database, now: number, toldFromMs: number): void => {
  sql(
    db,
    `update doors
    set reported_at = :now
    where reported_at is null
      and (state = 'shut' or coalesce(opened_at, :now) - began_at >= :toldFromMs)`,
  ).run({ now, toldFromMs });
};

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
