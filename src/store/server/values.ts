import { type Database, sql } from '../file/database.ts';

/** Single values that the server keeps for itself. */
interface Values {
  /** When the mailbox was last known to be read to its end, in UTC milliseconds. */
  readonly heartbeat: number;
  /** The moment of the last decision, before which none is dated, in UTC milliseconds. */
  readonly 'decided-at': number;
  /** From what the chance of decisions follows; without it from the secret. */
  readonly seed: Uint8Array;
  /** The file of the secret as it is to be, sealed, until it is there. */
  readonly rotation: string;
  /** With which words the userids of players were compared last: their SHA-256, as hex. */
  readonly 'compared-words': string;
  /** Up to which player. */
  readonly 'compared-up-to': number;
}

/** A value; undefined where it was never put, or was dropped. */
export const serverValue = <Key extends keyof Values>(
  db: Database,
  key: Key,
): Values[Key] | undefined =>
  sql(db, 'select value from server where key = ?').pluck().get(key) as Values[Key] | undefined;

export const putServerValue = <Key extends keyof Values>(
  db: Database,
  key: Key,
  value: Values[Key],
): void => {
  sql(
    db,
    `insert into server (key, value) values (?, ?)
    on conflict (key) do update
    set value = excluded.value`,
  ).run(key, value);
};

export const dropServerValue = (db: Database, key: keyof Values): void => {
  sql(db, 'delete from server where key = ?').run(key);
};

/** Notes that something was decided, or that the mailbox was read to its end, at this moment. */
export const noteDecided = (db: Database, at: number): void => {
  putServerValue(db, 'decided-at', at);
};

/** When the mailbox was last known to be read to its end; undefined when it never was. */
export const lastHeartbeat = (db: Database): number | undefined => serverValue(db, 'heartbeat');
