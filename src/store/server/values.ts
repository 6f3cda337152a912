import { type Database, sql } from '../file/database.ts';

/** Single values of the server's own. */
interface Values {
  /** When the mailbox was last read to its end, in UTC milliseconds. */
  readonly heartbeat: number;
  /** The time of the last decision, before which none is dated, in UTC milliseconds. */
  readonly 'decided-at': number;
  /** The seed for random numbers in decisions; without it, the secret is the seed. */
  readonly seed: Uint8Array;
  /** The sealed content of the new secret file, until that is written. */
  readonly rotation: string;
  /** The words with which userids were last compared: their SHA-256, in hex. */
  readonly 'compared-words': string;
  /** The last player who was compared with them. */
  readonly 'compared-up-to': number;
}

/** A value, or undefined. */
export const serverValue = <Key extends keyof Values>(
  db: Database,
  key: Key,
): Values[Key] | undefined => sql`select value from server where key = ${key}`.value(db);

export const putServerValue = <Key extends keyof Values>(
  db: Database,
  key: Key,
  value: Values[Key],
): void => {
  sql`insert into server (key, value) values (${key}, ${value})
    on conflict (key) do update
    set value = excluded.value`.run(db);
};

export const dropServerValue = (db: Database, key: keyof Values): void => {
  sql`delete from server where key = ${key}`.run(db);
};

/** Records the time of a decision, or of a mailbox read to its end. */
export const noteDecided = (db: Database, at: number): void => {
  putServerValue(db, 'decided-at', at);
};

/** When the mailbox was last read to its end; undefined if it never was. */
export const lastHeartbeat = (db: Database): number | undefined => serverValue(db, 'heartbeat');
